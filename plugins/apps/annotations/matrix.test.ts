import { describe, expect, it } from 'vitest';
import { fromBytes, type Matrix, nearest, normalised, toBytes } from './matrix.ts';

/** The same numbers each time, from −1 to 1. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

function matrixOf(rows: readonly (readonly number[])[]): Matrix {
  const dimensions = rows[0]?.length ?? 0;
  const values = new Float32Array(rows.length * dimensions);
  for (const [index, row] of rows.entries()) values.set(normalised(row) ?? [], index * dimensions);
  return { ids: rows.map((_, index) => `${index}`), versions: rows.map(() => 1), dimensions, values };
}

function cosine(left: readonly number[], right: readonly number[]): number {
  const dot = left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0);
  return dot / (Math.hypot(...left) * Math.hypot(...right));
}

describe('the nearest row', () => {
  it.each([1, 2, 3, 4, 5, 127, 1_536])('is the one with the largest cosine, in %i dimensions', async (dimensions) => {
    const next = numbers(dimensions);
    const vector = () => Array.from({ length: dimensions }, next);
    const rows = Array.from({ length: 60 }, vector);
    const query = vector();
    const scores = rows.map((row) => cosine(row, query));
    const best = Math.max(...scores);
    const found = await nearest(matrixOf(rows), normalised(query) ?? new Float32Array());
    expect(found?.score).toBeCloseTo(best, 5);
    expect(scores[Number(found?.id)]).toBeCloseTo(best, 5);
  });

  it('is found beyond the first slice, and scores a text with itself 1', async () => {
    const next = numbers(7);
    const rows = Array.from({ length: 5_000 }, () => Array.from({ length: 1_024 }, next));
    const last = rows.at(-1) ?? [];
    const found = await nearest(matrixOf(rows), normalised(last) ?? new Float32Array());
    expect(found?.id).toBe('4999');
    expect(found?.score).toBeGreaterThan(1 - 1e-6);
    expect(found?.score).toBeLessThanOrEqual(1);
  });

  it('is none where there is nothing to compare with', async () => {
    const empty = { ids: [], versions: [], dimensions: 0, values: new Float32Array() };
    expect(await nearest(empty, Float32Array.of(1))).toBeNull();
    expect(await nearest(matrixOf([[1, 0]]), Float32Array.of(1, 0, 0))).toBeNull();
    expect(await nearest(matrixOf([[1, 0]]), Float32Array.of(-1, 0))).toEqual({ id: '0', score: -1 });
  });
});

describe('a vector', () => {
  it('has length 1, or points nowhere', () => {
    expect([...(normalised([3, 4]) ?? [])]).toEqual([Math.fround(0.6), Math.fround(0.8)]);
    expect(normalised([0, 0])).toBeNull();
    expect(normalised([])).toBeNull();
    expect(normalised([1, Number.NaN])).toBeNull();
    expect(normalised([1, Number.POSITIVE_INFINITY])).toBeNull();
  });

  it('is kept as little-endian floats, wherever its bytes lie', () => {
    const vector = Float32Array.of(0.5, -1, 1e-20);
    const bytes = toBytes(vector);
    expect(bytes.toString('hex', 0, 8)).toBe('0000003f000080bf');
    expect(fromBytes(Buffer.concat([Buffer.from([1]), bytes]).subarray(1))).toEqual(vector);
    expect(fromBytes(toBytes(new Float32Array(10).subarray(3, 5)))).toHaveLength(2);
  });
});
