import { describe, expect, it } from 'vitest';
import type { NodeImplementation, RunEvent } from '#engine';
import { fakeKind } from '#engine/testing/fake-nodes.ts';
import { ManualClock } from '#engine/testing/manual-clock.ts';
import { Random } from '#engine/testing/random.ts';
import { type RandomGraph, randomGraph } from '#engine/testing/random-graph.ts';
import { type RunSketch, reportOf, runInPlace, startInPlace } from '#engine/testing/run-in-place.ts';

const start = { type: 'start' };
const work = (settings: Record<string, unknown> = {}) => ({ type: 'work', ...settings });
const answer = (text: string) => ({ type: 'answer', answer: text });

/** Goes on with a run of which only the first events are known. */
async function resumed(
  sketch: RunSketch,
  events: readonly RunEvent[],
  clock = new ManualClock(),
): Promise<readonly RunEvent[]> {
  const run = startInPlace({ ...sketch, past: { events } }, undefined, clock);
  await run.clock.until(run.done);
  return run.events;
}

/** What a reader has in hand who followed the run before and after. */
function shownText(events: readonly RunEvent[]): string {
  let text = '';
  for (const event of events) {
    if (event.kind === 'chunk') text += event.deltas.join('');
    if (event.kind === 'text-replaced') text = event.text;
  }
  return text;
}

function count(events: readonly RunEvent[], kind: RunEvent['kind']): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const event of events) {
    if (event.kind !== kind || !('executionId' in event)) continue;
    counts[event.executionId] = (counts[event.executionId] ?? 0) + 1;
  }
  return counts;
}

function upstream({ edges }: RandomGraph, id: string): readonly string[] {
  const found = new Set([id]);
  for (const node of found) for (const [source, target] of edges) if (target === node) found.add(source);
  found.delete(id);
  return [...found];
}

function withAnswers(graph: RandomGraph, random: Random): RunSketch {
  const nodes = { ...graph.nodes };
  for (const [id, node] of Object.entries(nodes)) {
    if (node.type !== 'work') continue;
    // What an answer shows of nodes beside it depends on who is faster.
    const before = upstream(graph, id);
    const name = before[random.below(before.length)] ?? 'ghost';
    if (random.chance(0.4)) nodes[id] = { ...answer(`<${id} {{#${name}.text#}}>`), delay: random.below(4) };
    else {
      const tokens = Array.from({ length: random.below(4) }, (_, index) => `${id}.${index} `);
      const updates = [{ selector: ['conversation', 'last'], value: id }];
      nodes[id] = { ...node, tokens, every: random.below(3), failsAfter: 0, updates };
    }
  }
  return { ...graph, nodes, conversation: [{ name: 'last', value: '' }] };
}

