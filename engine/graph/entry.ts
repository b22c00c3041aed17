import type { Entry, Flow, FlowEdge } from './graph.ts';
import { skipped } from './graph.ts';

/**
 * The state a frame begins with when it starts at `root`. Other roots are skipped beforehand, with all that only they
 * lead to (app DSL, building the graph).
 */
export function makeEntry(
  flow: Pick<Flow, 'nodes' | 'edges'>,
  root: number,
  regions: readonly ReadonlySet<number>[],
): Omit<Entry, 'flow'> {
  const pending = Int32Array.from(flow.nodes, (node) => node.incoming.length);
  const nodeStates = new Uint8Array(flow.nodes.length);
  const edgeStates = new Uint8Array(flow.edges.length);
  const openSlots = regions.flatMap((region, slot) => (region.has(root) ? [slot] : []));
  const skip = flow.nodes.filter((node) => node.incoming.length === 0 && node.position !== root);
  for (const node of skip) {
    nodeStates[node.position] = skipped;
    for (const edge of node.outgoing) {
      edgeStates[edge] = skipped;
      const target = flow.nodes[targetOf(flow.edges[edge])];
      if (target === undefined) continue;
      const left = (pending[target.position] ?? 0) - 1;
      pending[target.position] = left;
      if (left === 0 && target.position !== root) skip.push(target);
    }
  }
  return { root, pending, nodeStates, edgeStates, openSlots };
}

function targetOf(edge: FlowEdge | undefined): number {
  return edge === undefined ? -1 : edge.target;
}
