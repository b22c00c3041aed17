import { describe, expect, it } from 'vitest';
import { NodeError } from '#engine';
import { fakeKind } from '#engine/testing/fake-nodes.ts';
import { reportOf, runInPlace, startInPlace } from '#engine/testing/run-in-place.ts';
import { PlatformError } from '#kernel';

const start = { type: 'start' };
const work = (settings: Record<string, unknown> = {}) => ({ type: 'work', ...settings });
const retry = (max: unknown, interval: unknown = 0) => ({
  retry_config: { retry_enabled: true, max_retries: max, retry_interval: interval },
});

describe('a fail branch', () => {
  const sketch = (fails: boolean) => ({
    nodes: {
      start,
      http: work({ error_strategy: 'fail-branch', ...(fails ? { fails: true } : {}) }),
      ok: work(),
      sorry: { type: 'answer', answer: '{{#http.error_type#}}: {{#http.error_message#}}' },
    },
    edges: [
      ['start', 'http'],
      ['http', 'ok', 'source'],
      ['http', 'sorry', 'fail-branch'],
    ] as const,
  });

  it('trap 6: success path of a fail-branch node: the branch is skipped, no exception is counted', async () => {
    const { started, finished } = await runInPlace(sketch(false));
    expect(started).toEqual(['start', 'http', 'ok']);
    expect(finished).toMatchObject({ status: 'succeeded', exceptionsCount: 0 });
  });

  it('is taken on failure and knows the error', async () => {
    const { started, finished, statuses, nodeOutputs } = await runInPlace(sketch(true));
    expect(started).toEqual(['start', 'http', 'sorry']);
    expect(statuses.http).toBe('exception');
    expect(nodeOutputs.http).toEqual({ error_message: 'http fails', error_type: 'FakeError' });
    expect(finished).toMatchObject({
      status: 'partial-succeeded',
      exceptionsCount: 1,
      answer: 'FakeError: http fails',
    });
  });

  it('records the strategy and the error', async () => {
    const { events } = await runInPlace(sketch(true));
    expect(events.find((event) => event.kind === 'node-finished' && event.nodeId === 'http')).toMatchObject({
      error: 'http fails',
      errorType: 'FakeError',
      metadata: '{"error_strategy":"fail-branch"}',
    });
  });
});

describe('trap 7: default-value types', () => {
  it('are read by their types, with the error beside them, and every edge is taken', async () => {
    const { nodeOutputs, started, finished } = await runInPlace({
      nodes: {
        start,
        code: work({
          fails: true,
          error_strategy: 'default-value',
          default_value: [
            { key: 'list', type: 'array[number]', value: '[1, 2.0]' },
            { key: 'number', type: 'number', value: '5' },
            { key: 'plain', type: 'number', value: 5 },
            { key: 'text', type: 'string', value: '[1]' },
            { key: 'object', type: 'object', value: '{"a": null}' },
          ],
        }),
        a: work(),
        b: work(),
      },
      edges: [
        ['start', 'code'],
        ['code', 'a', 'success-branch'],
        ['code', 'b'],
      ],
    });
    expect(JSON.stringify(nodeOutputs.code)).toBe(
      '{"list":[1,2.0],"number":5.0,"plain":5,"text":"[1]","object":{"a":null},"error_message":"code fails","error_type":"FakeError"}',
    );
    expect(started).toEqual(['start', 'code', 'a', 'b']);
    expect(finished.status).toBe('partial-succeeded');
  });
});