describe('a run that goes on from its journal', () => {
  it('ends as it would have ended, wherever it was cut, and runs no finished node again', async () => {
    let cuts = 0;
    for (let seed = 1; seed <= 250; seed += 1) {
      const random = new Random(seed);
      const sketch = withAnswers(randomGraph(random, 9, false), random);
      // One clock for all: it remembers how often nodes failed.
      const first = startInPlace(sketch);
      await first.clock.until(first.done);
      const whole = reportOf(first.events);
      for (let cut = 1; cut < whole.events.length; cut += 1 + random.below(4)) {
        cuts += 1;
        const before = whole.events.slice(0, cut);
        const after = await resumed(sketch, before, first.clock);
        const all = [...before, ...after];
        const place = `seed ${seed}, cut ${cut}`;
        const report = reportOf(all);
        expect(report.outputs.answer, place).toEqual(whole.outputs.answer);
        expect(report.statuses, place).toEqual(whole.statuses);
        expect(shownText(all), place).toBe(report.finished.answer);
        expect(new Set(Object.values(count(all, 'node-started'))), place).toEqual(new Set([1]));
        expect(new Set(Object.values(count(all, 'node-finished'))), place).toEqual(new Set([1]));
        expect(after[0], place).toMatchObject({ kind: 'run-started', reason: 'resumption' });
        expect(report.finished.startedAt, place).toBe(whole.finished.startedAt);
      }
    }
    expect(cuts).toBeGreaterThan(1000);
  }, 60_000);

  it('counts tokens once, of finished nodes and of failed attempts', async () => {
    const usage = { totalTokens: 7, promptTokens: 3, completionTokens: 4 };
    const retry_config = { retry_enabled: true, max_retries: 2, retry_interval: 5 };
    const sketch: RunSketch = {
      nodes: {
        start,
        a: work({ usage, delay: 1, fails: 1, retry_config }),
        b: work({ usage, delay: 50 }),
        out: answer('x'),
      },
      edges: [
        ['start', 'a'],
        ['a', 'b'],
        ['b', 'out'],
      ],
    };
    const whole = await runInPlace(sketch);
    expect(whole.finished.totalTokens).toBe(21);
    const cut = whole.events.findIndex((event) => event.kind === 'node-started' && event.nodeId === 'b') + 1;
    const after = await resumed(sketch, whole.events.slice(0, cut));
    expect(after.at(-1)).toMatchObject({ totalTokens: 21, exceptionsCount: 1, totalSteps: whole.finished.totalSteps });
  });

  it('takes back text of a model that was interrupted and answers differently now', async () => {
    const sketch = (tokens: readonly string[]): RunSketch => ({
      nodes: { start, model: work({ tokens, every: 5 }), out: answer('It says: {{#model.text#}}!') },
      edges: [
        ['start', 'model'],
        ['model', 'out'],
      ],
    });
    const first = await runInPlace(sketch(['one ', 'two ', 'three']));
    const cut = first.events.findIndex((event) => event.kind === 'chunk' && event.deltas.includes('two ')) + 1;
    const before = first.events.slice(0, cut);
    const after = await resumed(sketch(['one ', 'more']), before);
    expect(after.some((event) => event.kind === 'text-replaced')).toBe(true);
    expect(shownText([...before, ...after])).toBe('It says: one more!');
    const same = await resumed(sketch(['one ', 'two ', 'three']), before);
    expect(same.some((event) => event.kind === 'text-replaced')).toBe(false);
    expect(shownText([...before, ...same])).toBe('It says: one two three!');
  });

  it('takes back what readers were told beyond the journal', async () => {
    const sketch: RunSketch = {
      nodes: { start, model: work({ tokens: ['one ', 'two ', 'three'], every: 5 }), out: answer('{{#model.text#}}!') },
      edges: [
        ['start', 'model'],
        ['model', 'out'],
      ],
    };
    const { events } = await runInPlace(sketch);
    for (let kept = 1; kept < events.length; kept += 1) {
      const past = { events: events.slice(0, kept), isCutOff: true };
      const run = startInPlace({ ...sketch, past });
      await run.clock.until(run.done);
      expect(run.events[1]).toEqual({ kind: 'text-replaced', text: shownText(past.events) });
      for (let told = kept; told < events.length; told += 1) {
        expect(shownText([...events.slice(0, told), ...run.events])).toBe('one two three!');
      }
    }
    const silent = { nodes: { start, model: work({ tokens: ['one'] }) }, edges: [['start', 'model']] as const };
    const quiet = await runInPlace(silent);
    const after = await runInPlace({ ...silent, past: { events: quiet.events.slice(0, 2), isCutOff: true } });
    expect(after.events.some(({ kind }) => kind === 'text-replaced')).toBe(false);
  });
});

