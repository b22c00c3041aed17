import { seeded, vectorSource } from '#plugins/knowledge-index/testing/test-indexes.ts';

/** Words of a chunk, about: 400 characters. */
const WORDS = 82;
const VOCABULARY = 60_000;

/** Chunks of words that come as often as words of a language do: the n-th 1/n as often as the first. */
export function chunkSource(dimensions: number, seed: number) {
  const random = seeded(seed);
  const vectors = vectorSource(dimensions, seed);
  const word = () => `w${Math.floor(VOCABULARY ** random()).toString(36)}`;
  const words = (count: number) => Array.from({ length: count }, word).join(' ');
  return {
    text: () => words(WORDS),
    /** As a question is: eight words. */
    question: () => words(8),
    vector: vectors,
  };
}

/** Length 1. */
export function unit(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares);
  return vector.map((value) => value / length);
}

/** Places of the ten rows nearest to a vector, all compared, and how long that takes in memory. */
export function nearestRows(rows: readonly Float32Array[], query: Float32Array): readonly number[] {
  const scores = rows.map((row) => dot(row, query));
  return scores
    .map((score, place) => ({ score, place }))
    .sort((a, b) => b.score - a.score)
    .slice(0, 10)
    .map(({ place }) => place);
}

export function dot(row: Float32Array | Int8Array, query: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < query.length; at += 1) sum += (row[at] as number) * (query[at] as number);
  return sum;
}
