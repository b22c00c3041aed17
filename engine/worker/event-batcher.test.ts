import { describe, expect, it } from 'vitest';
import type { FramePosition, RunEvent } from '#engine';
import type { RunBatch } from '#engine/pool/protocol.ts';
import { runFinished } from '#engine/testing/run-events.ts';
import { EventBatcher } from './event-batcher.ts';

function collect(): { readonly sent: (readonly RunBatch[])[]; readonly batcher: EventBatcher } {
  const sent: (readonly RunBatch[])[] = [];
  return { sent, batcher: new EventBatcher((batches) => sent.push(batches)) };
}

function chunk(text: string, fields: Partial<RunEvent & { kind: 'chunk' }> = {}): RunEvent {
  return { kind: 'chunk', nodeId: 'llm', selector: ['llm', 'text'], deltas: [text], position: null, ...fields };
}

const endOfTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const started: RunEvent = { kind: 'run-started', at: 1, reason: 'initial' };

describe('a batch of events', () => {
  it('leaves at the end of the turn, with the events of all runs in their order', async () => {
    const { sent, batcher } = collect();
    batcher.add(1, [started]);
    batcher.add(2, [started, chunk('b')]);
    batcher.add(1, [chunk('a')]);
    expect(sent).toEqual([]);
    await endOfTurn();
    expect(sent).toEqual([
      [
        [1, [started, chunk('a')]],
        [2, [started, chunk('b')]],
      ],
    ]);
  });

  it('holds one event for neighbouring chunks of one text, with every delta', async () => {
    const { sent, batcher } = collect();
    batcher.add(1, [chunk('a'), chunk('b', { selector: ['llm', 'text'] })]);
    batcher.add(1, [chunk('c')]);
    await endOfTurn();
    expect(sent).toEqual([[[1, [chunk('', { deltas: ['a', 'b', 'c'] })]]]]);
  });

  it('keeps chunks apart that differ in node, variable or round', async () => {
    const round = (iterationIndex: number): FramePosition => ({
      iterationId: 'each',
      iterationIndex,
      loopId: null,
      loopIndex: null,
      path: `each:${iterationIndex}/`,
    });
    const chunks = [
      chunk('a'),
      chunk('b', { selector: null }),
      chunk('c', { selector: null, nodeId: 'other' }),
      chunk('d', { position: round(0) }),
      chunk('e', { position: round(1) }),
      chunk('f', { position: { ...round(1), path: 'outer:1/each:1/' } }),
    ];
    const { sent, batcher } = collect();
    batcher.add(1, chunks);
    await endOfTurn();
    expect(sent).toEqual([[[1, chunks]]]);
  });

  it('says where a text comes from once, and again when it was over', async () => {
    const { sent, batcher } = collect();
    const end = runFinished();
    for (const events of [[chunk('a')], [chunk('b')], [chunk('c'), end], [chunk('d')]]) {
      batcher.add(1, events);
      await endOfTurn();
    }
    expect(sent.flat()).toEqual([
      [1, [chunk('a')]],
      [1, [['b']]],
      [1, [['c'], end]],
      [1, [chunk('d')]],
    ]);
  });

  it('leaves at once when it is large, and nothing is sent twice', async () => {
    const { sent, batcher } = collect();
    batcher.add(
      1,
      Array.from({ length: 300 }, () => started),
    );
    expect(sent).toHaveLength(1);
    await endOfTurn();
    expect(sent).toHaveLength(1);
  });

  it('never changes the events it was given', async () => {
    const { batcher } = collect();
    const first = chunk('a');
    batcher.add(1, [first, chunk('b')]);
    await endOfTurn();
    expect(first).toEqual(chunk('a'));
  });
});
