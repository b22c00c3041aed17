import { describe, expect, it } from 'vitest';
import { runInPlace } from '#engine/testing/run-in-place.ts';

const work = (settings: Record<string, unknown> = {}) => ({ type: 'work', ...settings });
const branch = (handle: string, settings: Record<string, unknown> = {}) => ({ type: 'branch', handle, ...settings });

describe('trap 2: skip propagation order', () => {
  it('runs a node once when both handles of a branch lead to it', async () => {
    const { started, finished } = await runInPlace({
      nodes: { start: { type: 'start' }, if: branch('true'), a: work() },
      edges: [
        ['start', 'if'],
        ['if', 'a', 'true'],
        ['if', 'a', 'false'],
      ],
    });
    expect(started).toEqual(['start', 'if', 'a']);
    expect(finished.status).toBe('succeeded');
  });

  it('runs a node once behind two skipped edges and a taken one, whatever comes last', async () => {
    for (const [slow, fast] of [
      [5, 1],
      [1, 5],
    ]) {
      const { started } = await runInPlace({
        nodes: { start: { type: 'start' }, if: branch('c', { delay: slow }), x: work({ delay: fast }), end: work() },
        edges: [
          ['start', 'if'],
          ['start', 'x'],
          ['if', 'end', 'a'],
          ['if', 'end', 'b'],
          ['x', 'end'],
        ],
      });
      expect(started.filter((id) => id === 'end')).toEqual(['end']);
    }
  });

  it('skips what lies behind several skipped nodes', async () => {
    const { started, finished } = await runInPlace({
      nodes: { start: { type: 'start' }, if: branch('yes'), a: work(), b: work(), c: work(), d: work() },
      edges: [
        ['start', 'if'],
        ['if', 'a', 'yes'],
        ['if', 'b', 'no'],
        ['b', 'c'],
        ['c', 'd'],
        ['b', 'd'],
      ],
    });
    expect(started).toEqual(['start', 'if', 'a']);
    expect(finished.status).toBe('succeeded');
  });
});

describe('trap 3: a join waits only for live branches', () => {
  const sketch = (handle: string) => ({
    nodes: {
      start: { type: 'start' },
      if: branch(handle),
      a: work({ delay: 3 }),
      b: work({ delay: 9 }),
      c: work({ delay: 1 }),
      join: work(),
    },
    edges: [
      ['start', 'if'],
      ['if', 'a', 'true'],
      ['if', 'b', 'true'],
      ['if', 'c', 'false'],
      ['a', 'join'],
      ['b', 'join'],
      ['c', 'join'],
    ] as const,
  });

  it('waits for every live branch and for no other', async () => {
    const both = await runInPlace(sketch('true'));
    expect(both.started).toEqual(['start', 'if', 'a', 'b', 'join']);
    expect(both.finished.elapsed).toBe(0.009);
    const one = await runInPlace(sketch('false'));
    expect(one.started).toEqual(['start', 'if', 'c', 'join']);
  });
});

describe('branches', () => {
  it('trap 5: branch handle without an edge: the run ends succeeded with what there is', async () => {
    const { started, finished, outputs } = await runInPlace({
      mode: 'workflow',
      nodes: {
        start: { type: 'start' },
        out: { type: 'end', outputs: { x: ['start', 'x'] } },
        if: branch('nowhere'),
        a: work(),
      },
      edges: [
        ['start', 'out'],
        ['start', 'if'],
        ['if', 'a', 'true'],
      ],
      inputs: { x: 1 },
    });
    expect(started).toEqual(['start', 'out', 'if']);
    expect(finished.status).toBe('succeeded');
    expect(outputs).toEqual({ x: 1 });
  });

  it('that are cut off because another failed say so, and do not carry its error', async () => {
    const { events } = await runInPlace({
      nodes: { start: { type: 'start' }, bad: work({ delay: 5, fails: true }), slow: work({ delay: 50 }) },
      edges: [
        ['start', 'bad'],
        ['start', 'slow'],
      ],
    });
    const errorOf = (id: string) =>
      events.find((event) => event.kind === 'node-finished' && event.nodeId === id && event.status === 'failed');
    expect(errorOf('bad')).toMatchObject({ error: expect.not.stringContaining('Cut off') });
    expect(errorOf('slow')).toMatchObject({ error: expect.stringMatching(/^Cut off: the node .*\(bad\) failed/) });
  });

  it('fail as nodes when they choose no handle', async () => {
    const { finished } = await runInPlace({
      nodes: { start: { type: 'start' }, if: { type: 'branch' } },
      edges: [['start', 'if']],
    });
    expect(finished).toMatchObject({ status: 'failed', error: expect.stringContaining('chose no handle') });
  });

  it('take every edge of an ordinary node, whatever its handle', async () => {
    const { started } = await runInPlace({
      nodes: { start: { type: 'start' }, a: work(), b: work() },
      edges: [
        ['start', 'a', 'odd'],
        ['start', 'b'],
      ],
    });
    expect(started).toEqual(['start', 'a', 'b']);
  });
});

describe('roots', () => {
  const sketch = {
    nodes: { t1: { type: 'trigger' }, t2: { type: 'trigger' }, only2: work(), join: work() },
    edges: [
      ['t1', 'join'],
      ['t2', 'only2'],
      ['only2', 'join'],
    ] as const,
  };

  it('trap 27: several roots: those the run does not name are skipped with what only they lead to', async () => {
    expect((await runInPlace({ ...sketch, rootNodeId: 't1' })).started).toEqual(['t1', 'join']);
    expect((await runInPlace({ ...sketch, rootNodeId: 't2' })).started).toEqual(['t2', 'only2', 'join']);
  });

  it('must be named when there are several', async () => {
    const { finished } = await runInPlace(sketch);
    expect(finished).toMatchObject({ status: 'failed', errorCode: 'engine.invalid_root' });
  });

  it('must be roots', async () => {
    const { finished } = await runInPlace({ ...sketch, rootNodeId: 'join' });
    expect(finished).toMatchObject({ status: 'failed', errorCode: 'engine.invalid_root' });
  });
});

describe('an edge from a node that nothing leads to', () => {
  it('counts as skipped', async () => {
    const { started } = await runInPlace({
      nodes: { start: { type: 'start' }, stray: work(), a: work() },
      edges: [
        ['start', 'a'],
        ['stray', 'a'],
      ],
    });
    expect(started).toEqual(['start', 'a']);
  });
});
