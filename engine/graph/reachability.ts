/** Walks over a graph document before it is compiled (app DSL, building the graph). */
import type { GraphEdge, GraphNode } from '#engine';

/** The nodes of one level (the main graph, or the inside of one container) with the edges among them. */
export interface Level {
  readonly container: string | null;
  readonly nodes: GraphNode[];
  readonly edges: GraphEdge[];
}

/** Ids of the nodes that can be reached from the roots. */
export function reach(level: Level, roots: readonly string[]): Set<string> {
  const bySource = Map.groupBy(level.edges, (edge) => edge.source);
  const reached = new Set(roots);
  // A set hands out what is added to it while it is walked.
  for (const id of reached) {
    for (const edge of bySource.get(id) ?? []) reached.add(edge.target);
  }
  return reached;
}

/** A node on a cycle, `undefined` when there is none. */
export function findCycle(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): GraphNode | undefined {
  const waiting = new Map(nodes.map((node) => [node.id, 0]));
  for (const edge of edges) waiting.set(edge.target, (waiting.get(edge.target) ?? 0) + 1);
  const bySource = Map.groupBy(edges, (edge) => edge.source);
  const free = nodes.filter((node) => waiting.get(node.id) === 0).map((node) => node.id);
  for (let id = free.pop(); id !== undefined; id = free.pop()) {
    waiting.delete(id);
    for (const edge of bySource.get(id) ?? []) {
      const left = (waiting.get(edge.target) ?? 1) - 1;
      waiting.set(edge.target, left);
      if (left === 0) free.push(edge.target);
    }
  }
  return onCycle(waiting, edges, nodes);
}

/**
 * What waits either lies on a cycle or behind one; each has a predecessor that waits, so walking back finds a cycle.
 */
function onCycle(
  waiting: ReadonlyMap<string, number>,
  edges: readonly GraphEdge[],
  nodes: readonly GraphNode[],
): GraphNode | undefined {
  const before = new Map<string, string>();
  for (const edge of edges)
    if (waiting.has(edge.source) && waiting.has(edge.target)) before.set(edge.target, edge.source);
  const seen = new Set<string>();
  let id = waiting.keys().next().value;
  while (id !== undefined && !seen.has(id)) {
    seen.add(id);
    id = before.get(id);
  }
  return nodes.find((node) => node.id === id);
}
