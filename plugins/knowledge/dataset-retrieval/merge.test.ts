import { describe, expect, it } from 'vitest';
import { mergeByModel, mergeByWeights, mergeHits } from './merge.ts';

const hit = (id: string, score: number, known: { vector?: number; bm25?: number } = {}) => ({
  id,
  score,
  vector: known.vector ?? null,
  bm25: known.bm25 ?? null,
});
const all = { topK: 10, threshold: null };
const ids = (hits: readonly { readonly id: string }[]) => hits.map(({ id }) => id);

describe('hits of several bases', () => {
  const first = [hit('a1', 0.9), hit('a2', 0.3), hit('a3', 0.2)];
  const second = [hit('b1', 0.5), hit('b2', 0.4)];

  it('are compared where their scores mean the same', () => {
    const merged = mergeHits(
      [
        { scale: 'cosine', hits: first },
        { scale: 'cosine', hits: second },
      ],
      all,
    );
    expect(ids(merged)).toEqual(['a1', 'b1', 'b2', 'a2', 'a3']);
  });

  it.each([
    ['cosine of one', 'cosine of another'],
    [null, null],
  ])('are placed by their ranks where they do not: %s, %s', (left, right) => {
    const merged = mergeHits(
      [
        { scale: left, hits: first },
        { scale: right, hits: second },
      ],
      all,
    );
    expect(ids(merged)).toEqual(['a1', 'b1', 'b2', 'a2', 'a3']);
    expect(merged.map(({ score }) => score)).toEqual([
      1,
      1,
      expect.closeTo(61 / 62),
      expect.closeTo(61 / 62),
      expect.closeTo(61 / 63),
    ]);
  });

  it('keep the score of their base where no other found anything', () => {
    const merged = mergeHits(
      [
        { scale: null, hits: first },
        { scale: 'x', hits: [] },
      ],
      all,
    );
    expect(merged).toEqual(first);
  });

  it('are left out below the threshold by the score of their own base', () => {
    const merged = mergeHits(
      [
        { scale: 'x', hits: [...first, hit('zero', 0)] },
        { scale: 'y', hits: second },
      ],
      { topK: 10, threshold: 0.4 },
    );
    expect(ids(merged)).toEqual(['a1', 'b1', 'b2']);
  });

  it('have the same first three, whether 3 or 8 are asked for', () => {
    const bases = [
      { scale: 'x', hits: first },
      { scale: 'y', hits: second },
    ];
    const eight = mergeHits(bases, { topK: 8, threshold: null });
    expect(mergeHits(bases, { topK: 3, threshold: null })).toEqual(eight.slice(0, 3));
  });
});

describe('weights of who asks', () => {
  it('count for all hits, words as shares of the best of all bases', () => {
    const bases = [
      { scale: 'x', hits: [hit('near', 0.9, { vector: 0.9, bm25: 0 })] },
      { scale: 'x', hits: [hit('worded', 1, { vector: 0.1, bm25: 10 }), hit('less', 0.5, { vector: 0.1, bm25: 5 })] },
    ];
    const merged = mergeByWeights(bases, { vectorWeight: 0.2, textWeight: 0.8 }, all);
    expect(merged.map(({ id, score }) => [id, score])).toEqual([
      ['worded', expect.closeTo(0.82)],
      ['less', expect.closeTo(0.42)],
      ['near', expect.closeTo(0.18)],
    ]);
    expect(ids(mergeByWeights(bases, { vectorWeight: 1, textWeight: 0 }, { topK: 1, threshold: 0.5 }))).toEqual([
      'near',
    ]);
  });
});

describe('a model that judges', () => {
  it('decides alone, within 0 and 1, and what it does not know is left out', () => {
    const hits = [hit('a', 0.1), hit('b', 0.9), hit('c', 0.9)];
    const judged = [
      { index: 0, score: 3 },
      { index: 2, score: 0 },
      { index: 9, score: 1 },
    ];
    expect(mergeByModel(hits, judged, all).map(({ id, score }) => [id, score])).toEqual([
      ['a', 1],
      ['c', 0],
    ]);
    expect(ids(mergeByModel(hits, judged, { topK: 10, threshold: 0.5 }))).toEqual(['a']);
  });
});