describe('a node with side effects', () => {
  const effect = (runs: string[]): NodeImplementation<{ delay?: number }> => ({
    compile: (data) => data,
    async run(_, { node }) {
      runs.push(node.id);
      return { outputs: { ok: true } };
    },
  });

  function sketch(runs: string[], settings: Record<string, unknown>): RunSketch {
    return {
      kinds: { effect: fakeKind(effect(runs), { sideEffects: true, retry: true }) },
      nodes: { start, post: { type: 'effect', ...settings }, out: answer('done') },
      edges: [
        ['start', 'post'],
        ['post', 'out'],
      ],
    };
  }

  async function interrupted(settings: Record<string, unknown>) {
    const runs: string[] = [];
    const whole = await runInPlace(sketch(runs, settings));
    const cut = whole.events.findIndex((event) => event.kind === 'node-started' && event.nodeId === 'post') + 1;
    runs.length = 0;
    return { runs, after: await resumed(sketch(runs, settings), whole.events.slice(0, cut)) };
  }

  it('is not run again when it was interrupted, whatever its retries', async () => {
    const retry_config = { retry_enabled: true, max_retries: 3, retry_interval: 0 };
    const { runs, after } = await interrupted({ retry_config });
    expect(runs).toEqual([]);
    expect(after.at(-1)).toMatchObject({ status: 'failed', errorCode: 'engine.node_interrupted' });
  });

  it('is run again when its settings say so', async () => {
    const { runs, after } = await interrupted({ on_interruption: 'retry' });
    expect(runs).toEqual(['post']);
    expect(after.at(-1)).toMatchObject({ status: 'succeeded' });
  });

  it.each([
    { settings: {}, asked: 2 },
    { settings: { on_interruption: 'retry' }, asked: 1 },
  ])('waits until it may be found, or its run may where it is run again, $settings', async ({ settings, asked }) => {
    const order: string[] = [];
    const persisted = async () => order.push('durable');
    const { nodes, ...rest } = sketch(order, settings);
    const edges = [...rest.edges.slice(0, 1), ['post', 'again'], ['again', 'out']] as const;
    await runInPlace({ ...rest, nodes: { ...nodes, again: { type: 'effect', ...settings } }, edges, persisted });
    expect(order.filter((step) => step === 'durable')).toHaveLength(asked);
    expect(order.slice(0, 2)).toEqual(['durable', 'post']);
  });

  it('takes its error strategy', async () => {
    const { runs, after } = await interrupted({ error_strategy: 'default-value' });
    expect(runs).toEqual([]);
    expect(after.at(-1)).toMatchObject({ status: 'partial-succeeded' });
  });
});

describe('trap 24: pause and resume', () => {
  /** Waits for a person until `decisions` holds a value for it. */
  const ask = (decisions: Record<string, string>): NodeImplementation => ({
    compile: () => null,
    async run(_, { node }) {
      const decision = decisions[node.id];
      return decision === undefined
        ? { outputs: {}, pause: { form: node.id } }
        : { outputs: { decision }, handle: decision };
    },
  });

  function sketch(decisions: Record<string, string>): RunSketch {
    return {
      kinds: { ask: fakeKind(ask(decisions), { branch: true }) },
      nodes: {
        start,
        a: { type: 'ask' },
        b: { type: 'ask' },
        slow: work({ delay: 40, outputs: { text: 'slow' } }),
        afterA: work({ outputs: { text: 'after a' } }),
        out: answer('{{#slow.text#}} {{#afterA.text#}} {{#b.decision#}}'),
      },
      edges: [
        ['start', 'a'],
        ['start', 'b'],
        ['start', 'slow'],
        ['a', 'afterA', 'yes'],
        ['afterA', 'out'],
        ['b', 'out', 'no'],
        ['slow', 'out'],
      ],
    };
  }

  it('pauses once with every reason, when nothing else runs', async () => {
    const run = startInPlace(sketch({}));
    await run.clock.until(run.done);
    const last = run.events.at(-1);
    expect(last).toMatchObject({ kind: 'run-paused', reasons: [{ nodeId: 'a' }, { nodeId: 'b' }] });
    expect(run.events.filter((event) => event.kind === 'node-finished').map((event) => event.nodeId)).toContain('slow');
  });

  it('goes on with one of two answers, waits for the other, and keeps execution ids and the text', async () => {
    const decisions: Record<string, string> = {};
    const events: RunEvent[] = [];
    const go = async () => {
      const run = startInPlace(
        { ...sketch(decisions), ...(events.length > 0 ? { past: { events: [...events] } } : {}) },
        undefined,
        new ManualClock(),
      );
      await run.clock.until(run.done);
      events.push(...run.events);
      return run.events.at(-1);
    };
    await go();
    decisions.a = 'yes';
    expect(await go()).toMatchObject({ kind: 'run-paused', reasons: [{ nodeId: 'b' }] });
    decisions.b = 'no';
    expect(await go()).toMatchObject({ kind: 'run-finished', status: 'succeeded', answer: 'slow after a no' });
    expect(new Set(Object.values(count(events, 'node-started')))).toEqual(new Set([1]));
    expect(new Set(Object.values(count(events, 'node-finished')))).toEqual(new Set([1]));
    expect(shownText(events)).toBe('slow after a no');
  });
});

