import { describe, expect, it } from 'vitest';
import type { RunEvent } from '#engine';
import { chunk } from '#engine/testing/run-events.ts';
import { decodeEvents, type parseEntries, type StoredNode, type TextPiece } from './event-entries.ts';
import { EventJournal } from './event-journal.ts';
import { RunValues } from './run-values.ts';
import { valuesInRows } from './testing/manual-runs.ts';

const run = { runId: 'r', workspaceId: 'w' };
const journal = (): EventJournal =>
  new EventJournal({ ...run, values: new RunValues(valuesInRows(), run), flush: () => {} });

function ended(index: number, outputs: string): RunEvent {
  return {
    kind: 'node-finished',
    executionId: `e${index}`,
    nodeId: `n${index}`,
    nodeType: 'code',
    title: 'Code',
    index,
    predecessorNodeId: null,
    position: null,
    startedAt: 1,
    status: 'succeeded',
    inputs: null,
    processData: null,
    outputs,
    error: null,
    errorType: null,
    metadata: null,
    state: null,
    finishedAt: 2,
    elapsed: 0.001,
  };
}

interface Head {
  readonly generation: number;
  readonly first: number;
  readonly last: number;
  readonly entries: ReturnType<typeof parseEntries>;
}

const storedNode = (index: number) =>
  ({ id: `e${index}`, index, started_at: new Date(1), finished_at: new Date(2) }) as StoredNode;

describe('the rows of events', () => {
  it('hold the nodes that ended in them, values as the texts they were', () => {
    const events = journal();
    events.add([ended(1, '{"a":1.0}'), ended(2, '{"b":"\\u0000"}')]);
    const { rows } = events.take();
    expect(rows.map(({ large }) => large)).toEqual([[]]);
    expect(rows[0]?.nodes).toContain(',{"a":1.0}]');
    // PostgreSQL can't look into an array with such a text, but into one with a string of it.
    expect(rows[0]?.nodes).toContain(`,${JSON.stringify('{"b":"\\u0000"}')}]`);
  });

  it('leave large nodes to rows of their own', () => {
    const events = journal();
    events.add([ended(1, `{"a":"${'x'.repeat(5_000)}"}`)]);
    expect(events.hasNodes).toBe(true);
    expect(events.take().rows).toMatchObject([{ nodes: '', large: [expect.stringContaining('"index":1,')] }]);
    expect(events.hasNodes).toBe(false);
  });

  it('hold no more than some thousand characters of nodes each, and every event once', () => {
    const events = journal();
    events.add(Array.from({ length: 100 }, (_, index) => ended(index + 1, `{"a":"${'x'.repeat(2_000)}"}`)));
    const { rows } = events.take();
    expect(rows.length).toBeGreaterThan(2);
    const entries = rows.flatMap(({ head }) => (JSON.parse(`${head}}`) as { entries: number[] }).entries);
    expect(entries).toEqual(Array.from({ length: 100 }, (_, index) => -(index + 1)));
  });
});

describe('single pieces of text', () => {
  const piece = (index: number) => chunk([`${index} `], index % 40 < 20 ? ['llm', 'text'] : null) as TextPiece;
  const other: RunEvent = { kind: 'reasoning', nodeId: 'llm', deltas: ['hm'], isFinal: true };

  it.each([0, 1, 15, 16, 17, 33, 100])('are entries in their order, with other events between: %i', (count) => {
    const events = journal();
    const pieces = Array.from({ length: count }, (_, index) => piece(index));
    for (const one of pieces) events.addPiece(one);
    events.add([other, ended(1, '{}')]);
    for (const one of pieces) events.addPiece(one);
    expect(events.isWaiting).toBe(true);
    const first = events.take().rows;
    for (const one of pieces) events.addPiece(one);
    events.resume(1);
    events.addPiece(piece(1));
    const second = events.take().rows;
    const heads = [...first, ...second].map(({ head }) => JSON.parse(`${head}}`) as Head);
    const told = heads.flatMap(({ entries }) => decodeEvents(entries, { node: storedNode, isWhole: true, end: null }));
    expect(told).toEqual([
      ...pieces,
      other,
      expect.objectContaining({ kind: 'node-finished' }),
      ...pieces,
      ...pieces,
      piece(1),
    ]);
    expect(heads.map(({ first: from, last }) => last - from + 1)).toEqual(heads.map(({ entries }) => entries.length));
    expect(heads.at(-1)).toMatchObject({ generation: 1, first: 3 * count + 3, last: 3 * count + 3 });
  });

  it('ask to be written when they are much', () => {
    const events = journal();
    const half = chunk(['x'.repeat(8_001)]) as TextPiece;
    expect(events.addPiece(half)).toBe(false);
    expect(events.addPiece(half)).toBe(true);
  });
});
