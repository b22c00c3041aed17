import { describe, expect, it } from 'vitest';
import { fakeKind, fakeKinds } from '#engine/testing/fake-nodes.ts';
import { type GraphSketch, sketchDocument, sketchGraph } from '#engine/testing/run-in-place.ts';
import { isPlatformError, PlatformError } from '#kernel';
import { buildGraph } from './build-graph.ts';
import type { NodeKind } from './graph.ts';

const start = { type: 'start' };
const work = { type: 'work' };
const container = fakeKind(
  { compile: () => null, run: () => ({ outputs: {} }) },
  { container: { kind: 'iteration', pool: 'copied' } },
);

function problemOf(sketch: GraphSketch): { message: string; field: string | undefined } {
  try {
    sketchGraph(sketch);
  } catch (error) {
    if (!isPlatformError(error) || error.code !== 'engine.invalid_graph') throw error;
    return { message: error.message, field: error.field };
  }
  throw new Error('the graph was built');
}

describe('a graph that can not run', () => {
  it.each<[string, GraphSketch, string, string]>([
    ['has an edge to a missing node', { nodes: { start }, edges: [['start', 'ghost']] }, 'ghost', 'edges.ghost'],
    ['has no root', { nodes: { work }, edges: [] }, 'no start', 'nodes'],
    [
      'has a start together with a trigger',
      { nodes: { start, t: { type: 'trigger' } }, edges: [] },
      'also starts at Node t',
      'start.type',
    ],
    [
      'has a cycle',
      {
        nodes: { start, a: work, b: work },
        edges: [
          ['start', 'a'],
          ['a', 'b'],
          ['b', 'a'],
        ],
      },
      'leads back to itself',
      'edges',
    ],
    [
      'has a container without a start',
      { kinds: { container }, nodes: { start, c: { type: 'container' } }, edges: [['start', 'c']] },
      'no start',
      'c.start_node_id',
    ],
    [
      'has a container whose start lies outside',
      {
        kinds: { container },
        nodes: { start, c: { type: 'container', start_node_id: 'start' } },
        edges: [['start', 'c']],
      },
      'no start',
      'c.start_node_id',
    ],
    [
      'has a default that is not of its type',
      {
        nodes: {
          start,
          x: {
            type: 'work',
            error_strategy: 'default-value',
            default_value: [{ key: 'n', type: 'number', value: 'many' }],
          },
        },
        edges: [['start', 'x']],
      },
      'the default of "n" is no number',
      'x.default_value',
    ],
    [
      'has an unknown error strategy',
      { nodes: { start, x: { type: 'work', error_strategy: 'ignore' } }, edges: [['start', 'x']] },
      'use fail-branch',
      'x.error_strategy',
    ],
  ])('%s', (_, sketch, message, field) => {
    const problem = problemOf(sketch);
    expect(problem.message).toContain(message);
    expect(problem.field).toBe(field);
  });

  it('has two nodes of one id', () => {
    const document = sketchDocument({ nodes: { start, a: work }, edges: [] });
    const twice = { ...document, nodes: [...document.nodes, ...document.nodes.slice(1)] };
    expect(() => buildGraph(twice, (type) => fakeKinds[type])).toThrow('Node a, id: another node has the same id');
  });

  it('has containers inside each other without end', () => {
    const nodes: Record<string, GraphSketch['nodes'][string]> = { start };
    for (let level = 0; level < 5000; level += 1) {
      nodes[`c${level}`] = { type: 'container', start_node_id: `c${level + 1}`, parent: level > 0 && `c${level - 1}` };
    }
    nodes.c5000 = { type: 'work', parent: 'c4999' };
    const problem = problemOf({ kinds: { container }, nodes, edges: [['start', 'c0']] });
    expect(problem.message).toContain('Node c50, parentId: containers may lie 50 deep inside each other');
  });

  it('names the field that the node itself refuses, and all problems at once', () => {
    const picky: NodeKind = fakeKind({
      compile: () => {
        throw new PlatformError('invalid', 'x.bad', 'the URL is empty', { field: 'url' });
      },
      run: () => ({ outputs: {} }),
    });
    const checked: NodeKind = { ...picky, check: () => [{ field: 'method', message: 'is required' }] };
    const problem = problemOf({
      kinds: { picky, checked },
      nodes: { start, a: { type: 'picky' }, b: { type: 'checked' } },
      edges: [
        ['start', 'a'],
        ['a', 'b'],
      ],
    });
    expect(problem.field).toBe('a.url');
    expect(problem.message).toBe('Node a, url: the URL is empty\nNode b, method: is required');
  });

  it('names a node once when its type names it too', () => {
    const picky: NodeKind = fakeKind({
      compile: () => {
        throw new PlatformError('invalid', 'x.bad', 'Node Fetch (a), url: the URL is empty', { field: 'url' });
      },
      run: () => ({ outputs: {} }),
    });
    const { message } = problemOf({
      kinds: { picky },
      nodes: { start, a: { type: 'picky' } },
      edges: [['start', 'a']],
    });
    expect(message).toBe('Node a, url: the URL is empty');
  });
});

