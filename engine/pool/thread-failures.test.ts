import { describe, expect, it } from 'vitest';
import { follow, request, script, textOf, useScriptedRunners } from './testing/scripted-runner.ts';

const open = useScriptedRunners();

const hello = script({ do: 'say', text: 'hello' });

describe('an engine thread that dies', () => {
  const deaths = [
    { how: 'by process.exit', step: { do: 'exit' } },
    { how: 'of an uncaught error', step: { do: 'throw-later' } },
    { how: 'out of memory', step: { do: 'hoard' } },
  ] as const;

  it.each(deaths)('$how fails its runs, is replaced and leaves other threads alone', async ({ step }) => {
    const { runner } = open({ threads: 2, heapMb: 64 });
    const bystander = follow(runner, request(script({ do: 'say', text: 'here' }, { do: 'wait-for-abort' })));
    await bystander.said('here');
    const dying = follow(runner, request(script({ do: 'say', text: 'here' }, step, { do: 'wait-for-abort' })));
    expect(await dying.finished).toMatchObject({ status: 'failed', errorCode: 'engine.thread_died' });
    expect(runner.active).toBe(1);
    const next = follow(runner, request(hello));
    expect((await next.finished).status).toBe('succeeded');
    bystander.handle.send({ kind: 'abort', reason: 'bye' });
    expect((await bystander.finished).status).toBe('stopped');
  });

  it('survives a promise that nobody caught', async () => {
    const { runner, problems } = open();
    const run = follow(runner, request(script({ do: 'forget-a-promise' }, { do: 'wait', ms: 20 })));
    expect((await run.finished).status).toBe('succeeded');
    expect(problems).toEqual(['A promise of an engine thread was rejected and nobody caught it.']);
  });

  it('is given up for blocked when its loop stands still', async () => {
    const { runner } = open({ blockedSeconds: 1 });
    await follow(runner, request(hello)).finished;
    const waiting = follow(runner, request(script({ do: 'wait-for-abort' })));
    const spinning = follow(runner, request(script({ do: 'spin', ms: 60_000 })));
    const ends = await Promise.all([waiting.finished, spinning.finished]);
    expect(ends.map((end) => end.errorCode)).toEqual(['engine.thread_blocked', 'engine.thread_blocked']);
    expect((await follow(runner, request(hello)).finished).status).toBe('succeeded');
  });
});

describe('runs while every thread is gone', () => {
  /** A runner whose only thread has died so often in so short a time that its successor is born a while later. */
  async function threadless() {
    const { runner } = open({ threads: 1 });
    for (let death = 0; death < 4; death += 1) await follow(runner, request(script({ do: 'exit' }))).finished;
    await expect(runner.check(hello)).rejects.toMatchObject({ kind: 'unavailable', code: 'engine.no_thread' });
    return runner;
  }

  it('wait for the next, and obey meanwhile', async () => {
    const runner = await threadless();
    const first = follow(runner, request(hello));
    const second = follow(runner, request(script({ do: 'wait-for-abort' })));
    second.handle.send({ kind: 'abort', reason: 'bye' });
    expect(runner.active).toBe(2);
    expect((await first.finished).status).toBe('succeeded');
    expect(await second.finished).toMatchObject({ status: 'stopped', error: 'bye' });
    expect(runner.active).toBe(0);
  });

  it('are given back when the server stops', async () => {
    const runner = await threadless();
    const run = follow(runner, request(hello));
    await runner.stop(new AbortController().signal);
    expect((await run.finished).errorCode).toBe('engine.stopping');
  });
});

describe('an answer that can’t cross to a thread', () => {
  it('fails the run that asked, and only that', async () => {
    const hostCalls = [
      { id: 'test.bad', call: async () => ({ method: () => undefined }) },
      { id: 'test.good', call: async () => 'fine' },
    ];
    const { runner } = open({ hostCalls });
    const ask = (hostCall: string) => follow(runner, request(script({ do: 'call', hostCall, input: {} })));
    const [bad, good] = [ask('test.bad'), ask('test.good')];
    expect((await bad.finished).errorCode).toBe('engine.host_call_failed');
    expect((await good.finished).status).toBe('succeeded');
    expect(textOf(good.events)).toBe('"fine"');
  });
});

describe('reloading', () => {
  it('moves new runs to new threads while old runs end where they are', async () => {
    const { runner } = open();
    const named = script({ do: 'name-the-build' }, { do: 'wait-for-abort' });
    const old = follow(runner, request(named));
    await old.said('build 1');
    runner.reload();
    await Promise.resolve();
    const fresh = follow(runner, request(named));
    await fresh.said('build 1');
    expect(runner.active).toBe(2);
    for (const run of [old, fresh]) run.handle.send({ kind: 'abort', reason: 'done' });
    expect((await old.finished).status).toBe('stopped');
    expect((await fresh.finished).status).toBe('stopped');
  });

  it('says which modules a thread could not load, and runs what does not need them', async () => {
    const services = [{ id: 'broken.service', module: new URL('./missing.ts', import.meta.url).href, settings: {} }];
    const { runner, problems } = open({ setup: { services } });
    const run = follow(runner, request(hello));
    await run.finished;
    expect(textOf(run.events)).toBe('hello');
    expect(problems[0]).toContain('The thread service broken.service could not be loaded');
  });
});

describe('the pool', () => {
  it('tells the same events on a thread as in place', async () => {
    const graph = script(
      { do: 'say', text: 'a' },
      { do: 'say', text: 'b' },
      { do: 'wait', ms: 5 },
      { do: 'say', text: 'c' },
    );
    const told = await Promise.all(
      [0, 1].map(async (threads) => {
        const run = follow(open({ threads }).runner, request(graph));
        await run.finished;
        return run.events.map((event) => ({ ...event, at: 0, startedAt: 0, finishedAt: 0 }));
      }),
    );
    expect(told[0]).toEqual(told[1]);
    expect(told[0]?.map((event) => event.kind)).toEqual(['run-started', 'chunk', 'chunk', 'run-finished']);
  });

  it('gives a run to the thread with the fewest', async () => {
    const { runner } = open({ threads: 2 });
    const named = script({ do: 'name-the-build' }, { do: 'wait-for-abort' });
    const runs = [follow(runner, request(named)), follow(runner, request(named))];
    // Each of two threads builds the graph for the first time.
    await Promise.all(runs.map((run) => run.said('build 1')));
    for (const run of runs) run.handle.send({ kind: 'abort', reason: 'done' });
    await Promise.all(runs.map((run) => run.finished));
  });

  it('answers a health check, and fails it when no thread answers', async () => {
    const { runner } = open();
    await runner.ping(AbortSignal.timeout(10_000));
    const spinning = follow(
      runner,
      request(script({ do: 'say', text: 'go' }, { do: 'wait', ms: 5 }, { do: 'spin', ms: 4_000 })),
    );
    await spinning.said('go');
    // Until it spins it answers.
    const ping = () => runner.ping(AbortSignal.timeout(100)).catch((error: Error) => error.message);
    await expect.poll(ping, { timeout: 4_000, interval: 20 }).toBe('No engine thread answered in time.');
    expect((await spinning.finished).status).toBe('succeeded');
  });
});
