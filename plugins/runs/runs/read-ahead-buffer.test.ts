import { describe, expect, it } from 'vitest';
import type { NumberedEvent } from './contract.ts';
import { ReadAheadBuffer, type ReadEvents } from './read-ahead-buffer.ts';

const chunk = { kind: 'chunk', nodeId: '1', selector: null, position: null } as const;

function page(count: number, characters: number): ReadEvents {
  const deltas = ['x'.repeat(characters / 2), 'y'.repeat(characters / 2)];
  const events = Array.from({ length: count }, (_, index): NumberedEvent => {
    return { number: index + 1, generation: 0, event: { ...chunk, deltas } };
  });
  return { events, hasMore: false, isOver: true };
}

const numbers = (read: ReadEvents | undefined) => read?.events.map(({ number }) => number);

describe('a page of events', () => {
  it('is taken whole when it is small', () => {
    const readAhead = new ReadAheadBuffer();
    const reader = Symbol();
    expect(readAhead.step(reader, page(100, 10))).toEqual(page(100, 10));
    expect(readAhead.take(reader)).toBeUndefined();
  });

  it('is taken in steps when it is large, and only the last one ends it', () => {
    const readAhead = new ReadAheadBuffer();
    const reader = Symbol();
    const first = readAhead.step(reader, page(5, 10_000));
    expect([numbers(first), first.hasMore]).toEqual([[1, 2], true]);
    const second = readAhead.step(reader, readAhead.take(reader) ?? first);
    expect([numbers(second), second.hasMore]).toEqual([[3, 4], true]);
    const third = readAhead.step(reader, readAhead.take(reader) ?? first);
    expect([numbers(third), third.hasMore, third.isOver]).toEqual([[5], false, true]);
    expect(readAhead.take(reader)).toBeUndefined();
  });

  it('is kept for the readers that came last, for all together up to a size', () => {
    const readAhead = new ReadAheadBuffer(50_000);
    const readers = [Symbol(), Symbol(), Symbol()];
    for (const reader of readers) readAhead.step(reader, page(4, 10_000));
    expect(readers.map((reader) => numbers(readAhead.take(reader)))).toEqual([undefined, [3, 4], [3, 4]]);
  });
});
