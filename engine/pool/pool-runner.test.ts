import { describe, expect, it } from 'vitest';
import type { HostCall, HostCaller } from '#engine';
import { PlatformError } from '#kernel';
import type { PoolRunner } from './pool-runner.ts';
import { follow, request, script, textOf, useScriptedRunners } from './testing/scripted-runner.ts';

const open = useScriptedRunners();

const module = new URL('./testing/text-encoder.ts', import.meta.url).href;
const encoder = { id: 'test.encoder', module, settings: null };

/** The kinds of events in each burst of a run, and what its encoder made of them. */
function told(runner: PoolRunner, name: string): Promise<readonly unknown[]> {
  const bursts: unknown[] = [];
  return new Promise((resolve) => {
    runner.start(request(script({ do: 'say', text: 'hello' }), { encoder: name }), (events, encoded) => {
      bursts.push([events.map(({ kind }) => kind).join(), encoded]);
      if (events.at(-1)?.kind === 'run-finished') resolve(bursts);
    });
  });
}

const places = [
  { place: 'in place', threads: 0 },
  { place: 'on a thread', threads: 1 },
];

describe.each(places)('a run $place', ({ threads }) => {
  it('tells its events in order and ends with run-finished', async () => {
    const { runner } = open({ threads });
    const said = Array.from({ length: 600 }, (_, index) => `${index} `);
    const steps = said.map((text) => ({ do: 'say', text }) as const);
    const run = follow(runner, request(script(...steps, { do: 'wait', ms: 5 }, { do: 'say', text: 'end' })));
    expect((await run.finished).status).toBe('succeeded');
    expect(run.events[0]?.kind).toBe('run-started');
    expect(run.events.at(-1)?.kind).toBe('run-finished');
    expect(textOf(run.events)).toBe(`${said.join('')}end`);
    expect(runner.active).toBe(0);
  });

  it('shares its thread with hundreds of waiting runs', async () => {
    const { runner } = open({ threads });
    const graph = script({ do: 'wait-for-abort' });
    const runs = Array.from({ length: 500 }, () => follow(runner, request(graph)));
    expect(runner.active).toBe(500);
    const late = follow(runner, request(script({ do: 'say', text: 'still served' })));
    await late.finished;
    expect(textOf(late.events)).toBe('still served');
    for (const run of runs) run.handle.send({ kind: 'abort', reason: 'enough' });
    const ends = await Promise.all(runs.map((run) => run.finished));
    expect(ends.every((end) => end.status === 'stopped' && end.error === 'enough')).toBe(true);
  });

  it('asks host calls in the name of its own request, whatever the node says', async () => {
    const callers: HostCaller[] = [];
    const inputs: unknown[] = [];
    const whoami: HostCall = {
      id: 'test.whoami',
      async call(input, caller) {
        inputs.push(input);
        callers.push(caller);
        return { workspace: caller.workspaceId };
      },
    };
    const { runner } = open({ threads, hostCalls: [whoami] });
    const forged = { workspaceId: 'victim', runId: 'victim', caller: { workspaceId: 'victim' } };
    const graph = script({ do: 'call', hostCall: 'test.whoami', input: forged });
    const mine = follow(runner, request(graph, { runId: 'run-a', workspaceId: 'mine', appId: 'app-a' }));
    const other = follow(runner, request(graph, { runId: 'run-b', workspaceId: 'other', appId: 'app-b' }));
    await Promise.all([mine.finished, other.finished]);
    expect(textOf(mine.events)).toBe('{"workspace":"mine"}');
    expect(textOf(other.events)).toBe('{"workspace":"other"}');
    expect(callers.map(({ runId, workspaceId, appId }) => [runId, workspaceId, appId])).toEqual([
      ['run-a', 'mine', 'app-a'],
      ['run-b', 'other', 'app-b'],
    ]);
    expect(inputs).toEqual([forged, forged]);
  });

  it('receives the errors of host calls with class, code and message', async () => {
    const failing: HostCall = {
      id: 'test.fail',
      async call() {
        throw new PlatformError('limited', 'test.too_fast', 'Not so fast.', { field: 'speed', retryAfter: 3 });
      },
    };
    const { runner } = open({ threads, hostCalls: [failing] });
    const run = follow(runner, request(script({ do: 'call', hostCall: 'test.fail', input: {} })));
    expect(await run.finished).toMatchObject({ status: 'failed', error: 'Not so fast.', errorCode: 'test.too_fast' });
  });

  it('learns nothing of an unexpected failure on the main thread but that it failed', async () => {
    const leaking: HostCall = {
      id: 'test.leak',
      async call() {
        throw new Error('password=hunter2');
      },
    };
    const { runner, problems } = open({ threads, hostCalls: [leaking] });
    const run = follow(runner, request(script({ do: 'call', hostCall: 'test.leak', input: {} })));
    const end = await run.finished;
    expect(end.errorCode).toBe('engine.host_call_failed');
    expect(end.error).not.toContain('hunter2');
    expect(problems).toHaveLength(1);
  });

  it('fails when it asks for a host call that nobody answers', async () => {
    const { runner } = open({ threads });
    const run = follow(runner, request(script({ do: 'call', hostCall: 'test.nobody', input: {} })));
    expect((await run.finished).errorCode).toBe('engine.unknown_host_call');
  });

  it('has its pending host calls aborted with it', async () => {
    const asked = Promise.withResolvers<AbortSignal>();
    const slow: HostCall = {
      id: 'test.slow',
      call: (_input, { signal }) => {
        asked.resolve(signal);
        return new Promise(() => undefined);
      },
    };
    const { runner } = open({ threads, hostCalls: [slow] });
    const run = follow(runner, request(script({ do: 'call', hostCall: 'test.slow', input: {} })));
    const signal = await asked.promise;
    expect(signal.aborted).toBe(false);
    run.handle.send({ kind: 'abort', reason: 'user asked' });
    expect((await run.finished).status).toBe('stopped');
    expect(signal.aborted).toBe(true);
  });

  it('fails with the reason when its graph can’t be built', async () => {
    const { runner } = open({ threads });
    const graph = { hash: 'bad', text: '{}' };
    const runs = [follow(runner, request(graph)), follow(runner, request(graph))];
    for (const run of runs) {
      expect(await run.finished).toMatchObject({ status: 'failed', errorCode: 'engine.invalid_graph' });
    }
  });

  it('is refused when the server has no room for more runs', async () => {
    const { runner } = open({ threads, maxRuns: 1 });
    const first = follow(runner, request(script({ do: 'wait-for-abort' })));
    const second = follow(runner, request(script()));
    expect(await second.finished).toMatchObject({ status: 'failed', errorCode: 'engine.too_many_runs' });
    first.handle.send({ kind: 'abort', reason: 'done' });
    await first.finished;
    expect((await follow(runner, request(script())).finished).status).toBe('succeeded');
  });

  it('is refused to a workspace that has most of the room before others are refused theirs', async () => {
    const { runner } = open({ threads, maxRuns: 10 });
    const of = (workspaceId: string) => ({ ...request(script({ do: 'wait-for-abort' })), workspaceId });
    const flood = Array.from({ length: 9 }, () => follow(runner, of('flood')));
    expect(await follow(runner, of('flood')).finished).toMatchObject({ errorCode: 'engine.too_many_runs' });
    const other = follow(runner, of('other'));
    expect(await follow(runner, of('third')).finished).toMatchObject({ errorCode: 'engine.too_many_runs' });
    for (const { handle } of [...flood, other]) handle.send({ kind: 'abort', reason: 'done' });
    for (const { finished } of [...flood, other]) expect((await finished).status).toBe('stopped');
    const again = follow(runner, of('flood'));
    again.handle.send({ kind: 'abort', reason: 'done' });
    expect((await again.finished).status).toBe('stopped');
  });

  it('is observed by layers, and a layer that throws disturbs nobody', async () => {
    const seen: string[] = [];
    const layers = [
      {
        id: 'broken',
        onEvents: () => {
          throw new Error('broken layer');
        },
      },
      {
        id: 'good',
        onEvents: (_run: unknown, events: readonly { kind: string }[]) => seen.push(...events.map((e) => e.kind)),
      },
    ];
    const { runner, problems } = open({ threads, layers });
    const run = follow(runner, request(script({ do: 'say', text: 'hello' })));
    await run.finished;
    await Promise.resolve();
    expect(seen).toEqual(['run-started', 'chunk', 'run-finished']);
    expect(problems).toContain('A run layer threw.');
  });

  it('passes the encoder that it names, and is told as it is when there is none of that name', async () => {
    const { runner } = open({ threads, setup: { services: [encoder] } });
    expect(await told(runner, encoder.id)).toEqual([['run-finished', ['run-started', 'chunk']]]);
    expect(await told(runner, 'nobody')).toEqual([['run-started,chunk,run-finished', undefined]]);
  });

  it('is not encoded while layers look at its events', async () => {
    const layers = [{ id: 'layer', onEvents: () => undefined }];
    const { runner } = open({ threads, layers, setup: { services: [encoder] } });
    expect(await told(runner, encoder.id)).toEqual([['run-started,chunk,run-finished', undefined]]);
  });

  it('can be checked without being run', async () => {
    const { runner } = open({ threads });
    expect(await runner.check(script())).toEqual(['The script is empty.']);
    const refusal = runner.check({ hash: 'bad', text: '{}' });
    await expect(refusal).rejects.toBeInstanceOf(PlatformError);
    await expect(refusal).rejects.toMatchObject({ kind: 'invalid', code: 'engine.invalid_graph', field: 'steps' });
  });

  it('is built by the check for the run behind it, also where it is refused', async () => {
    const { runner } = open({ threads: 1 });
    const graph = script({ do: 'name-the-build' });
    await runner.check(graph);
    const first = follow(runner, request(graph));
    await first.finished;
    const other = script({ do: 'wait', ms: 0 }, { do: 'name-the-build' });
    const second = follow(runner, request(other));
    await second.finished;
    // The engine of tests counts what it builds: the run built nothing, so the next graph is the second.
    expect([textOf(first.events), textOf(second.events)]).toEqual(['build 1', 'build 2']);
    const bad = { hash: 'bad', text: '{}' };
    for (let time = 0; time < 2; time += 1) {
      await expect(runner.check(bad)).rejects.toMatchObject({ code: 'engine.invalid_graph' });
    }
    expect(await follow(runner, request(bad)).finished).toMatchObject({ errorCode: 'engine.invalid_graph' });
  });

  it('builds its graph once per thread, and again after the thread forgot it', async () => {
    const { runner } = open({ threads, room: { graphs: 2, characters: 1_000_000 } });
    const named = (ms: number) => script({ do: 'wait', ms }, { do: 'name-the-build' });
    const build = async (graph: ReturnType<typeof script>): Promise<string> => {
      const run = follow(runner, request(graph));
      await run.finished;
      return textOf(run.events);
    };
    const first = await build(named(0));
    expect(await build(named(0))).toBe(first);
    await build(named(1));
    await build(named(2));
    expect(await build(named(0))).not.toBe(first);
  });
});

describe('stopping', () => {
  it('waits for runs, gives back the rest at the end of the grace period and takes no more', async () => {
    const { runner } = open({ threads: 0 });
    const quick = follow(runner, request(script({ do: 'wait', ms: 20 })));
    const endless = follow(runner, request(script({ do: 'wait-for-abort' })));
    const grace = new AbortController();
    const stopped = runner.stop(grace.signal);
    expect((await follow(runner, request(script())).finished).errorCode).toBe('engine.stopping');
    expect((await quick.finished).status).toBe('succeeded');
    expect(runner.active).toBe(1);
    grace.abort();
    expect((await endless.finished).errorCode).toBe('engine.stopping');
    await stopped;
    expect(runner.active).toBe(0);
  });

  it('is over at once when nothing runs', async () => {
    const { runner } = open({ threads: 0 });
    await runner.stop(new AbortController().signal);
    await runner.close();
    expect((await follow(runner, request(script())).finished).errorCode).toBe('engine.stopping');
  });
});
