import { describe, expect, it } from 'vitest';
import { fakeKind } from '#engine/testing/fake-nodes.ts';
import { reportOf, runInPlace, startInPlace } from '#engine/testing/run-in-place.ts';

const start = { type: 'start' };
const answer = (text: string) => ({ type: 'answer', answer: text });

describe('files of answers', () => {
  it('are collected into one list', async () => {
    const file = {
      dify_model_identity: '__dify__file__',
      type: 'image',
      transfer_method: 'remote_url',
      filename: 'a.png',
      url: 'u',
    };
    const { finished, text } = await runInPlace({
      nodes: { start, one: answer('{{#start.f#}}'), two: answer('{{#start.f#}}') },
      edges: [
        ['start', 'one'],
        ['one', 'two'],
      ],
      inputs: { f: file },
    });
    expect(text).toBe('![a.png](u)![a.png](u)');
    expect(JSON.parse(finished.files)).toEqual([file, file]);
  });
});

describe('reasoning', () => {
  const thinker = fakeKind({
    compile: () => null,
    run: (_, context) => {
      context.reason('hm', false);
      context.reason('', true);
      return { outputs: { text: 't' } };
    },
  });
  const kinds = { thinker };
  const edges = [
    ['start', 'llm'],
    ['llm', 'out'],
  ] as const;

  it('passes while a reached slot names the node', async () => {
    const nodes = { start, llm: { type: 'thinker' }, out: answer('{{#llm.text#}}') };
    const { events } = await runInPlace({ kinds, nodes, edges });
    expect(events.filter((event) => event.kind === 'reasoning')).toEqual([
      { kind: 'reasoning', nodeId: 'llm', deltas: ['hm'], isFinal: false },
      { kind: 'reasoning', nodeId: 'llm', deltas: [], isFinal: true },
    ]);
  });

  it('stays inside otherwise', async () => {
    const nodes = { start, llm: { type: 'thinker' }, out: answer('{{#llm.other#}}') };
    expect((await runInPlace({ kinds, nodes, edges })).events.some((event) => event.kind === 'reasoning')).toBe(false);
  });
});

describe('bursts', () => {
  it('are one array each: a run of synchronous nodes is a single one', async () => {
    const run = startInPlace({
      nodes: { start, a: { type: 'work' }, out: answer('x') },
      edges: [
        ['start', 'a'],
        ['a', 'out'],
      ],
    });
    expect(run.bursts).toEqual([run.events.length]);
    expect(reportOf(run.events).text).toBe('x');
  });

  it('join the deltas of one text', async () => {
    const kinds = {
      burst: fakeKind({
        compile: () => null,
        run: async (_, context) => {
          await Promise.resolve();
          for (const piece of ['a', 'b', 'c']) context.stream('text', piece);
          await Promise.resolve();
          return { outputs: { text: 'abc' } };
        },
      }),
    };
    const run = startInPlace({
      kinds,
      nodes: { start, llm: { type: 'burst' }, out: answer('{{#llm.text#}}') },
      edges: [
        ['start', 'llm'],
        ['llm', 'out'],
      ],
    });
    await run.done;
    expect(run.events.filter((event) => event.kind === 'chunk')).toMatchObject([{ deltas: ['a', 'b', 'c'] }]);
  });
});
