import { describe, expect, it } from 'vitest';
import type { RunEvent } from '#engine';
import { chunk, nodeFinished, runFinished } from '#engine/testing/run-events.ts';
import { DeltaCodec } from './message-codec.ts';

const inRound = (outer: number, inner: number): RunEvent => {
  const path = `outer:${outer}/inner:${inner}/`;
  const position = { iterationId: 'inner', iterationIndex: inner, loopId: null, loopIndex: null, path };
  return { ...chunk(['a']), position } as RunEvent;
};
const events: readonly RunEvent[] = [
  ...[chunk(['a']), chunk(['b', 'c']), chunk([]), chunk(['d'], ['n1', 'other']), chunk(['e'], ['n1'])],
  ...[chunk(['f'], null), chunk(['g'], null), nodeFinished(), chunk(['h'], null)],
  ...[{ ...chunk(['i']), nodeId: 'another' } as RunEvent, { ...chunk(['j']), nodeId: 'another' } as RunEvent],
  ...[inRound(0, 0), inRound(0, 0), inRound(0, 1), inRound(1, 1), chunk(['k']), runFinished()],
];

describe('events on their way from a thread', () => {
  it('are the same on the other side', () => {
    const [from, to] = [new DeltaCodec(), new DeltaCodec()];
    const told = events.map((event) => from.encode(event));
    expect(structuredClone(told).map((event) => to.decode(event))).toEqual(events);
  });

  it('say once where a text comes from, and share it', () => {
    const [from, to] = [new DeltaCodec(), new DeltaCodec()];
    const told = [chunk(['a']), chunk(['b']), chunk(['c'])].map((event) => from.encode(event));
    expect(told).toEqual([chunk(['a']), ['b'], ['c']]);
    const [first, , third] = structuredClone(told).map((event) => to.decode(event));
    expect(Reflect.get(third ?? {}, 'selector')).toBe(Reflect.get(first ?? {}, 'selector'));
  });
});
