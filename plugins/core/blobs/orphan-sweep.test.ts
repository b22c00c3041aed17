import { mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testContributions } from '#http/testing/server.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { silentLogger } from '#plugins/database/testing/silent-logger.ts';
import { createTestDatabase, type TestDatabase } from '#plugins/database/testing/test-database.ts';
import { BlobsService } from './blobs-service.ts';
import type { BlobOwner, BlobStore, StoredBlob } from './contract.ts';
import { LocalStore } from './local-store.ts';
import { OrphanSweep } from './orphan-sweep.ts';
import { BlobRecords } from './store.ts';
import { StoreOwners } from './store-owners.ts';
import { inPieces, keysOf, noise } from './testing/store-contract.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let test: TestDatabase;
let folder: string;
let names: Set<string>;
let blobs: BlobsService;
let store: BlobStore;
let sweepOf: (hours?: number) => OrphanSweep;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.dispose());
beforeEach(async () => {
  await runQuery(test.database, 'delete from store_areas');
  await runQuery(test.database, 'delete from blob_removals');
  folder = await mkdtemp(join(tmpdir(), 'weft-blobs-'));
  names = new Set();
  store = new LocalStore(folder, true);
  const stores = testContributions([store]);
  const named = async (keys: readonly string[]) => new Set(keys.filter((key) => names.has(key)));
  const owners = testContributions<BlobOwner>([{ id: 'files', named }]);
  const records = new BlobRecords(test.database, test.home);
  const { of: ownership } = new StoreOwners({
    stores,
    owners,
    records,
    current: 'local',
    holder: 'test',
    logger: silentLogger,
  });
  blobs = new BlobsService({ stores, owners, current: 'local', ownership, records });
  sweepOf = (hours = 24) =>
    new OrphanSweep({
      stores,
      owners,
      records,
      ownership,
      bounds: { hours, lookDays: 3, keepDays: 7 },
      logger: silentLogger,
    });
  return () => rm(folder, { recursive: true, force: true });
});

const pathOf = ({ key }: StoredBlob) => {
  const parts = key.split('/');
  const name = parts.pop() ?? '';
  return join(folder, ...parts, name.slice(-2), name);
};
const put = (count: number, owner = 'files') =>
  Promise.all(Array.from({ length: count }, () => blobs.put(owner, 'w1', inPieces(noise(5), 5))));
const later = (days: number, hours?: number) => sweepOf(hours).sweep({ now: Date.now() + days * DAY, everyMs: 0 });
const nothing = { marked: 0, removed: 0, deleted: 0 };

describe('the sweep', () => {
  it('removes old blobs that no row names at a second look days later, keeps them a week, and nothing else', async () => {
    const [kept, orphan, foreign, young] = [await put(1), await put(3), await put(1, 'others'), await put(2)];
    const old = new Date(Date.now() - 30 * HOUR);
    for (const blob of [...kept, ...orphan, ...foreign]) await utimes(pathOf(blob), old, old);
    names = new Set([...kept, ...young].map(({ key }) => key));
    const all = await keysOf(store, 'files');
    expect(await later(0)).toEqual({ ...nothing, marked: 3 });
    expect(await later(2)).toEqual(nothing);
    expect(await later(3.1)).toEqual({ ...nothing, removed: 3 });
    expect(await later(9)).toEqual(nothing);
    expect(await keysOf(store, 'files')).toEqual(all);
    expect(await later(10.2)).toEqual({ ...nothing, deleted: 3 });
    expect(await keysOf(store, 'files')).toEqual([...names].sort());
    expect(await keysOf(store, 'others')).toEqual(foreign.map(({ key }) => key));
    expect(await later(30)).toEqual(nothing);
  });

  it.each([
    ['before the second look', 3.1],
    ['after it', 10.2],
  ])('leaves alone what a row names again %s', async (_when, days) => {
    const [blob] = await put(1);
    await later(2);
    if (days > 5) await later(5.1);
    names.add(blob?.key ?? '');
    expect(await later(days + 3)).toEqual(nothing);
    names.clear();
    expect(await later(days + 3)).toEqual({ ...nothing, marked: 1 });
  });

  it('begins anew with what it is told to keep', async () => {
    await put(2);
    await later(2);
    await later(5.1);
    const records = new BlobRecords(test.database, test.home);
    expect(await records.counts('local')).toEqual({ asked: 0, marked: 0, removed: 2 });
    expect(await records.keepAll('local')).toBe(2);
    expect(await later(20)).toEqual({ ...nothing, marked: 2 });
    expect(await keysOf(store, 'files')).toHaveLength(2);
  });

  it('removes nothing when the database knows none of many: it is another database', async () => {
    await put(10);
    for (const days of [2, 6, 14]) expect(await later(days)).toEqual(nothing);
    expect(await keysOf(store, 'files')).toHaveLength(10);
  });

  it('does nothing when it is switched off, and once an hour only', async () => {
    await put(1);
    expect(await later(2, 0)).toEqual(nothing);
    expect(await sweepOf().sweep({ now: Date.now() + 2 * DAY })).toEqual({ ...nothing, marked: 1 });
    expect(await sweepOf().sweep({ now: Date.now() + 6 * DAY })).toEqual(nothing);
    expect(await readdir(folder)).toContain('files');
  });

  it('does not hold back what is removed on purpose', async () => {
    const [blob] = await put(1);
    if (blob === undefined) throw new Error('nothing was written');
    await blobs.remove([blob]);
    await expect(stat(pathOf(blob))).rejects.toThrow('ENOENT');
  });
});
