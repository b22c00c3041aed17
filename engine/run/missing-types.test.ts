import { describe, expect, it } from 'vitest';
import { buildGraph } from '#engine/graph/build-graph.ts';
import { fakeKinds } from '#engine/testing/fake-nodes.ts';
import { runInPlace, sketchDocument } from '#engine/testing/run-in-place.ts';

const start = { type: 'start' };
const answer = (text: string) => ({ type: 'answer', answer: text });

describe('a node whose type nobody brings', () => {
  it('fails the run that reaches it, by node, type and plugin', async () => {
    const sketch = {
      nodes: { start, x: { type: 'teleport' }, after: answer('there') },
      edges: [
        ['start', 'x'],
        ['x', 'after'],
      ],
    } as const;
    const document = sketchDocument(sketch);
    const nodes = document.nodes.map((node) =>
      node.id === 'x' ? { ...node, title: 'Beam', missing: { isRoot: false, plugins: ['acme/beam'] } } : node,
    );
    const report = await runInPlace(
      sketch,
      buildGraph({ ...document, nodes }, (type) => fakeKinds[type]),
    );
    expect(report.finished).toMatchObject({
      status: 'failed',
      errorCode: 'engine.unknown_node_type',
      error:
        'Node "Beam" (x) has the type "teleport", which is not available here: install acme/beam, which may bring it, or remove the node.',
    });
    expect(report.statuses).toMatchObject({ start: 'succeeded', x: 'failed' });
    expect(report.text).toBe('');
  });

  it('keeps nothing from running while no run reaches it', async () => {
    const report = await runInPlace({
      nodes: {
        start,
        choice: { type: 'branch', handle: 'here' },
        x: { type: 'teleport' },
        here: answer('here'),
        join: answer('!'),
      },
      edges: [
        ['start', 'choice'],
        ['choice', 'here', 'here'],
        ['choice', 'x', 'there'],
        ['here', 'join'],
        ['x', 'join'],
      ],
    });
    expect(report.finished.status).toBe('succeeded');
    expect(report.text).toBe('here!');
    expect(report.statuses).not.toHaveProperty('x');
  });

  it('honours its error strategy', async () => {
    const defaults = [{ key: 'text', type: 'string', value: 'instead' }];
    const replaced = await runInPlace({
      nodes: {
        start,
        x: { type: 'teleport', error_strategy: 'default-value', default_value: defaults },
        a: answer('{{#x.text#}}: {{#x.error_type#}}'),
      },
      edges: [
        ['start', 'x'],
        ['x', 'a'],
      ],
    });
    expect(replaced.finished.status).toBe('partial-succeeded');
    expect(replaced.text).toBe('instead: UnknownNodeTypeError');
    const branched = await runInPlace({
      nodes: { start, x: { type: 'teleport', error_strategy: 'fail-branch' }, ok: answer('ok'), bad: answer('bad') },
      edges: [
        ['start', 'x'],
        ['x', 'ok'],
        ['x', 'bad', 'fail-branch'],
      ],
    });
    expect(branched.text).toBe('bad');
  });
});
