import { describe, expect, it } from 'vitest';
import type { RunEvent } from '#engine';
import { chunk, runFinished } from '#engine/testing/run-events.ts';
import type { OutputFilter } from './contract.ts';
import { filteredEvents } from './filtered-events.ts';

/** A run that keeps what it is told; `over` resolves with the batch that ends it. */
function followed() {
  const told: RunEvent[] = [];
  const stops: string[] = [];
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const run = {
    onEvents(events: readonly RunEvent[]) {
      told.push(...events);
      if (events.at(-1)?.kind === 'run-finished') resolve();
    },
    stop: (reason: string) => void stops.push(reason),
  };
  return { run, told, stops, over };
}
const textOf = (events: readonly RunEvent[]) =>
  events.map((event) => (event.kind === 'chunk' ? event.deltas.join('') : event.kind)).join(' ');

describe('the events of a run', () => {
  it('pass at once without an output filter', () => {
    const { run, told } = followed();
    filteredEvents(run, undefined).receive([chunk(['a'])]);
    expect(textOf(told)).toBe('a');
  });

  it('pass an output filter in order, however long each batch takes', async () => {
    const { run, told, stops, over } = followed();
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let batch = 0;
    const outputFilter: OutputFilter = {
      async filter(events, stop) {
        await gates[batch++]?.promise;
        stop(`seen ${batch}`);
        return events.filter((event) => event.kind !== 'chunk' || event.deltas[0] !== 'secret');
      },
    };
    const { receive, settled } = filteredEvents(run, outputFilter);
    for (const text of ['a', 'secret', 'b']) receive([chunk([text])]);
    receive([runFinished()]);
    gates[1]?.resolve();
    expect(told).toEqual([]);
    let isSettled = false;
    const all = settled().then(() => {
      isSettled = true;
    });
    expect(isSettled).toBe(false);
    gates[0]?.resolve();
    await over;
    await all;
    expect(textOf(told)).toBe('a b run-finished');
    expect(stops).toEqual(['seen 1', 'seen 2', 'seen 3', 'seen 4']);
  });

  it('are not told when the output filter breaks, only that the run failed', async () => {
    const { run, told, stops, over } = followed();
    let batches = 0;
    const outputFilter: OutputFilter = {
      async filter(events) {
        if (++batches > 1) throw new Error('broken');
        return events;
      },
    };
    const { receive } = filteredEvents(run, outputFilter);
    receive([chunk(['a'])]);
    receive([chunk(['b'])]);
    receive([chunk(['c']), runFinished({ answer: 'abc', outputs: '{"answer":"abc"}' })]);
    await over;
    expect(textOf(told)).toBe('a run-finished');
    expect(told.at(-1)).toMatchObject({ status: 'failed', answer: '', outputs: '{}', errorCode: 'runs.screen_failed' });
    expect(stops).toEqual(['Its output could not be checked.']);
  });

  it('of a run that waits tell nothing of its output when the output filter breaks', async () => {
    const { run, told } = followed();
    const { receive, settled } = filteredEvents(run, { filter: () => Promise.reject(new Error('broken')) });
    const { kind: _, status: __, error: ___, errorCode: ____, files: _____, ...rest } = runFinished();
    receive([
      { ...rest, kind: 'run-paused', reasons: [], outputs: '{"answer":"x"}', answer: 'x', pausedAt: rest.finishedAt },
    ]);
    await settled();
    expect(told).toMatchObject([{ kind: 'run-paused', answer: '', outputs: '{}' }]);
  });
});