describe('trap 21: retry', () => {
  const sketch = (settings: Record<string, unknown>) => ({
    nodes: { start, http: work(settings), slow: work({ delay: 30 }), quick: work({ delay: 1 }), after: work() },
    edges: [
      ['start', 'http'],
      ['start', 'quick'],
      ['quick', 'slow'],
      ['http', 'after'],
    ] as const,
  });

  it('tells one start and n retries, waits without stalling other nodes, and leaves the run partial', async () => {
    const run = startInPlace(sketch({ fails: 2, ...retry('3', '100') }));
    await run.clock.advance(99);
    expect(run.events.map((event) => event.kind)).not.toContain('node-retry');
    expect(reportStatuses(run.events)).toMatchObject({ slow: 'succeeded' });
    await run.clock.until(run.done);
    const { finished, started } = reportOf(run.events);
    const retries = run.events.filter((event) => event.kind === 'node-retry');
    expect(retries.map((event) => [event.retryIndex, event.error])).toEqual([
      [1, 'http fails'],
      [2, 'http fails'],
    ]);
    const ids = run.events.filter((event) => 'executionId' in event && event.nodeId === 'http');
    expect(new Set(ids.map((event) => 'executionId' in event && event.executionId)).size).toBe(1);
    expect(started.filter((id) => id === 'http')).toHaveLength(1);
    expect(finished).toMatchObject({ status: 'partial-succeeded', exceptionsCount: 2, totalSteps: 7, elapsed: 0.2 });
  });

  it('is made no more often, and no later, than the limits allow, and at once where no interval is set', async () => {
    const retries = (events: readonly { kind: string }[]) => events.filter((event) => event.kind === 'node-retry');
    const patient = startInPlace(sketch({ fails: true, ...retry(1_000, 9_999_999_999) }));
    await patient.clock.advance(4_999);
    expect(retries(patient.events)).toHaveLength(0);
    await patient.clock.advance(1);
    expect(retries(patient.events)).toHaveLength(1);
    await patient.clock.until(patient.done);
    expect(retries(patient.events)).toHaveLength(10);
    expect(reportOf(patient.events).finished).toMatchObject({ status: 'failed', elapsed: 50 });
    const hasty = await runInPlace(sketch({ fails: 1, ...retry(1, undefined) }));
    expect(hasty.finished).toMatchObject({ status: 'partial-succeeded', exceptionsCount: 1 });
  });

  it('waits for as long as the server asked for that was called, a minute at most, and never less than its interval', async () => {
    const limited = (after: number) => {
      const details = { retry_after_ms: after };
      const cause = new PlatformError('invalid', 'models.completion_request_error', 'too fast', { details });
      return new NodeError('InvokeError', cause.message, { cause });
    };
    for (const [after, interval, elapsed] of [
      [2_500, 100, 2.5],
      [3_600_000, 100, 60],
      [50, 100, 0.1],
      ['soon' as unknown as number, 100, 0.1],
    ] as const) {
      let calls = 0;
      const answer = () => {
        calls += 1;
        if (calls === 1) throw limited(after);
        return { outputs: {} };
      };
      const limit = fakeKind({ compile: () => null, run: answer }, { retry: true });
      const sketch = {
        nodes: { start, llm: { type: 'limit', ...retry(1, interval) } },
        edges: [['start', 'llm']] as const,
      };
      const run = startInPlace({ kinds: { limit }, ...sketch });
      await run.clock.until(run.done);
      expect(reportOf(run.events).finished).toMatchObject({ status: 'partial-succeeded', elapsed });
    }
  });

  it('ends in the error strategy when no attempt is left', async () => {
    const { events, finished } = await runInPlace(
      sketch({ fails: true, ...retry(2), error_strategy: 'default-value', default_value: [] }),
    );
    expect(events.filter((event) => event.kind === 'node-retry')).toHaveLength(2);
    expect(finished).toMatchObject({ status: 'partial-succeeded', exceptionsCount: 3 });
  });

  it('is off in the older shape and for types that do not support it', async () => {
    const old = { retry_config: { enabled: true, max_retries: 3, retry_interval: 1 } };
    const older = await runInPlace(sketch({ fails: 1, ...old }));
    expect(older.finished).toMatchObject({ status: 'failed', exceptionsCount: 1 });
    const unsupported = await runInPlace({
      nodes: { start, if: { type: 'branch', fails: 1, handle: 'x', ...retry(3) } },
      edges: [['start', 'if']],
    });
    expect(unsupported.finished.status).toBe('failed');
  });
});

