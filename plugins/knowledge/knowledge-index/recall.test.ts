import { afterAll, beforeAll, expect, it } from 'vitest';
import { dot } from './bench/chunk-source.ts';
import type { IndexPlace } from './contract.ts';
import { newEntry, newPlace, openTestIndexes, vectorSource } from './testing/test-indexes.ts';
import { normalised } from './vector.ts';

let test: Awaited<ReturnType<typeof openTestIndexes>>;
beforeAll(async () => {
  test = await openTestIndexes();
});
afterAll(() => test.dispose());

/** Share of the ten nearest of each of some vectors that a search finds. */
async function recall(place: IndexPlace, vectors: readonly Float32Array[], source: () => Float32Array) {
  const entries = vectors.map((vector) => newEntry('', { vector }));
  for (let start = 0; start < entries.length; start += 500) {
    await test.indexes.upsert(place, entries.slice(start, start + 500));
  }
  let found = 0;
  const questions = 8;
  for (let turn = 0; turn < questions; turn += 1) {
    const query = normalised(source(), undefined);
    const scores = vectors.map((vector, at) => ({
      id: entries[at]?.id,
      score: dot(vector, query),
    }));
    const truth = new Set(
      scores
        .sort((a, b) => b.score - a.score)
        .slice(0, 10)
        .map(({ id }) => id),
    );
    found += (await test.indexes.searchVector(place, query, 10)).filter(({ id }) => truth.has(id)).length;
  }
  return found / (questions * 10);
}

/** A direction that all vectors share, as those of some models do; or most numbers zero, as those of hashed words. */
const kinds = {
  plain: (vector: Float32Array) => vector,
  'mostly in one direction': (vector: Float32Array) => {
    const unit = normalised(vector, undefined);
    return unit.map((value, at) => value + (at % 3) / 20);
  },
  'above zero only': (vector: Float32Array) => vector.map(Math.abs),
} as const;

it.each([
  { kind: 'plain', dimensions: 64 },
  { kind: 'plain', dimensions: 768 },
  { kind: 'mostly in one direction', dimensions: 256 },
  { kind: 'above zero only', dimensions: 256 },
] as const)(
  'of vectors that are $kind, with $dimensions numbers, the nearest are found',
  async ({ kind, dimensions }) => {
    const place = newPlace();
    const raw = vectorSource(dimensions, dimensions);
    const source = () => kinds[kind](raw());
    const vectors = Array.from({ length: 800 }, () => normalised(source(), undefined));
    // Another base in the same table.
    const other = newPlace(place.workspaceId);
    await test.indexes.upsert(
      other,
      vectors.slice(0, 500).map((vector) => newEntry('', { vector })),
    );
    expect(await recall(place, vectors, source)).toBeGreaterThanOrEqual(0.97);
  },
);
