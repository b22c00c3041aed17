import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testContributions } from '#http/testing/server.ts';
import { silentLogger } from '#plugins/database/testing/silent-logger.ts';
import { createTestDatabase, type TestDatabase } from '#plugins/database/testing/test-database.ts';
import { BlobsService } from './blobs-service.ts';
import type { BlobOwner, BlobStore, Blobs, StoredBlob } from './contract.ts';
import { LocalStore } from './local-store.ts';
import { BlobRecords } from './store.ts';
import { StoreOwners } from './store-owners.ts';
import { localBlobs } from './testing/local-blobs.ts';
import { bytesOf, inPieces, noise } from './testing/store-contract.ts';

let test: TestDatabase;
let folder: string;
let blobs: Blobs;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.dispose());
beforeEach(async () => {
  const local = await localBlobs(test);
  ({ folder, blobs } = local);
  return () => local.dispose();
});

const pathOf = ({ key }: StoredBlob) => {
  const [owner = '', workspace = '', name = ''] = key.split('/');
  return join(folder, owner, workspace, name.slice(-2), name);
};

describe('blobs', () => {
  it('come back with size and checksum, under a key that nobody chose', async () => {
    const bytes = noise(200_000);
    const blob = await blobs.put('files', 'w1', inPieces(bytes, 7_000));
    expect(blob).toMatchObject({ store: 'local', size: 200_000, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(blob.key).toMatch(/^files\/w1\/[0-9a-f-]{36}$/);
    expect((await bytesOf(await blobs.open(blob))).equals(bytes)).toBe(true);
    expect(await bytesOf(await blobs.open(blob, { start: 3, end: 9 }))).toEqual(bytes.subarray(3, 9));
    await blobs.remove([blob]);
    await expect(blobs.open(blob)).rejects.toMatchObject({ code: 'blobs.not_found' });
  });

  it.each([
    ['changed', (bytes: Buffer) => bytes.fill(1, 100, 101)],
    ['cut', (bytes: Buffer) => bytes.subarray(0, 499_000)],
    ['longer', (bytes: Buffer) => Buffer.concat([bytes, Buffer.from('x')])],
  ])('that were %s are never given whole', async (_name, change) => {
    const bytes = noise(500_000);
    const blob = await blobs.put('files', 'w1', inPieces(bytes, 65_536));
    await writeFile(pathOf(blob), change(Buffer.from(bytes)));
    let given = 0;
    const read = async () => {
      for await (const chunk of await blobs.open(blob)) given += chunk.length;
    };
    await expect(read()).rejects.toMatchObject({ code: 'blobs.damaged', kind: 'internal' });
    expect(given).toBeLessThan(bytes.length);
  });

  it('stay readable in the store that has them', async () => {
    const blob = await blobs.put('files', 'w1', inPieces(noise(10), 10));
    const records = new BlobRecords(test.database, test.home);
    const [stores, owners] = [testContributions<BlobStore>([new LocalStore(folder)]), testContributions<BlobOwner>([])];
    const { of: ownership } = new StoreOwners({
      stores,
      owners,
      records,
      current: 'local',
      holder: 'test',
      logger: silentLogger,
    });
    const other = new BlobsService({ stores, owners, current: 's3', ownership, records });
    expect(await bytesOf(await other.open(blob))).toHaveLength(10);
    await expect(other.put('files', 'w1', inPieces(noise(1), 1))).rejects.toMatchObject({
      code: 'blobs.unknown_store',
      message: expect.stringMatching(/'s3'.*known are local/),
    });
  });
});
