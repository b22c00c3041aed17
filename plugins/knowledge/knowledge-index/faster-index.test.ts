import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { threadsHere } from '#plugins/content-threads/testing/threads-here.ts';
import { silentLogger } from '#plugins/database/testing/silent-logger.ts';
import type { IndexPlace, VectorIndex } from './contract.ts';
import { FasterIndex } from './faster-index.ts';
import { IndexesService } from './indexes-service.ts';
import { newEntry, newPlace, openTestIndexes } from './testing/test-indexes.ts';

/** Remembers what it is told, and names what the test wants. */
class RememberingIndex implements VectorIndex {
  readonly id = 'remembering';
  readonly told: string[] = [];
  names: readonly string[] = [];

  async isAvailable(): Promise<boolean> {
    return true;
  }

  async upsert(_place: IndexPlace, vectors: readonly { readonly id: string; readonly vector: Float32Array }[]) {
    this.told.push(...vectors.map(({ id, vector }) => `+${id} ${Math.hypot(...vector).toFixed(3)}`));
  }

  async remove(_place: IndexPlace, entryIds: readonly string[]) {
    this.told.push(...entryIds.map((id) => `-${id}`));
  }

  async drop({ indexId }: IndexPlace) {
    this.told.push(`drop ${indexId}`);
  }

  async candidates(): Promise<readonly string[]> {
    return this.names;
  }
}

const faster = new RememberingIndex();
let test: Awaited<ReturnType<typeof openTestIndexes>>;
beforeAll(async () => {
  test = await openTestIndexes([faster]);
});
afterAll(() => test.dispose());

describe('a contributed vector index', () => {
  it('hears of vectors of length 1, and of what goes', async () => {
    const place = newPlace();
    const [a, b] = [newEntry('a', { vector: Float32Array.of(3, 4) }), newEntry('b')];
    await test.indexes.upsert(place, [a, b]);
    await test.indexes.remove(place, { segmentIds: [a.segmentId] });
    await test.indexes.drop(place);
    expect(faster.told).toEqual([`+${a.id} 1.000`, `-${a.id}`, `drop ${place.indexId}`]);
  });

  it('names candidates, of which those count that are there and active, by their exact scores', async () => {
    const place = newPlace();
    const entries = [1, 2, 3, 4].map((x) => newEntry('', { vector: Float32Array.of(x, 1) }));
    const [first, second, third, fourth] = entries;
    await test.indexes.upsert(place, entries);
    await test.indexes.setActive(place, { segmentIds: [second?.segmentId ?? ''] }, false);
    faster.names = [second, first, third].map((entry) => entry?.id ?? '');
    const query = Float32Array.of(1, 0);
    const found = async (limit: number) => (await test.indexes.searchVector(place, query, limit)).map(({ id }) => id);
    // Two were asked for and named: nobody looks further.
    expect(await found(2)).toEqual([third?.id, first?.id]);
    // Where it names too few, all are looked at.
    expect(await found(3)).toEqual([fourth?.id, third?.id, first?.id]);
    faster.names = [];
    expect(await found(1)).toEqual([fourth?.id]);
  });

  it('is not asked of an index of which it was not told everything', async () => {
    const place = newPlace();
    const [first, second] = [1, 2].map((x) => newEntry('', { vector: Float32Array.of(x, 1) }));
    const without = new IndexesService(test.database, new FasterIndex('sql-bits', () => [], silentLogger), threadsHere);
    faster.names = [];
    const query = Float32Array.of(1, 0);
    const asked = async (entry = first) => {
      faster.names = [entry?.id ?? ''];
      return (await test.indexes.searchVector(place, query, 1)).map(({ id }) => id);
    };
    await test.indexes.upsert(place, [newEntry('', { vector: Float32Array.of(-1, 1) }), ...(first ? [first] : [])]);
    expect(await asked()).toEqual([first?.id]);
    await without.upsert(place, second ? [second] : []);
    expect(await asked()).toEqual([second?.id]);
    const other = newPlace();
    await without.upsert(
      other,
      [first, second].flatMap((entry) => entry ?? []),
    );
    await test.indexes.upsert(other, first ? [first] : []);
    faster.names = [first?.id ?? ''];
    expect((await test.indexes.searchVector(other, query, 1)).map(({ id }) => id)).toEqual([second?.id]);
  });

  it('is used if it can be, and only then', async () => {
    const broken: VectorIndex = Object.assign(new RememberingIndex(), {
      id: 'broken',
      isAvailable: () => Promise.reject(new Error('no such extension')),
    });
    const choose = (setting: string) => new FasterIndex(setting, () => [broken, faster], silentLogger).index();
    expect(await choose('auto')).toBe(faster);
    expect(await choose('remembering')).toBe(faster);
    expect(await choose('sql-bits')).toBeUndefined();
    expect(await new FasterIndex('auto', () => [broken], silentLogger).index()).toBeUndefined();
    for (const setting of ['broken', 'pgvektor']) {
      await expect(choose(setting)).rejects.toMatchObject({ code: 'knowledge-index.no_vector_index' });
    }
  });
});
