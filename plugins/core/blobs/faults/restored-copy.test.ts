import { cp, mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testContributions } from '#http/testing/server.ts';
import { BlobsService } from '#plugins/blobs/blobs-service.ts';
import type { BlobOwner, BlobStore, StoredBlob } from '#plugins/blobs/contract.ts';
import { LocalStore } from '#plugins/blobs/local-store.ts';
import { OrphanSweep } from '#plugins/blobs/orphan-sweep.ts';
import { BlobRecords } from '#plugins/blobs/store.ts';
import { StoreOwnership } from '#plugins/blobs/store-ownership.ts';
import { bytesOf, inPieces, keysOf, noise } from '#plugins/blobs/testing/store-contract.ts';
import { openHome } from '#plugins/database/testing/open-environment.ts';
import { freshHome, prepareFolder } from '#plugins/database/testing/prepared-folder.ts';
import { silentLogger } from '#plugins/database/testing/silent-logger.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;

let root: string;
/** Milliseconds by which everybody's clock is ahead. */
let ahead: number;
const closing: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'weft-copies-'));
  ahead = 0;
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await rm(root, { recursive: true, force: true });
});

interface Installation {
  readonly home: string;
  readonly store: BlobStore;
  readonly blobs: BlobsService;
  readonly ownership: StoreOwnership;
  /** What its rows name. */
  readonly names: Set<string>;
  put(): Promise<StoredBlob>;
  /** Both looks, and the time for which what they remove is kept. */
  sweep(): Promise<number>;
  close(): Promise<void>;
}

interface Place {
  readonly home: string;
  readonly folder: string;
  readonly isPrivate?: boolean;
  readonly names?: ReadonlySet<string>;
}

/** The stores of an installation on its real database. */
async function start({ home, folder, isPrivate = false, names: known = new Set() }: Place): Promise<Installation> {
  const opened = await openHome(home);
  let isOpen = true;
  const close = async () => {
    if (isOpen) await opened.close();
    isOpen = false;
  };
  closing.push(close);
  const names = new Set(known);
  const store = new LocalStore(folder, isPrivate);
  const stores = testContributions<BlobStore>([store]);
  const named = async (keys: readonly string[]) => new Set(keys.filter((key) => names.has(key)));
  const owners = testContributions<BlobOwner>([{ id: 'files', named }]);
  const records = new BlobRecords(opened.database, home);
  const now = () => Date.now() + ahead;
  const parts = { store, records, folders: () => ['files'], isWritten: true, holder: home, logger: silentLogger, now };
  const ownership = new StoreOwnership({ ...parts, periodMs: 0 });
  const blobs = new BlobsService({ stores, owners, current: 'local', ownership: () => ownership, records });
  const bounds = { hours: 24, lookDays: 3, keepDays: 7 };
  const common = { stores, owners, records, ownership: () => ownership, bounds, logger: silentLogger };
  const sweep = new OrphanSweep(common);
  await ownership.look();
  return {
    home,
    store,
    blobs,
    ownership,
    names,
    async put() {
      const blob = await blobs.put('files', 'w1', inPieces(noise(5_000), 5_000));
      names.add(blob.key);
      return blob;
    },
    async sweep() {
      let deleted = 0;
      for (const days of [2, 6, 14]) {
        ahead = days * DAY;
        await sweep.settle();
        deleted += (await sweep.sweep({ now: now(), everyMs: 0 })).deleted;
      }
      ahead = 0;
      return deleted;
    },
    close,
  };
}

async function newHome(): Promise<string> {
  const home = await freshHome();
  closing.push(() => rm(home, { recursive: true, force: true }));
  await prepareFolder(home);
  return home;
}

/** The database as it is now, elsewhere; the installation is stopped. */
async function copyOf(home: string): Promise<string> {
  const copy = await freshHome();
  closing.push(() => rm(copy, { recursive: true, force: true }));
  await cp(join(home, 'postgres'), join(copy, 'postgres'), { recursive: true });
  return copy;
}

async function age(folder: string, blobs: readonly StoredBlob[]): Promise<void> {
  const old = new Date(Date.now() - 30 * DAY);
  for (const { key } of blobs) {
    const name = key.split('/').at(-1) ?? '';
    await utimes(join(folder, ...key.split('/').slice(0, -1), name.slice(-2), name), old, old);
  }
}

const stateOf = ({ ownership }: Installation) => ownership.status().find(({ area }) => area === '')?.state;

