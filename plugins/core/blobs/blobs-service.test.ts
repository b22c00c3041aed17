import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testContributions } from '#http/testing/server.ts';
import { silentLogger } from '#plugins/database/testing/silent-logger.ts';
import { BlobsService } from './blobs-service.ts';
import type { StoredBlob } from './contract.ts';
import { LocalStore } from './local-store.ts';
import { OrphanSweep } from './orphan-sweep.ts';
import { bytesOf, inPieces, keysOf, noise } from './testing/store-contract.ts';

const HOUR = 3_600_000;
let folder: string;
let store: LocalStore;
let blobs: BlobsService;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'weft-blobs-'));
  store = new LocalStore(folder);
  blobs = new BlobsService(testContributions([store]), testContributions([]), 'local');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

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
    const other = new BlobsService(testContributions([store]), testContributions([]), 's3');
    expect(await bytesOf(await other.open(blob))).toHaveLength(10);
    await expect(other.put('files', 'w1', inPieces(noise(1), 1))).rejects.toMatchObject({
      code: 'blobs.unknown_store',
      message: expect.stringMatching(/'s3'.*known are local/),
    });
  });
});

describe('the sweep', () => {
  const sweepOf = (named: ReadonlySet<string>, hours = 24) =>
    new OrphanSweep({
      stores: testContributions([store]),
      owners: testContributions([
        { id: 'files', named: async (keys) => new Set(keys.filter((key) => named.has(key))) },
      ]),
      hours,
      logger: silentLogger,
    });

  const put = (count: number, owner = 'files') =>
    Promise.all(Array.from({ length: count }, () => blobs.put(owner, 'w1', inPieces(noise(5), 5))));

  it('removes old blobs that no row names, and nothing else', async () => {
    const [kept, orphan, foreign, young] = [await put(1), await put(3), await put(1, 'others'), await put(2)];
    const old = new Date(Date.now() - 30 * HOUR);
    for (const blob of [...kept, ...orphan, ...foreign]) await utimes(pathOf(blob), old, old);
    expect(await sweepOf(new Set(kept.map(({ key }) => key))).sweep()).toBe(3);
    expect(await keysOf(store, 'files')).toEqual([...kept, ...young].map(({ key }) => key).sort());
    expect(await keysOf(store, 'others')).toEqual(foreign.map(({ key }) => key));
  });

  it('removes nothing when the database knows none of many: it is another database', async () => {
    await put(10);
    expect(await sweepOf(new Set()).sweep(Date.now() + 30 * HOUR)).toBe(0);
    expect(await keysOf(store, 'files')).toHaveLength(10);
  });

  it('does nothing when it is switched off', async () => {
    await put(1);
    expect(await sweepOf(new Set(), 0).sweep(Date.now() + 30 * HOUR)).toBe(0);
    expect(await readdir(folder)).toContain('files');
  });
});
