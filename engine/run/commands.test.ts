import { describe, expect, it } from 'vitest';
import { fakeKind } from '#engine/testing/fake-nodes.ts';
import { reportOf, runInPlace, startInPlace } from '#engine/testing/run-in-place.ts';
import { noUsage } from './records/usage.ts';

const start = { type: 'start' };
const work = (settings: Record<string, unknown> = {}) => ({ type: 'work', ...settings });

describe('trap 23: stop', () => {
  it('during a stream keeps what was shown and takes nothing more', async () => {
    const run = startInPlace({
      nodes: {
        start,
        llm: work({ tokens: ['a', 'b', 'c', 'd'], every: 10 }),
        out: { type: 'answer', answer: '<{{#llm.text#}}>' },
      },
      edges: [
        ['start', 'llm'],
        ['llm', 'out'],
      ],
    });
    await run.clock.advance(15);
    run.send({ kind: 'abort', reason: 'Stopped by user' });
    await run.clock.advance(100);
    const { finished, text, statuses, outputs } = reportOf(run.events);
    expect(text).toBe('<ab');
    expect(outputs).toEqual({ answer: '<ab' });
    expect(statuses).toEqual({ start: 'succeeded', llm: 'stopped' });
    expect(finished).toMatchObject({ status: 'stopped', error: 'Stopped by user', answer: '<ab', errorCode: null });
    await run.done;
  });

  it('while a retry waits ends it', async () => {
    const run = startInPlace({
      nodes: {
        start,
        http: work({ fails: true, retry_config: { retry_enabled: true, max_retries: 5, retry_interval: 1000 } }),
      },
      edges: [['start', 'http']],
    });
    await run.clock.advance(10);
    run.send({ kind: 'abort', reason: 'enough' });
    expect(reportOf(run.events)).toMatchObject({ statuses: { http: 'stopped' }, finished: { status: 'stopped' } });
    expect(run.clock.pending).toBe(0);
  });

  it('counts what calls under way have used, and ends a run of which one can not tell', async () => {
    const used = { ...noUsage, promptTokens: 3, completionTokens: 2, totalTokens: 5 };
    const kinds = {
      caller: fakeKind({
        compile: () => null,
        run: (_node, context) => {
          context.spending(() => used);
          context.spending(() => {
            throw new Error('unknown price');
          });
          return new Promise(() => {});
        },
      }),
    };
    const run = startInPlace({ kinds, nodes: { start, call: { type: 'caller' } }, edges: [['start', 'call']] });
    await run.clock.advance(10);
    run.send({ kind: 'abort', reason: 'enough' });
    await run.done;
    expect(reportOf(run.events)).toMatchObject({
      statuses: { call: 'stopped' },
      finished: { status: 'stopped', usage: { promptTokens: 3, completionTokens: 2, totalTokens: 5 } },
    });
  });

  it('after the end changes nothing', async () => {
    const run = startInPlace({ nodes: { start }, edges: [] });
    await run.done;
    const count = run.events.length;
    run.send({ kind: 'abort', reason: 'late' });
    expect(run.events).toHaveLength(count);
  });

  it('from within a burst of events ends the run once', async () => {
    const sends: (() => void)[] = [];
    const kinds = {
      stopper: fakeKind({
        compile: () => null,
        run: () => {
          for (const send of sends) send();
          return { outputs: {} };
        },
      }),
    };
    const run = startInPlace({
      kinds,
      nodes: { start, wait: work({ delay: 1 }), stop: { type: 'stopper' }, later: work() },
      edges: [
        ['start', 'wait'],
        ['wait', 'stop'],
        ['stop', 'later'],
      ],
    });
    sends.push(() => run.send({ kind: 'abort', reason: 'inside' }));
    await run.clock.until(run.done);
    expect(reportOf(run.events)).toMatchObject({ statuses: { stop: 'stopped' }, started: ['start', 'wait', 'stop'] });
  });
});

describe('trap 25: step limit and time limit', () => {
  const chain = (length: number) => {
    const names = Array.from({ length }, (_, index) => `n${index}`);
    return {
      nodes: { start, ...Object.fromEntries(names.map((name) => [name, work()])) },
      edges: names.map((name, index) => [index === 0 ? 'start' : `n${index - 1}`, name] as const),
    };
  };

  it('let 500 nodes start and stop the run after the 501st', async () => {
    expect((await runInPlace(chain(499))).finished).toMatchObject({ status: 'succeeded', totalSteps: 500 });
    expect((await runInPlace(chain(500))).finished).toMatchObject({
      status: 'stopped',
      error: 'Maximum execution steps exceeded: 501 > 500 (WEFT_MAX_STEPS)',
      totalSteps: 501,
    });
  });

  it('stop a run that takes too long, even when a node hangs', async () => {
    const sketch = {
      nodes: { start, a: work({ delay: 3000 }), b: work() },
      edges: [
        ['start', 'a'],
        ['a', 'b'],
      ] as const,
    };
    const { finished, started } = await runInPlace({ ...sketch, limits: { maxSeconds: 2 } });
    expect(finished).toMatchObject({
      status: 'stopped',
      error: 'Maximum execution time exceeded: 2.00 s > 2 s',
    });
    expect(started).toEqual(['start', 'a']);
    expect((await runInPlace({ ...sketch, limits: { maxSeconds: null } })).finished.status).toBe('succeeded');
  });
});

describe('a pause', () => {
  it('starts nothing new until it is lifted, and loses nothing', async () => {
    const run = startInPlace({
      nodes: { start, a: work({ delay: 5 }), b: work() },
      edges: [
        ['start', 'a'],
        ['a', 'b'],
      ],
    });
    run.send({ kind: 'pause', reason: 'wait' });
    await run.clock.advance(50);
    expect(run.events.at(-1)).toMatchObject({ kind: 'node-finished', nodeId: 'a' });
    run.send({ kind: 'resume' });
    await run.done;
    expect(reportOf(run.events).finished.status).toBe('succeeded');
  });
});

describe('changed variables', () => {
  it('are seen by later nodes and reported, read-only ones stay', async () => {
    const run = startInPlace({
      conversation: [{ name: 'mood', valueType: 'string', value: 'calm' }],
      environment: [{ name: 'key', valueType: 'string', value: 'k' }],
      nodes: {
        start,
        wait: work({ delay: 5 }),
        if: { type: 'branch', handle: 'x' },
        out: { type: 'answer', answer: '{{#conversation.mood#}} {{#env.key#}}' },
      },
      edges: [
        ['start', 'wait'],
        ['wait', 'if'],
        ['if', 'out', 'x'],
      ],
    });
    run.send({
      kind: 'set-variables',
      values: [
        { selector: ['conversation', 'mood'], value: '"wild"' },
        { selector: ['env', 'key'], value: '"other"' },
        { selector: ['conversation', 'mood'], value: 'no JSON' },
      ],
    });
    await run.clock.until(run.done);
    const { text, events } = reportOf(run.events);
    expect(text).toBe('wild k');
    expect(events.filter((event) => event.kind === 'variable-updated')).toEqual([
      { kind: 'variable-updated', selector: ['conversation', 'mood'], valueType: 'string', value: '"wild"' },
    ]);
  });
});
