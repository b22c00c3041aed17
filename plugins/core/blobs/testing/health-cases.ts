import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { healthCase } from '#kernel/testing/health-case.ts';
import type { BlobStore } from '#plugins/blobs/contract.ts';
import { LocalStore } from '#plugins/blobs/local-store.ts';
import { ownershipHealthCheck } from '#plugins/blobs/ownership-health-check.ts';
import { storageHealthCheck } from '#plugins/blobs/storage-health-check.ts';
import type { AreaStatus } from '#plugins/blobs/store-ownership.ts';

/** Not there yet, in a folder that can be written to. */
const usable = new LocalStore(join(tmpdir(), 'weft-not-made'));
const root: AreaStatus = { area: '', state: 'own', holder: 'h1:/data', renewedAt: '2026-01-01T00:00:00.000Z' };

const ownedBy = (status: AreaStatus) =>
  ownershipHealthCheck(
    () => usable,
    () => ({ look: async () => {}, status: () => [status] }),
  );

export const healthCases = [
  healthCase((store: BlobStore) => storageHealthCheck(() => store), usable, {
    'it is no folder': new LocalStore('/dev/null'),
  }),
  healthCase(ownedBy, root, { 'this is a copy': { ...root, state: 'foreign' } }),
];
