import { describe, expect, it } from 'vitest';
import { addressOf, type Place, readPlace } from './places.ts';
import { mergePast } from './results/merge-past.ts';
import type { PastItem } from './results/use-past.ts';

const id = '01a213a1-0000-71dd-8b17-824e853c61fa';
const places: readonly Place[] = [
  { view: 'run', task: '' },
  { view: 'run', task: id },
  { view: 'batches' },
  { view: 'batch', id, status: '', row: 0 },
  { view: 'batch', id, status: 'failed', row: 12 },
  { view: 'results', isKept: false },
  { view: 'results', isKept: true },
];

describe('addresses of the workflow page', () => {
  it.each(places)('come back to %j', (place) => {
    for (const from of [
      `/chat/${id}`,
      `/chat/${id}/batches/${id}?status=failed`,
      '/chatbot/web-token?embed=true&tab=results',
    ]) {
      expect(readPlace(addressOf(place, from))).toEqual(place);
    }
  });

  it('keep what is not theirs', () => {
    expect(addressOf({ view: 'batches' }, '/chatbot/web-x?embed=true&run=1')).toBe(
      '/chatbot/web-x?embed=true&tab=batches',
    );
  });
});

describe('past runs and batches as one list', () => {
  const item = (kind: 'run' | 'batch', at: number) => ({ kind, at, id: `${kind}${at}` }) as PastItem;
  const source = (items: readonly PastItem[], hasMore: boolean, last = items.at(-1)) => ({
    ...{ items, hasMore, last: last === undefined ? null : { id: last.id, at: last.at } },
  });
  const shown = (merged: ReturnType<typeof mergePast>) => merged.items.map((each) => each.id);

  it('shows the newest first, and nothing that a page to come would have to stand before', () => {
    const runs = source([item('run', 9), item('run', 5)], true);
    const batches = source([item('batch', 8), item('batch', 2)], false);
    const merged = mergePast([runs, batches]);
    expect(shown(merged)).toEqual(['run9', 'batch8', 'run5']);
    expect(merged.next).toBe(0);
    const all = mergePast([source([...runs.items, item('run', 1)], false), batches]);
    expect(shown(all)).toEqual(['run9', 'batch8', 'run5', 'batch2', 'run1']);
    expect(all.next).toBeNull();
  });

  it('asks the list that ends first, and one of which nothing is there', () => {
    const merged = mergePast([source([item('run', 9)], true), source([], true)]);
    expect([merged.next, shown(merged)]).toEqual([1, []]);
  });

  it('looks on where a whole page was nothing of what is asked for', () => {
    const merged = mergePast([source([item('run', 9)], false), source([], true, item('batch', 4))]);
    expect([merged.next, shown(merged)]).toEqual([1, ['run9']]);
  });
});
