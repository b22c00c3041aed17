import { describe, expect, it } from 'vitest';
import type { HostCall } from '#engine';
import { HostClient } from '#engine/worker/host-client.ts';
import { HostCallPrefetch } from './host-call-prefetch.ts';
import type { PoolRunner } from './pool-runner.ts';
import { follow, request, script, textOf, useScriptedRunners } from './testing/scripted-runner.ts';

const open = useScriptedRunners();
const ask = { do: 'call', hostCall: 'test.ask', input: { of: 'a' } } as const;

/** Answers who asks, and how: by itself, or ahead. */
function hostCall(prefetch: HostCall['prefetch'] = async (_input, { workspaceId }) => `${workspaceId} prefetched`) {
  const asked: string[] = [];
  const call: HostCall['call'] = async (_input, { workspaceId }) => {
    asked.push(workspaceId);
    return `${workspaceId} asked`;
  };
  return { asked, hostCall: { id: 'test.ask', call, prefetch } satisfies HostCall };
}

async function said(runner: PoolRunner, graph = script(ask), workspaceId = 'mine'): Promise<string> {
  const run = follow(runner, request(graph, { workspaceId }));
  await run.finished;
  return textOf(run.events);
}

describe('a host call that a graph makes again', () => {
  it('is answered ahead, for the workspace of the run only', async () => {
    const { asked, hostCall: given } = hostCall();
    const { runner } = open({ hostCalls: [given] });
    expect(await said(runner)).toBe('"mine asked"');
    expect(await said(runner)).toBe('"mine prefetched"');
    expect(await said(runner, script(ask), 'other')).toBe('"other asked"');
    expect(await said(runner, script(ask), 'other')).toBe('"other prefetched"');
    expect(asked).toEqual(['mine', 'other']);
  });

  it('has one answer a run: the second time it is asked', async () => {
    const { asked, hostCall: given } = hostCall();
    const { runner } = open({ hostCalls: [given] });
    const twice = script(ask, ask);
    expect(await said(runner, twice)).toBe('"mine asked""mine asked"');
    expect(await said(runner, twice)).toBe('"mine prefetched""mine asked"');
    expect(asked).toHaveLength(3);
  });

  it('is asked when its answer has become old', async () => {
    const { runner } = open({ hostCalls: [hostCall().hostCall] });
    const late = script({ do: 'wait', ms: 150 }, ask);
    expect(await said(runner, late)).toBe('"mine asked"');
    expect(await said(runner, late)).toBe('"mine asked"');
  });

  it('is asked when its answer was long on the way, whatever the clocks say', () => {
    for (const [age, isAsked] of [
      [0, false],
      [500, true],
      [-5_000, true],
    ] as const) {
      const sent: unknown[] = [];
      const client = new HostClient((message) => sent.push(message));
      client.prefetch(1, [{ hostCall: 'test.ask', input: '1', output: '2' }], Date.now() - age);
      void client.call(1, 'test.ask', 1);
      expect(sent.length > 0).toBe(isAsked);
    }
  });

  it.each<[string, HostCall['prefetch']]>([
    ['may not be told ahead', async () => undefined],
    ['fails', () => Promise.reject(new Error('no database'))],
    ['can not be sent', async () => 1n],
    ['takes long', () => new Promise(() => undefined)],
  ])('is asked when what is prefetched %s', async (_why, prefetch) => {
    const { hostCall: given } = hostCall(prefetch);
    const { runner, problems } = open({ hostCalls: [given] });
    expect(await said(runner)).toBe('"mine asked"');
    expect(await said(runner)).toBe('"mine asked"');
    expect(problems).toEqual([]);
  });

  it('is answered ahead of a run in place, too', async () => {
    const { runner } = open({ hostCalls: [hostCall().hostCall], threads: 0 });
    expect(await said(runner)).toBe('"mine asked"');
    expect(await said(runner)).toBe('"mine prefetched"');
  });
});

describe('what is remembered of graphs', () => {
  it('are the last four calls of each', () => {
    const prefetch = new HostCallPrefetch();
    for (const input of [1, 2, 3, 4, 5, 2]) prefetch.note('graph', 'call', input);
    expect(prefetch.of('graph').map(({ input }) => input)).toEqual(['2', '5', '4', '3']);
    prefetch.note('graph', 'call', 'x'.repeat(1_000));
    prefetch.note('graph', 'call', undefined);
    expect(prefetch.of('graph')).toHaveLength(4);
  });

  it('are the graphs that asked last', () => {
    const prefetch = new HostCallPrefetch();
    for (let graph = 0; graph < 1_001; graph++) prefetch.note(`${graph}`, 'call', 1);
    expect(prefetch.of('0')).toEqual([]);
    expect(prefetch.of('1')).toHaveLength(1);
  });
});