describe('a graph that can run', () => {
  it('warns about what is out of reach, broken or not', () => {
    const graph = sketchGraph({
      kinds: { container },
      nodes: { start, a: work, stray: { type: 'marvel' }, c: { type: 'container' }, note: { type: '' } },
      edges: [
        ['start', 'a'],
        ['stray', 'a'],
      ],
    });
    expect(graph.main.nodes.map((node) => node.id)).toEqual(['start', 'a']);
    expect(graph.main.edges).toHaveLength(1);
    expect(graph.warnings).toHaveLength(2);
    expect(graph.warnings[0]).toContain('Node stray');
  });

  it('keeps the inside of each container as a graph of its own, nested ones too', () => {
    const graph = sketchGraph({
      kinds: { container },
      nodes: {
        start,
        outer: { type: 'container', start_node_id: 'o1' },
        o1: { ...work, parent: 'outer' },
        inner: { type: 'container', start_node_id: 'i1', parent: 'outer' },
        i1: { ...work, parent: 'inner' },
        lost: { ...work, parent: 'inner' },
        grouped: { ...work, parent: 'editor-group' },
      },
      edges: [
        ['start', 'outer'],
        ['o1', 'inner'],
        ['outer', 'grouped'],
        ['o1', 'i1'],
      ],
    });
    expect([...graph.containers.keys()]).toEqual(['inner', 'outer']);
    expect(graph.containers.get('outer')?.nodes.map((node) => node.id)).toEqual(['o1', 'inner']);
    expect(graph.containers.get('inner')?.nodes.map((node) => node.id)).toEqual(['i1']);
    expect(graph.main.nodes.map((node) => node.id)).toEqual(['start', 'outer', 'grouped']);
    expect(graph.warnings.join()).toContain('crosses the border');
    expect(graph.warnings.join()).toContain('Node lost');
  });

  it('may hold types that nobody brings, as roots too', () => {
    const document = sketchDocument({ nodes: { start, x: { type: 'marvel' } }, edges: [['start', 'x']] });
    expect(buildGraph(document, (type) => fakeKinds[type]).main.nodes.map((node) => node.id)).toEqual(['start', 'x']);
    const { nodes, edges } = sketchDocument({ nodes: { t: { type: 'moon' }, a: work }, edges: [['t', 'a']] });
    const missing = { isRoot: true, plugins: [] };
    const marked = nodes.map((node) => (node.id === 't' ? { ...node, missing } : node));
    const graph = buildGraph({ ...document, nodes: marked, edges }, (type) => fakeKinds[type]);
    expect(graph.main.entries.size).toBe(1);
  });

  it('compiles each node once', () => {
    let compiled = 0;
    const counted = fakeKind({
      compile: () => {
        compiled += 1;
        return null;
      },
      run: () => ({ outputs: {} }),
    });
    sketchGraph({
      kinds: { counted },
      nodes: { start, a: { type: 'counted' } },
      edges: [
        ['start', 'a'],
        ['start', 'a'],
      ],
    });
    expect(compiled).toBe(1);
  });
});
