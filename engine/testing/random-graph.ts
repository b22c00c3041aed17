import type { Random } from './random.ts';
import type { GraphSketch } from './run-in-place.ts';

type NodeSketch = GraphSketch['nodes'][string];

export interface RandomGraph extends GraphSketch {
  readonly nodes: Record<string, NodeSketch>;
  readonly edges: (readonly [source: string, target: string, handle: string])[];
}

const handles = ['a', 'b', 'nowhere'] as const;

/**
 * A graph of a start and up to `size` other nodes with edges forward only: ordinary nodes, branches (sometimes towards
 * a handle without an edge), retries, error strategies, and, when asked for, failures that end the run.
 */
export function randomGraph(random: Random, size: number, failing: boolean): RandomGraph {
  const nodes: Record<string, NodeSketch> = { start: { type: 'start' } };
  const edges: RandomGraph['edges'] = [];
  const count = 1 + random.below(size);
  const handlesOf = new Map<string, readonly [string, ...string[]]>([['start', ['source', 'odd']]]);
  for (let index = 1; index <= count; index += 1) {
    const id = `n${index}`;
    const earlier = ['start', ...Array.from({ length: index - 1 }, (_, before) => `n${before + 1}`)];
    const { node, sides } = randomNode(random, failing);
    nodes[id] = node;
    handlesOf.set(id, sides);
    for (const source of earlier) {
      if (!random.chance(Math.min(1, 2 / earlier.length))) continue;
      edges.push([source, id, random.pick(handlesOf.get(source) ?? ['source'])]);
      // A second edge between the same two nodes, often from another handle.
      if (random.chance(0.1)) edges.push([source, id, random.pick(handlesOf.get(source) ?? ['source'])]);
    }
  }
  return { nodes, edges };
}

/** A node by itself, with the handles its edges may leave from. */
export function randomNode(
  random: Random,
  failing: boolean,
): { node: NodeSketch; sides: readonly [string, ...string[]] } {
  const base = randomTiming(random);
  const roll = random.next();
  if (roll < 0.2) return { node: { type: 'branch', handle: random.pick(handles), ...base }, sides: ['a', 'b'] };
  if (roll < 0.35) {
    const fails = random.chance(0.5) ? { fails: true } : {};
    return {
      node: { type: 'work', error_strategy: 'fail-branch', ...fails, ...base },
      sides: ['source', 'fail-branch'],
    };
  }
  if (roll < 0.45)
    return { node: { type: 'work', error_strategy: 'default-value', fails: true, ...base }, sides: ['source'] };
  if (roll < 0.55) {
    const retry_config = { retry_enabled: true, max_retries: 2, retry_interval: random.below(3) };
    return { node: { type: 'work', fails: 1 + random.below(2), retry_config, ...base }, sides: ['source'] };
  }
  if (failing && roll < 0.65) return { node: { type: 'work', fails: true, ...base }, sides: ['source'] };
  return { node: { type: 'work', ...base }, sides: ['source', 'odd'] };
}

function randomTiming(random: Random): { delay?: number } {
  return random.chance(0.3) ? {} : { delay: random.below(6) };
}

/** The same graph with other delays. */
export function retimed<Graph extends GraphSketch>(graph: Graph, random: Random): Graph {
  const nodes = Object.entries(graph.nodes).map(([id, { delay: _, ...node }]) => [
    id,
    node.type === 'start' ? node : { ...node, ...randomTiming(random) },
  ]);
  return { ...graph, nodes: Object.fromEntries(nodes) };
}
