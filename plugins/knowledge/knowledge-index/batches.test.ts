import { afterAll, beforeAll, expect, it } from 'vitest';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import type { IndexEntry, IndexPlace } from './contract.ts';
import { newEntry, newPlace, openTestIndexes, seeded } from './testing/test-indexes.ts';

let test: Awaited<ReturnType<typeof openTestIndexes>>;
beforeAll(async () => {
  test = await openTestIndexes();
});
afterAll(() => test.dispose());

const random = seeded(1);
const words = 'river stone cloud market garden winter letter silver engine school forest island'.split(' ');

function someEntries(count: number): readonly IndexEntry[] {
  return Array.from({ length: count }, () => {
    const chosen = Array.from({ length: 12 }, () => words[Math.floor(random() ** 2 * words.length)]);
    return newEntry(chosen.join(' '), { vector: Float32Array.of(random(), random(), 1) });
  });
}

async function rowsOf(place: IndexPlace): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of ['entries', 'vectors', 'batches', 'postings']) {
    const [row] = await runQuery<{ count: number }>(
      test.database,
      `select count(*) as count from knowledge_${table} where index_id = '${place.indexId}'`,
    );
    counts[table] = row?.count ?? 0;
  }
  return counts;
}

async function answers(place: IndexPlace) {
  const found = [];
  for (const query of ['river stone', 'garden', 'island forest cloud']) {
    const hits = await test.indexes.searchText(place, query, 40);
    found.push(hits.map(({ id, score }) => `${id} ${score.toFixed(6)}`).sort());
  }
  return found;
}

it('entries written one by one are found as those written at once, in about as few rows', async () => {
  const [single, together] = [newPlace(), newPlace()];
  const entries = someEntries(40);
  for (const entry of entries) await test.indexes.upsert(single, [entry]);
  await test.indexes.upsert(together, entries);
  expect((await rowsOf(single)).batches).toBeLessThan(12);
  expect(await answers(single)).toEqual(await answers(together));
});

it('what was removed or replaced leaves no rows, once most of its batch went', async () => {
  const [place, rest] = [newPlace(), newPlace()];
  const entries = someEntries(60);
  await test.indexes.upsert(place, entries);
  await test.indexes.upsert(place, entries.slice(0, 10));
  for (const { id } of entries.slice(0, 40)) await test.indexes.remove(place, { entryIds: [id] });
  await test.indexes.upsert(rest, entries.slice(40));
  // Scores still count some that are gone; which are found, they do not.
  const ids = (found: readonly (readonly string[])[]) => found.map((each) => each.map((hit) => hit.split(' ')[0]));
  expect(ids(await answers(place))).toEqual(ids(await answers(rest)));
  expect(await test.indexes.size(place)).toMatchObject({ entries: 20 });

  await test.indexes.remove(place, { segmentIds: entries.map(({ segmentId }) => segmentId) });
  expect(await rowsOf(place)).toEqual({ entries: 0, vectors: 0, batches: 0, postings: 0 });
  expect(await test.indexes.size(place)).toEqual({ entries: 0, bytes: 0 });
});

it('more entries than a batch holds are written at once', async () => {
  const place = newPlace();
  const entries = someEntries(1_500);
  await test.indexes.upsert(place, entries);
  expect(await rowsOf(place)).toMatchObject({ entries: 1_500, vectors: 1_500, batches: 2 });
  expect((await test.indexes.searchText(place, words.join(' '), 1_000)).length).toBe(1_000);
  await test.indexes.drop(place);
  expect(await rowsOf(place)).toEqual({ entries: 0, vectors: 0, batches: 0, postings: 0 });
});