describe('a restored copy on the store of its original', { timeout: 120_000 }, () => {
  it('reads, and removes nothing of it in any way; its own files are its own', async () => {
    const folder = join(root, 'blobs');
    const home = await newHome();
    const before = await start({ home, folder });
    const old = await Promise.all([before.put(), before.put()]);
    await before.close();
    const dump = await copyOf(home);
    const original = await start({ home, folder, names: before.names });
    const young = await Promise.all([original.put(), original.put(), original.put()]);
    await age(folder, [...old, ...young]);
    const files = await keysOf(original.store, 'files');

    const copy = await start({ home: dump, folder, names: before.names });
    expect(stateOf(copy)).toBe('foreign');
    expect(await copy.sweep()).toBe(0);
    // An app, a person, a workspace that is deleted there.
    await copy.blobs.remove(old);
    await copy.blobs.removeOf('w1');
    expect(await copy.sweep()).toBe(0);
    expect(await keysOf(original.store, 'files')).toEqual(files);
    for (const blob of old) expect(await bytesOf(await copy.blobs.open(blob))).toHaveLength(5_000);

    const [kept, dropped] = [await copy.put(), await copy.put()];
    expect(kept.key).toMatch(/^area-[0-9a-f]{12}\/files\/w1\//);
    await age(folder, [kept]);
    await copy.blobs.remove([dropped]);
    await expect(copy.blobs.open(dropped)).rejects.toMatchObject({ code: 'blobs.not_found' });
    expect(await original.sweep()).toBe(0);
    expect(await bytesOf(await copy.blobs.open(kept))).toHaveLength(5_000);
    expect(stateOf(original)).not.toBe('foreign');
  });

  it('owns what was copied with it, when the whole data folder was', async () => {
    const home = await newHome();
    const original = await start({ home, folder: join(home, 'blobs'), isPrivate: true });
    const blob = await original.put();
    await original.close();
    const copied = await freshHome();
    closing.push(() => rm(copied, { recursive: true, force: true }));
    await cp(home, copied, { recursive: true });
    const copy = await start({ home: copied, folder: join(copied, 'blobs'), isPrivate: true, names: original.names });
    await copy.ownership.look();
    expect(stateOf(copy)).toBe('own');
    await copy.blobs.remove([blob]);
    expect(await keysOf(copy.store, 'files')).toEqual([]);
    expect(await keysOf(original.store, 'files')).toEqual([blob.key]);
    // The folder is the original's, the database a copy: somebody restored only half of it.
    await copy.close();
    const half = await start({ home: copied, folder: join(home, 'blobs'), isPrivate: true, names: original.names });
    expect(stateOf(half)).toBe('foreign');
  });

  it('takes the store when it is told to, and the one that had it only reads; of two at once one does', async () => {
    const folder = join(root, 'blobs');
    const home = await newHome();
    const first = await start({ home, folder });
    const blob = await first.put();
    await first.close();
    const [one, two] = [await copyOf(home), await copyOf(home)];
    const original = await start({ home, folder, names: first.names });
    const copies = [await start({ home: one, folder, names: first.names }), await start({ home: two, folder })];
    const taken = await Promise.all(copies.map(({ ownership }) => ownership.adopt()));
    expect(taken).toContain(true);
    // Where one was told before the other had begun, the other took it over from it.
    await Promise.all(copies.map(({ ownership }) => ownership.look()));
    const owners = copies.filter((copy) => stateOf(copy) === 'own');
    expect(owners).toHaveLength(1);
    const [owner] = owners;
    if (owner === undefined) throw new Error('nobody has it');
    await original.ownership.look();
    expect(stateOf(original)).toBe('foreign');
    await original.blobs.remove([blob]);
    expect(await keysOf(original.store, 'files')).toEqual([blob.key]);
    await owner.blobs.remove([blob]);
    expect(await keysOf(original.store, 'files')).toEqual([]);
    expect(await original.ownership.adopt()).toBe(true);
  });
});

describe('an installation that starts again', { timeout: 120_000 }, () => {
  it('removes on a shared store when nobody else has renewed its mark, and then what it was to remove', async () => {
    const folder = join(root, 'blobs');
    const home = await newHome();
    const before = await start({ home, folder });
    const blob = await before.put();
    expect(stateOf(before)).toBe('own');
    await before.close();
    const opened = await start({ home, folder, names: before.names });
    // Without a minute's period every look renews it: what is seen is the one before.
    expect(stateOf(opened)).toBe('watching');
    ahead = MINUTE;
    await opened.blobs.remove([blob]);
    await opened.sweep();
    expect(stateOf(opened)).toBe('own');
    expect(await keysOf(opened.store, 'files')).toEqual([]);
  });

  it('takes an empty store, and none of which somebody lost the mark', async () => {
    const home = await newHome();
    const before = await start({ home, folder: join(root, 'one') });
    await before.put();
    await before.close();
    const moved = await start({ home, folder: join(root, 'two') });
    expect(stateOf(moved)).toBe('own');
    await moved.close();
    await rm(join(root, 'one', '.owner'), { recursive: true });
    const lost = await start({ home, folder: join(root, 'one') });
    expect(stateOf(lost)).toBe('foreign');
    expect(lost.ownership.status()).toMatchObject([{ holder: null }]);
    expect(await lost.ownership.adopt()).toBe(true);
  });
});
