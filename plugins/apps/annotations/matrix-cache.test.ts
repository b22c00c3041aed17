import { describe, expect, it } from 'vitest';
import type { ReplySetting } from './contract.ts';
import { toBytes } from './matrix.ts';
import { MatrixCache } from './matrix-cache.ts';
import type { VectorName } from './vector-store.ts';

/** Bytes of a row. */
const ROW = 4 * 4;

/** Vectors of apps as the database would give them, and what was asked for. */
class Shelf {
  readonly apps = new Map<string, Map<string, { version: number; vector: Float32Array }>>();
  readonly read: string[] = [];
  looks = 0;

  put(appId: string, id: string, version = 1, length = 4): void {
    const app = this.apps.get(appId) ?? new Map();
    this.apps.set(appId, app.set(id, { version, vector: new Float32Array(length).fill(version) }));
  }

  async names({ appId }: { appId: string }): Promise<VectorName[]> {
    this.looks += 1;
    return [...(this.apps.get(appId) ?? [])].map(([id, { version }]) => ({ id, version }));
  }

  async vectors({ appId }: { appId: string }, _model: string, ids: readonly string[]) {
    this.read.push(...ids);
    return ids.flatMap((id) => {
      const row = this.apps.get(appId)?.get(id);
      return row === undefined ? [] : [{ id, version: row.version, vector: toBytes(row.vector) }];
    });
  }
}

const warnings: string[] = [];
const logger = { warn: (_fields: object, message: string) => void warnings.push(message) };

function opened(capacity: number) {
  const store = new Shelf();
  return { store, cache: new MatrixCache({ store, capacity, logger }) };
}

function setting(appId: string, revision: number, model = 'm'): ReplySetting {
  return { id: 'x', workspaceId: 'w', appId, provider: 'p', model, scoreThreshold: 0.9, revision };
}

describe('the matrices of apps', () => {
  it('are read once for a revision, however many ask at once', async () => {
    const { store, cache } = opened(10_000);
    store.put('a', '1');
    const [one, two] = await Promise.all([cache.of(setting('a', 1)), cache.of(setting('a', 1))]);
    expect(one).toBe(two);
    expect(await cache.of(setting('a', 1))).toBe(one);
    expect(store.looks).toBe(1);
  });

  it('read only what is new in a later revision, and forget what is gone', async () => {
    const { store, cache } = opened(10_000);
    for (const id of ['1', '2', '3']) store.put('a', id);
    await cache.of(setting('a', 1));
    store.put('a', '2', 2);
    store.put('a', '4');
    store.apps.get('a')?.delete('1');
    store.read.length = 0;
    const matrix = await cache.of(setting('a', 2));
    expect(store.read.sort()).toEqual(['2', '4']);
    expect([...matrix.ids].sort()).toEqual(['2', '3', '4']);
    const row = matrix.ids.indexOf('2');
    expect([...matrix.values.subarray(row * 4, row * 4 + 4)]).toEqual([2, 2, 2, 2]);
    expect(cache.bytes).toBe(3 * ROW);
  });

  it('are read anew for another model', async () => {
    const { store, cache } = opened(10_000);
    store.put('a', '1');
    await cache.of(setting('a', 1));
    await cache.of(setting('a', 2, 'another'));
    expect(store.read).toEqual(['1', '1']);
  });

  it('go when there is no room, those unused for longest first', async () => {
    const { store, cache } = opened(2 * ROW);
    for (const app of ['a', 'b', 'c']) store.put(app, '1');
    await cache.of(setting('a', 1));
    await cache.of(setting('b', 1));
    await cache.of(setting('a', 1));
    await cache.of(setting('c', 1));
    expect(cache.bytes).toBe(2 * ROW);
    store.looks = 0;
    await cache.of(setting('a', 1));
    await cache.of(setting('c', 1));
    expect(store.looks).toBe(0);
    await cache.of(setting('b', 1));
    expect(store.looks).toBe(1);
  });

  it('are used but not kept when they are larger than all the room', async () => {
    const { store, cache } = opened(ROW);
    store.put('small', '1');
    for (const id of ['1', '2']) store.put('large', id);
    await cache.of(setting('small', 1));
    expect((await cache.of(setting('large', 1))).ids).toHaveLength(2);
    expect(cache.bytes).toBe(ROW);
    expect(warnings.at(-1)).toContain('annotations.memoryMb');
  });

  it('leave out vectors of another length', async () => {
    const { store, cache } = opened(10_000);
    store.put('a', '1', 1, 3);
    store.put('a', '2');
    expect((await cache.of(setting('a', 1))).ids).toEqual(['2']);
    expect(warnings.at(-1)).toContain('another length');
  });
});