function reportStatuses(events: readonly { kind: string }[]): Record<string, unknown> {
  return Object.fromEntries(
    events.flatMap((event) => ('nodeId' in event && 'status' in event ? [[event.nodeId, event.status]] : [])),
  );
}

describe('trap 22: failure in one of two parallel nodes', () => {
  it('fails the run, records the node beside it and starts nothing any more', async () => {
    const { statuses, started, finished, events } = await runInPlace({
      nodes: { start, bad: work({ fails: true, delay: 5 }), long: work({ delay: 50 }), later: work() },
      edges: [
        ['start', 'bad'],
        ['start', 'long'],
        ['long', 'later'],
        ['bad', 'later'],
      ],
    });
    expect(started).toEqual(['start', 'bad', 'long']);
    expect(statuses).toEqual({ start: 'succeeded', bad: 'failed', long: 'failed' });
    expect(finished).toMatchObject({ status: 'failed', error: 'bad fails', exceptionsCount: 1 });
    expect(events.filter((event) => event.kind === 'run-finished')).toHaveLength(1);
  });

  it('aborts the signal of what still runs, and ignores what it does afterwards', async () => {
    let aborted: unknown;
    let finish: () => void = () => {};
    const listener = fakeKind({
      compile: () => null,
      run: (_, context) => {
        context.signal.addEventListener('abort', () => {
          aborted = context.signal.reason;
        });
        return new Promise((resolve) => {
          finish = () => {
            context.stream('text', 'late');
            context.log({ late: true });
            resolve({ outputs: {} });
          };
        });
      },
    });
    const run = startInPlace({
      kinds: { listener },
      nodes: {
        start,
        l: { type: 'listener' },
        bad: work({ fails: true, delay: 1 }),
        out: { type: 'answer', answer: '{{#l.text#}}' },
      },
      edges: [
        ['start', 'l'],
        ['start', 'bad'],
        ['l', 'out'],
      ],
    });
    await run.clock.until(run.done);
    expect(aborted).toMatchObject({ message: expect.stringMatching(/^Cut off: the node 'bad' /) });
    const count = run.events.length;
    finish();
    await run.clock.advance(10);
    expect(run.events).toHaveLength(count);
    expect(run.events.at(-1)?.kind).toBe('run-finished');
  });

  it('reports the code of a platform error, and the type and details of a node error', async () => {
    const failing = (error: unknown) =>
      runInPlace({
        kinds: {
          thrower: fakeKind({
            compile: () => null,
            run: () => {
              throw error;
            },
          }),
        },
        nodes: { start, t: { type: 'thrower' } },
        edges: [['start', 't']],
      });
    const known = await failing(new PlatformError('invalid', 'models.completion_request_error', 'no'));
    expect(known.finished).toMatchObject({ error: 'no', errorCode: 'models.completion_request_error' });
    expect(known.events.at(-2)).toMatchObject({ errorType: 'CompletionRequestError' });
    const details = { inputs: { a: 1 }, processData: { b: 2 } };
    const named = await failing(new NodeError('HTTPResponseCodeError', '500', { code: 'x.y', details }));
    expect(named.finished).toMatchObject({ error: '500', errorCode: 'x.y' });
    expect(named.events.at(-2)).toMatchObject({
      errorType: 'HTTPResponseCodeError',
      inputs: '{"a":1}',
      processData: '{"b":2}',
    });
    const odd = await failing('just text');
    expect(odd.finished).toMatchObject({ error: 'just text', errorCode: null });
    const plain = await failing(new TypeError('x is undefined'));
    expect(plain.events.at(-2)).toMatchObject({ errorType: 'TypeError', error: 'x is undefined' });
  });

  it('is also what an answer of nonsense is', async () => {
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    for (const result of [undefined, {}, { outputs: cycle }]) {
      const kinds = { odd: fakeKind({ compile: () => null, run: () => result as never }) };
      const { finished } = await runInPlace({ kinds, nodes: { start, o: { type: 'odd' } }, edges: [['start', 'o']] });
      expect(finished.status).toBe('failed');
    }
  });
});
