import { describe, expect, it } from 'vitest';
import { niceTop } from './analytics/days.ts';
import { annotationsCsv } from './annotations/annotations-csv.ts';
import { comparedNodes, isSame } from './runs/compared-nodes.ts';
import { forkValues, valueOfText } from './runs/fork-values.ts';
import { momentOf, type TimedEvent, withEvents } from './runs/moment.ts';

type Fields = Readonly<Record<string, unknown>>;

const eventOf = (number: number, kind: string, more: Fields = {}, generation = 0): TimedEvent => ({
  number,
  generation,
  event: { kind, ...more },
});
const node = (id: string, more: Fields = {}): Fields => ({
  ...{ execution_id: `e-${id}`, node_id: id, node_type: 'code', title: id.toUpperCase(), index: 1 },
  ...{ position: null, started_at: 1_000, ...more },
});
const end = (id: string, outputs: unknown, more: Fields = {}): Fields =>
  node(id, {
    status: 'succeeded',
    inputs: { of: id },
    process_data: null,
    outputs,
    elapsed: 0.5,
    finished_at: 1_500,
    ...more,
  });

const whole = [
  eventOf(1, 'run-started', { reason: 'initial' }),
  eventOf(2, 'node-started', node('a')),
  eventOf(3, 'node-finished', end('a', { n: 1 })),
  eventOf(4, 'node-started', node('b', { position: { path: 'x/1', iteration_index: 1 } })),
  eventOf(5, 'chunk', { node_id: 'end', selector: ['b', 'text'], deltas: ['he', 'llo'] }),
  eventOf(6, 'node-retry', end('b', null, { error: 'once more' })),
  eventOf(7, 'variable-updated', { selector: ['conversation', 'mood'], value: 'fine' }),
  eventOf(8, 'node-finished', end('b', { m: 2 })),
  eventOf(9, 'run-finished', { status: 'succeeded', outputs: { all: 3 } }),
];

describe('a run at a moment', () => {
  it('has each value as it was then', () => {
    expect(momentOf(whole.slice(0, 2)).nodes).toMatchObject([{ nodeId: 'a', status: 'running', outputs: null }]);
    expect(momentOf(whole.slice(0, 3)).nodes).toMatchObject([{ status: 'succeeded', outputs: { n: 1 } }]);
    expect(momentOf(whole.slice(0, 6)).nodes[1]).toMatchObject({
      ...{ status: 'running', text: 'hello', retries: 1, error: 'once more', round: 2, depth: 2 },
    });
    expect(momentOf(whole.slice(0, 6)).variables).toEqual({});
    expect(momentOf(whole)).toMatchObject({
      ...{ status: 'succeeded', outputs: { all: 3 }, variables: { 'conversation.mood': 'fine' } },
    });
  });

  it('is told anew by a newer generation from where that begins', () => {
    const first = withEvents([], whole.slice(0, 5));
    expect(withEvents(first, whole.slice(3, 5))).toHaveLength(5);
    const again = withEvents(first, [eventOf(4, 'node-started', node('c'), 1)]);
    expect(again.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    expect(momentOf(again).nodes.map(({ nodeId }) => nodeId)).toEqual(['a', 'c']);
  });

  it('offers inputs and what came before a node for running again', () => {
    const { nodes } = momentOf([
      ...whole.slice(0, 3),
      eventOf(4, 'node-started', node('c')),
      eventOf(5, 'node-finished', end('c', { late: true })),
    ]);
    const chosen = nodes[1];
    if (chosen === undefined) throw new Error('there is no second node');
    expect(forkValues({ topic: 'ferns', 'sys.query': 'x' }, nodes, chosen)).toEqual([
      { name: 'topic', label: 'topic', value: 'ferns', text: 'ferns' },
      { name: 'a.n', label: 'A → n', value: 1, text: '1' },
    ]);
    expect(valueOfText('[1]', 1)).toEqual({ ok: true, value: [1] });
    expect(valueOfText('[1', 1)).toEqual({ ok: false });
    expect(valueOfText('[1', 'text')).toEqual({ ok: true, value: '[1' });
  });

  it('is compared with another by nodes and the times they ran', () => {
    const one = momentOf(whole).nodes;
    const found = comparedNodes(one, one.slice(0, 1));
    expect(found.map(({ title, other }) => [title, other?.nodeId ?? null])).toEqual([
      ['A', 'a'],
      ['B #2', null],
    ]);
    expect(isSame({ a: 1, b: [2] }, { b: [2], a: 1 })).toBe(true);
    expect(isSame({ a: 1 }, { a: '1' })).toBe(false);
  });
});

it('ends an axis at a round value', () => {
  expect([0, 1, 3, 11, 0.02, 200].map(niceTop)).toEqual([1, 1, 5, 20, 0.02, 200]);
});

it('attack T04: writes no formula into a file for tables', () => {
  expect(annotationsCsv([{ question: '=HYPERLINK("x")', answer: 'a, "b"\nc' }])).toBe(
    '"question","answer"\r\n"\'=HYPERLINK(""x"")","a, ""b""\nc"\r\n',
  );
});
