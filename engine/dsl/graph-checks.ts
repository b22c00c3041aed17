/** Checks of a whole graph that need no node's code (app DSL, building the graph). */
import type { GraphEdge, GraphNode } from '#engine';
import { completeContainers } from './containers.ts';
import type { GraphProblem } from './document-error.ts';
import { isTrigger, type NodeKinds } from './document-format.ts';
import { type GraphDraft, nameOf, readGraph } from './graph-draft.ts';
import { textAt } from './tree.ts';

/** What of a document's graph can run, and what keeps the rest from it. */
export interface CheckedGraph {
  /** Nodes a run can reach. Edges from elsewhere count as skipped, so they are left out. */
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly roots: readonly GraphNode[];
  /** Nodes no run can reach: whatever is wrong with them, it keeps nothing from running. */
  readonly stranded: readonly GraphNode[];
  readonly problems: readonly GraphProblem[];
  readonly warnings: readonly string[];
}

export function checkGraph(workflow: unknown, kinds: NodeKinds): CheckedGraph {
  const draft = completeContainers(readGraph(workflow, kinds), kinds);
  const roots = rootsOf(draft, kinds);
  const reached = reach(roots, draft.nodes, draft.edges);
  const concernsRun = (problem: GraphProblem) => problem.nodeId === undefined || reached.has(problem.nodeId);
  const ofRoots = draft.isMisplaced && roots.length === 0 ? [] : rootProblems(roots, kinds);
  const problems = [...draft.problems.filter(concernsRun), ...ofRoots];
  const nodes = draft.nodes.filter((node) => reached.has(node.id));
  const edges = draft.edges.filter((edge) => reached.has(edge.source));
  problems.push(...cycleProblems(nodes, edges));
  const stranded = draft.nodes.filter((node) => !reached.has(node.id));
  const warnings = (roots.length === 0 ? [] : stranded).map(
    (node) => `The ${nameOf(node)} can't be reached from the start and never runs: connect or remove it.`,
  );
  return { nodes, edges, roots, stranded, problems, warnings: [...draft.warnings, ...warnings] };
}

/** Nodes that begin a graph. Where none is of a type that does, those of missing types that nothing leads to may. */
function rootsOf({ nodes, edges }: GraphDraft, kinds: NodeKinds): readonly GraphNode[] {
  const outer = nodes.filter((node) => node.parent === null);
  const roots = outer.filter((node) => kinds.isRoot(node.type));
  if (roots.length > 0) return roots;
  const sources = new Set(edges.map((edge) => edge.source));
  const targets = new Set(edges.map((edge) => edge.target));
  return outer.filter(({ id, type }) => !kinds.isKnown(type) && sources.has(id) && !targets.has(id));
}

function rootProblems(roots: readonly GraphNode[], kinds: NodeKinds): GraphProblem[] {
  const field = 'workflow.graph.nodes';
  if (roots.length === 0)
    return [{ message: 'The graph has no start: add a start node.', field, code: 'missing_start' }];
  for (const [type, alike] of Map.groupBy(roots, (node) => node.type)) {
    const { onlyOne } = kinds.document(type);
    if (onlyOne === undefined || alike.length < 2) continue;
    const names = alike.map(nameOf).join(' and ');
    return [
      {
        message: `The graph has several ${onlyOne}: ${names}. A workflow may have one: keep one.`,
        field,
        code: 'several_starts',
      },
    ];
  }
  const starts = roots.filter((node) => kinds.isSoleRoot(node.type));
  const [first, second] = starts;
  if (first === undefined) return [];
  const other = roots.find((node) => isTrigger(node.type)) ?? second;
  if (other === undefined) return [];
  return [
    {
      message: `The graph starts both at ${nameOf(first)} and at ${nameOf(other)}: keep one of them.`,
      field,
      code: 'several_starts',
    },
  ];
}

/** Everything behind the roots, the insides of reached containers included. */
function reach(roots: readonly GraphNode[], nodes: readonly GraphNode[], edges: readonly GraphEdge[]): Set<string> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const bySource = Map.groupBy(edges, (edge) => edge.source);
  const reached = new Set(roots.map((node) => node.id));
  // A set hands out what is added to it while it is walked.
  for (const id of reached) {
    for (const edge of bySource.get(id) ?? []) reached.add(edge.target);
    const start = byId.get(textAt(byId.get(id)?.data, 'start_node_id'));
    if (start?.parent === id) reached.add(start.id);
  }
  return reached;
}

/** Circles that are told of at a time. */
const mostCircles = 20;

/** Takes nodes away that nothing leads to, until only cycles are left. */
function cycleProblems(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): GraphProblem[] {
  const incoming = new Map(nodes.map((node) => [node.id, 0]));
  for (const edge of edges) incoming.set(edge.target, (incoming.get(edge.target) ?? 0) + 1);
  const bySource = Map.groupBy(edges, (edge) => edge.source);
  const free = [...incoming].filter(([, count]) => count === 0).map(([id]) => id);
  for (let id = free.pop(); id !== undefined; id = free.pop()) {
    incoming.delete(id);
    for (const edge of bySource.get(id) ?? []) {
      const left = (incoming.get(edge.target) ?? 1) - 1;
      incoming.set(edge.target, left);
      if (left === 0) free.push(edge.target);
    }
  }
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const problems: GraphProblem[] = [];
  for (let rounds = 0, circle = someCircle(incoming, edges); circle.length > 0 && rounds < mostCircles; rounds += 1) {
    for (const id of circle) incoming.delete(id);
    const named = circle.flatMap((id) => byId.get(id) ?? []);
    const about = `${listed(named.map(({ title }) => `'${title}'`))} leads back to itself: remove an edge of the circle, or use a loop node.`;
    const message = `The ${listed(named.map(nameOf))} leads back to itself: remove an edge of the circle, or use a loop node.`;
    problems.push({ message, about, field: 'workflow.graph.edges', code: 'cycle', nodeId: circle[0] ?? '' });
    circle = someCircle(incoming, edges);
  }
  return problems;
}

function listed(names: readonly string[]): string {
  const shown = names.length > 6 ? [...names.slice(0, 5), `${names.length - 5} more`] : names;
  return shown.join(' → ');
}

/** One circle, in the order of its edges; none left: empty. Each node left has a node left before it, so walking back ends on one. */
function someCircle(left: ReadonlyMap<string, number>, edges: readonly GraphEdge[]): readonly string[] {
  const before = new Map<string, string>();
  for (const edge of edges) if (left.has(edge.source) && left.has(edge.target)) before.set(edge.target, edge.source);
  // Where a circle was taken out, what it led to has nothing before it any more.
  const way: string[] = [];
  let id = [...left.keys()].find((each) => isBehind(each, before));
  while (id !== undefined && !way.includes(id)) {
    way.push(id);
    id = before.get(id);
  }
  return id === undefined ? [] : way.slice(way.indexOf(id)).toReversed();
}

/** Whether walking back from it never ends. */
function isBehind(id: string, before: ReadonlyMap<string, string>): boolean {
  const seen = new Set<string>();
  for (let at: string | undefined = id; at !== undefined; at = before.get(at)) {
    if (seen.has(at)) return true;
    seen.add(at);
  }
  return false;
}
