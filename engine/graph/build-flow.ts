import { type CompiledNode, compileNode } from './compile-node.ts';
import { makeEntry } from './entry.ts';
import type { RetryLimits } from './failure-settings.ts';
import type { Entry, Flow, FlowEdge, FlowNode, NodeKinds } from './graph.ts';
import type { GraphProblem } from './graph-problem.ts';
import { missingKind } from './missing-type.ts';
import { findCycle, type Level } from './reachability.ts';
import { type PlainNode, planSlots } from './slot-plan.ts';

/** Compiles one level of a graph. Every node and edge of the level can be reached. Problems are pushed. */
export function buildFlow(
  level: Level,
  roots: readonly string[],
  { kinds, ...building }: { kinds: NodeKinds; problems: GraphProblem[]; limits: RetryLimits },
): Flow | undefined {
  const { problems } = building;
  const cycle = findCycle(level.nodes, level.edges);
  if (cycle !== undefined) {
    const remedy = 'remove an edge of the circle, or use a loop node';
    problems.push({ message: `Node "${cycle.title}" (${cycle.id}) leads back to itself: ${remedy}.`, field: 'edges' });
  }
  const compiled = level.nodes.map((node) =>
    compileNode(node, kinds(node.type, node.version) ?? missingKind(node), building),
  );
  const nodes = compiled.filter((node) => node !== undefined);
  return cycle !== undefined || nodes.length < compiled.length ? undefined : assemble(level, roots, nodes);
}

function assemble(level: Level, roots: readonly string[], compiled: readonly CompiledNode[]): Flow {
  const positions = new Map(compiled.map((node, position) => [node.id, position]));
  const place = (id: string): number => positions.get(id) ?? -1;
  const ends = level.edges.map((edge) => ({ source: place(edge.source), target: place(edge.target) }));
  const incoming: number[][] = compiled.map(() => []);
  const outgoing: number[][] = compiled.map(() => []);
  for (const [number, { source, target }] of ends.entries()) {
    incoming[target]?.push(number);
    outgoing[source]?.push(number);
  }
  const plain: PlainNode[] = compiled.map((node, position) => ({
    ...node,
    position,
    incoming: incoming[position] ?? [],
    outgoing: outgoing[position] ?? [],
  }));
  const plan = planSlots(plain, ends, positions);
  const slotOf = new Map(plan.slots.map((slot, number) => [slot.node, number]));
  const nodes = plain.map(
    (node, position): FlowNode => ({
      ...node,
      slot: slotOf.get(position) ?? -1,
      streams: plan.streams[position] ?? null,
      reasoningSlots: plan.reasoningSlots[position] ?? [],
    }),
  );
  const edges = ends.map(
    (edge, position): FlowEdge => ({
      ...edge,
      position,
      handle: level.edges[position]?.sourceHandle ?? 'source',
      opens: plan.opens[position] ?? [],
    }),
  );
  const entries = new Map<number, Entry>();
  const flow: Flow = { container: level.container, nodes, edges, positions, slots: plan.slots, entries };
  for (const root of roots) entries.set(place(root), { flow, ...makeEntry(flow, place(root), plan.regions) });
  return flow;
}
