import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../../engine/contract.ts';
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