describe('a fork', () => {
  const usage = { totalTokens: 7, promptTokens: 3, completionTokens: 4 };
  const sketch: RunSketch = {
    nodes: {
      start,
      model: work({ outputs: { text: 'first' }, usage, delay: 1 }),
      other: work({ outputs: { text: 'other' }, usage, delay: 1 }),
      second: answer('{{#model.text#}} and {{#other.text#}} for {{#start.name#}}'),
    },
    edges: [
      ['start', 'model'],
      ['model', 'other'],
      ['other', 'second'],
    ],
    inputs: { name: 'Ada' },
  };

  it('runs a node and what follows anew, and pays nothing for what came before', async () => {
    const { events } = await runInPlace(sketch);
    const report = await runInPlace({ ...sketch, past: { events: [], fork: { events, nodeId: 'other', values: [] } } });
    expect(report.started).toEqual(['start', 'model', 'other', 'second']);
    expect(report.finished).toMatchObject({ status: 'succeeded', totalTokens: 7, answer: 'first and other for Ada' });
    expect(report.text).toBe('first and other for Ada');
    expect(report.events[0]).toMatchObject({ reason: 'initial' });
  });

  it('takes values in place of inputs and of earlier outputs', async () => {
    const { events } = await runInPlace(sketch);
    const values = [
      { selector: ['start', 'name'], value: '"Grace"' },
      { selector: ['model', 'text'], value: '"edited"' },
    ];
    const report = await runInPlace({ ...sketch, past: { events: [], fork: { events, nodeId: 'second', values } } });
    expect(report.finished).toMatchObject({ totalTokens: 0, answer: 'edited and other for Grace' });
  });

  it('takes inputs from its beginning too', async () => {
    const { events } = await runInPlace(sketch);
    const values = [{ selector: ['start', 'name'], value: '"Grace"' }];
    const report = await runInPlace({ ...sketch, past: { events: [], fork: { events, nodeId: 'start', values } } });
    expect(report.finished).toMatchObject({ totalTokens: 14, answer: 'first and other for Grace' });
  });

  it('that is cut off anywhere goes on as the fork it is, and does nothing twice', async () => {
    const values = [
      { selector: ['env', 'tone'], value: '"new"' },
      { selector: ['model', 'text'], value: '"edited"' },
      { selector: ['other', 'text'], value: '"not this"' },
    ];
    const nodes = { ...sketch.nodes, second: answer('{{#model.text#}} {{#other.text#}} {{#env.tone#}}') };
    const environment = [{ name: 'tone', valueType: 'string', value: 'old' }];
    const asked: RunSketch = { ...sketch, nodes, environment };
    const { events: before } = await runInPlace(asked);
    const fork = { events: before, nodeId: 'other', values };
    const { events: whole } = await runInPlace({ ...asked, past: { events: [], fork } });
    for (let cut = 0; cut < whole.length; cut += 1) {
      const report = await runInPlace({ ...asked, past: { events: whole.slice(0, cut), fork } });
      expect(report.finished).toMatchObject({ totalTokens: 7, answer: 'edited other new' });
      const told = [...whole.slice(0, cut), ...report.events];
      expect(Object.values(count(told, 'node-started'))).toEqual([1, 1, 1, 1]);
      expect(Object.values(count(told, 'node-finished'))).toEqual([1, 1, 1, 1]);
    }
  });
});
