import { describe, expect, it } from 'vitest';
import { candidatesFor, type FoundEntry, piecesOf, scoredEntries } from './fusion.ts';

function entry(id: string, scores: Partial<FoundEntry> = {}): FoundEntry {
  return { id, documentId: 'd', segmentId: `of ${id}`, kind: 'segment', vector: null, bm25: null, ...scores };
}

const weights = { by: 'weights', vectorWeight: 0.7, textWeight: 0.3 } as const;
const order = (entries: readonly { readonly id: string }[]) => entries.map(({ id }) => id);

describe('scores of both ways', () => {
  it('are added by their weights, words as shares of the best', () => {
    const found = [entry('a', { vector: 0.5, bm25: 4 }), entry('b', { vector: 0.5, bm25: 8 })];
    const [first, second] = scoredEntries(found, weights);
    expect(first).toMatchObject({ id: 'b', text: 1, score: expect.closeTo(0.65) });
    expect(second).toMatchObject({ id: 'a', text: 0.5, score: expect.closeTo(0.5) });
  });

  it('keep what only words have found', () => {
    const found = [entry('near', { vector: 0.9, bm25: 0 }), entry('worded', { vector: null, bm25: 7 })];
    expect(order(scoredEntries(found, weights))).toEqual(['near', 'worded']);
    const textual = { by: 'weights', vectorWeight: 0.2, textWeight: 0.8 } as const;
    expect(order(scoredEntries(found, textual))).toEqual(['worded', 'near']);
  });

  it('are never below 0 or above 1, whatever is found', () => {
    const odd = [
      entry('a', { vector: -1, bm25: -3 }),
      entry('b', { vector: Number.NaN }),
      entry('c', { vector: 7, bm25: 2 }),
    ];
    for (const combination of [weights, { by: 'vector' }, { by: 'text' }, { by: 'ranks' }] as const) {
      for (const { score } of scoredEntries(odd, combination)) {
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
      }
    }
  });

  it('by ranks give 1 to who is first in both lists, and half to who is first in one', () => {
    const found = [entry('both', { vector: 0.2, bm25: 9 }), entry('one', { vector: 0.1 }), entry('none')];
    expect(scoredEntries(found, { by: 'ranks' }).map(({ id, score }) => [id, score])).toEqual([
      ['both', 1],
      ['one', expect.closeTo(61 / 62 / 2)],
      ['none', 0],
    ]);
  });

  it('that are equal keep one order', () => {
    const found = [entry('b', { vector: 0.5 }), entry('a', { vector: 0.5 })];
    expect(order(scoredEntries(found, { by: 'vector' }))).toEqual(['a', 'b']);
    expect(order(scoredEntries(found.toReversed(), { by: 'vector' }))).toEqual(['a', 'b']);
  });
});

describe('candidates', () => {
  it('are as many for 3 hits as for 8, and never endless', () => {
    expect([1, 3, 8, 50, 51, 100, 200, 5_000].map(candidatesFor)).toEqual([50, 50, 50, 50, 51, 100, 200, 200]);
  });
});

describe('entries of one segment', () => {
  it('are one hit, as good as the best of them', () => {
    const found = [
      entry('text', { segmentId: 's', vector: 0.4 }),
      entry('summary', { segmentId: 's', kind: 'summary', vector: 0.8 }),
      entry('other', { vector: 0.6 }),
    ];
    const pieces = piecesOf(scoredEntries(found, { by: 'vector' }));
    expect(pieces.map(({ segmentId, best }) => [segmentId, best.id, best.score])).toEqual([
      ['s', 'summary', 0.8],
      ['of other', 'other', 0.6],
    ]);
    expect(order(pieces[0]?.entries ?? [])).toEqual(['summary', 'text']);
  });
});
