import { expect, it } from 'vitest';
import type { RunEvent } from '../../engine/contract.ts';
import { chunk } from '../../engine/testing/run-events.ts';
import { SharedSource } from './shared-source.ts';
import { all } from './testing/every-event.ts';

const inRound = (index: number): RunEvent => {
  const position = { iterationId: 'i', iterationIndex: index, loopId: null, loopIndex: null };
  return { ...chunk(['a']), position } as RunEvent;
};

it('changes no event', () => {
  const events: readonly RunEvent[] = [
    ...all,
    ...[chunk(['a']), chunk(['b', 'c']), chunk([]), chunk(['d'], ['n1', 'other']), chunk(['e'], ['n1'])],
    ...[chunk(['f'], null), chunk(['g'], null), chunk(['h']), { ...chunk(['i']), nodeId: 'another' } as RunEvent],
    ...[inRound(0), inRound(0), inRound(1), chunk(['j'])],
    ...all,
  ];
  const source = new SharedSource();
  expect(structuredClone(events).flatMap((event) => source.apply([event]))).toEqual(events);
  expect(new SharedSource().apply(structuredClone(events))).toEqual(events);
});

it('lets pieces of one text share where they come from', () => {
  const source = new SharedSource();
  const [first, second] = [1, 2].flatMap(() => source.apply([structuredClone(chunk(['a']))]));
  expect(Reflect.get(second ?? {}, 'selector')).toBe(Reflect.get(first ?? {}, 'selector'));
});
