import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testContributions } from '#http/testing/server.ts';
import { BlobsService } from '#plugins/blobs/blobs-service.ts';
import type { BlobOwner, BlobStore, Blobs } from '#plugins/blobs/contract.ts';
import { LocalStore } from '#plugins/blobs/local-store.ts';
import { OrphanSweep } from '#plugins/blobs/orphan-sweep.ts';
import { BlobRecords } from '#plugins/blobs/store.ts';
import { StoreOwners } from '#plugins/blobs/store-owners.ts';
import { silentLogger } from '#plugins/database/testing/silent-logger.ts';
import type { TestDatabase } from '#plugins/database/testing/test-database.ts';

const HOUR = 3_600_000;

/** Blobs in a folder of a test's own. */
export interface LocalBlobs {
  readonly folder: string;
  readonly store: BlobStore;
  readonly blobs: Blobs;
  /** The same with a folder that can't be used. */
  readonly broken: Blobs;
  /** Sweeps as if it were so many hours later, and often enough after that; tells how many are gone for good. */
  sweep(owner: BlobOwner, hours: number): Promise<number>;
  dispose(): Promise<void>;
}

/** The database may have had others before. */
export async function localBlobs({ database, home }: Pick<TestDatabase, 'database' | 'home'>): Promise<LocalBlobs> {
  const folder = await mkdtemp(join(tmpdir(), 'weft-blobs-'));
  const store = new LocalStore(folder, true);
  const records = new BlobRecords(database, home);
  const none = testContributions<BlobOwner>([]);
  const partsOf = (store: BlobStore, owners = none) => {
    const stores = testContributions([store]);
    const { of: ownership } = new StoreOwners({
      stores,
      owners,
      records,
      current: 'local',
      holder: 'test',
      logger: silentLogger,
    });
    return { stores, owners, records, ownership };
  };
  const blobs = new BlobsService({ ...partsOf(store), current: 'local' });
  const sweep = async (owner: BlobOwner, hours: number) => {
    const bounds = { hours: 24, lookDays: 3, keepDays: 7 };
    const parts = { ...partsOf(store, testContributions([owner])), bounds, logger: silentLogger };
    let deleted = 0;
    for (const days of [0, 3, 10]) {
      const now = Date.now() + hours * HOUR + days * 24 * HOUR;
      deleted += (await new OrphanSweep(parts).sweep({ now, everyMs: 0 })).deleted;
    }
    return deleted;
  };
  return {
    folder,
    store,
    blobs,
    broken: new BlobsService({ ...partsOf(new LocalStore('/dev/null/blobs')), current: 'local' }),
    sweep,
    dispose: () => rm(folder, { recursive: true, force: true }),
  };
}
