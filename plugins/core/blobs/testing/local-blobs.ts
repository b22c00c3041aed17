import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testContributions } from '#http/testing/server.ts';
import { BlobsService } from '#plugins/blobs/blobs-service.ts';
import type { BlobOwner, BlobStore, Blobs } from '#plugins/blobs/contract.ts';
import { LocalStore } from '#plugins/blobs/local-store.ts';
import { OrphanSweep } from '#plugins/blobs/orphan-sweep.ts';
import { silentLogger } from '#plugins/database/testing/silent-logger.ts';

/** Blobs in a folder of a test's own. */
export interface LocalBlobs {
  readonly folder: string;
  readonly store: BlobStore;
  readonly blobs: Blobs;
  /** The same with a folder that can't be used. */
  readonly broken: Blobs;
  /** Sweeps as if it were so many hours later; tells how many it removed. */
  sweep(owner: BlobOwner, hours: number): Promise<number>;
  dispose(): Promise<void>;
}

export async function localBlobs(): Promise<LocalBlobs> {
  const folder = await mkdtemp(join(tmpdir(), 'weft-blobs-'));
  const store = new LocalStore(folder);
  const stores = testContributions([store]);
  return {
    folder,
    store,
    blobs: new BlobsService(stores, testContributions([]), 'local'),
    broken: new BlobsService(testContributions([new LocalStore('/dev/null/blobs')]), testContributions([]), 'local'),
    sweep: (owner, hours) =>
      new OrphanSweep({ stores, owners: testContributions([owner]), hours: 24, logger: silentLogger }).sweep(
        Date.now() + hours * 3_600_000,
      ),
    dispose: () => rm(folder, { recursive: true, force: true }),
  };
}
