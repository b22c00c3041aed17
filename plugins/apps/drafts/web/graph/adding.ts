import { applyAll, type DocumentOperation, type Mapping } from '#plugins/drafts/web/document/operations.ts';
import { type AddPlace, containerOf } from './add-place.ts';
import { BETWEEN, freeBelow, isOn } from './arrange.ts';
import { addNode, connect, moveNodes, type NewNode, removeEdges, whyNoEdge } from './changes.ts';
import { firstSettings, followedOutput, type Surroundings } from './first-settings.ts';
import type { Forms } from './forms.ts';
import { shapeOf } from './geometry.ts';
import { type PlacedNode, placedNodes } from './placed.ts';
import { type Point, placesOf } from './places.ts';
import { type Graph, readGraph } from './read-graph.ts';

/** Between a node and the one behind it. */
const APART = 88;

/** A graph while it is changed in several steps, which are one change of the document. */
class Steps {
  readonly #forms: Forms;
  readonly operations: DocumentOperation[] = [];
  tree: Mapping;
  graph: Graph;

  constructor(tree: Mapping, forms: Forms) {
    this.tree = tree;
    this.#forms = forms;
    this.graph = readGraph(tree);
  }

  make(operations: readonly DocumentOperation[]): void {
    if (operations.length === 0) return;
    this.tree = applyAll(this.tree, operations).tree;
    this.operations.push(...operations);
    this.graph = readGraph(this.tree);
  }

  join(source: string, sourceHandle: string | null, target: string): void {
    const from = { source, sourceHandle };
    if (whyNoEdge(this.graph, this.#forms, from, target) === null)
      this.make(connect(this.graph, this.#forms, from, target));
  }

  /** Puts a node elsewhere, and what stands behind it along with it. */
  shift(ids: ReadonlySet<string>, by: number): void {
    if (by <= 0) return;
    const places = placesOf(this.graph);
    const moved = [...ids].flatMap((id) => {
      const place = places.get(id);
      return place === undefined ? [] : [[id, { x: place.x + by, y: place.y }] as const];
    });
    this.make(moveNodes(this.graph, new Map(moved)));
  }
}

/** Adds a node with its edges, where it lies on no other: one change. */
export function addAt(
  tree: Mapping,
  forms: Forms,
  { form, preset }: Pick<NewNode, 'form' | 'preset'>,
  place: AddPlace,
  surroundings: Surroundings,
): { readonly id: string; readonly operations: readonly DocumentOperation[] } {
  const steps = new Steps(tree, forms);
  const edge = place.kind === 'edge' ? steps.graph.edges.find(({ id }) => id === place.id) : undefined;
  const parentId = containerOf(steps.graph, place);
  const before = rectsOf(steps.graph, forms, null);
  const made = addNode(steps.graph, forms, { form, preset, parentId, at: wantedPoint(steps.graph, forms, place) });
  steps.make(made.operations);
  const first = firstWay(steps.graph, forms, made.id);
  const isJoined = form.drawn_as === undefined;
  if (isJoined && edge !== undefined) {
    steps.make(removeEdges(new Set([edge.id])));
    steps.join(edge.source, edge.sourceHandle, made.id);
    if (first !== undefined) steps.join(made.id, first, edge.target);
    makeWay(steps, forms, made.id, edge.target);
  }
  if (isJoined && place.kind === 'behind') steps.join(place.source, place.sourceHandle, made.id);
  if (isJoined && place.kind === 'before' && first !== undefined) steps.join(made.id, first, place.target);
  steps.make(firstSettings(steps.tree, forms, surroundings, made.id));
  steps.make(followedOutput(steps.tree, forms, surroundings.mode, made.id));
  const at = freePoint(steps.graph, forms, made.id);
  steps.make(moveNodes(steps.graph, new Map([[made.id, at]])));
  makeRoom(steps, forms, before);
  return { id: made.id, operations: steps.operations };
}

function firstWay(graph: Graph, forms: Forms, id: string): string | undefined {
  const node = graph.byId.get(id);
  return node === undefined ? undefined : shapeOf(node, forms).sources[0]?.id;
}

function wantedPoint(graph: Graph, forms: Forms, place: AddPlace): Point {
  if (place.kind === 'at') return place.at;
  if ('at' in place && place.at !== undefined) return place.at;
  const rects = rectsOf(graph, forms, containerOf(graph, place));
  const rightOf = (id: string): Point => {
    const rect = rects.get(id);
    return rect === undefined ? { x: 0, y: 0 } : { x: rect.x + rect.width + APART, y: rect.y };
  };
  if (place.kind === 'beside') return rightOf(place.id);
  if (place.kind === 'before') {
    const rect = rects.get(place.target);
    return rect === undefined ? { x: 0, y: 0 } : { x: rect.x - APART - 240, y: rect.y };
  }
  if (place.kind === 'edge') {
    const edge = graph.edges.find(({ id }) => id === place.id);
    const from = rightOf(edge?.source ?? '');
    const target = rects.get(edge?.target ?? '');
    return { x: from.x, y: target === undefined ? from.y : Math.round((from.y + target.y) / 2) };
  }
  return behindWay(graph, forms, place.source, rightOf(place.source));
}

/** The node behind a lower way stands lower, as far as the ways above it lead somewhere already. */
function behindWay(graph: Graph, forms: Forms, source: string, right: Point): Point {
  const rects = rectsOf(graph, forms, graph.byId.get(source)?.parentId ?? null);
  const others = graph.edges
    .filter((edge) => edge.source === source)
    .flatMap(({ target }) => rects.get(target) ?? [])
    .filter(({ x }) => Math.abs(x - right.x) < 200);
  if (others.length === 0) return right;
  return { x: right.x, y: Math.max(...others.map(({ y, height }) => y + height)) + BETWEEN };
}

/** What nodes of a container take; null: those that lie in none. */
function rectsOf(graph: Graph, forms: Forms, parentId: string | null): ReadonlyMap<string, PlacedNode> {
  const beside = placedNodes(graph, forms).filter(({ id }) => (graph.byId.get(id)?.parentId ?? null) === parentId);
  return new Map(beside.map((each) => [each.id, each]));
}

/** Down from where a node stands until it lies on none. */
function freePoint(graph: Graph, forms: Forms, id: string): Point {
  const all = rectsOf(graph, forms, graph.byId.get(id)?.parentId ?? null);
  const own = all.get(id);
  if (own === undefined) return { x: 0, y: 0 };
  const others = [...all.values()].filter((other) => other.id !== id && other.kind !== 'note');
  return { x: own.x, y: own.y + freeBelow([own], others) };
}

/** What a new node of an edge leads to moves on, with all behind it, until there is room between. */
function makeWay(steps: Steps, forms: Forms, id: string, target: string): void {
  const rects = rectsOf(steps.graph, forms, steps.graph.byId.get(id)?.parentId ?? null);
  const [own, next] = [rects.get(id), rects.get(target)];
  if (own === undefined || next === undefined) return;
  const behind = reachedFrom(steps.graph, target);
  const moved = new Set([...behind].filter((each) => (rects.get(each)?.x ?? -Infinity) >= next.x));
  steps.shift(moved, own.x + own.width + APART - next.x);
}

function reachedFrom({ edges }: Graph, id: string): ReadonlySet<string> {
  const found = new Set([id]);
  for (const at of found) for (const { source, target } of edges) if (source === at) found.add(target);
  return found;
}

/** Where a container has grown over what stands to its right, that moves on. */
function makeRoom(steps: Steps, forms: Forms, before: ReadonlyMap<string, PlacedNode>): void {
  const after = rectsOf(steps.graph, forms, null);
  for (const [id, rect] of after) {
    const was = before.get(id);
    if (was === undefined || rect.kind !== 'container' || rect.width <= was.width) continue;
    const end = was.x + was.width;
    const right = [...after].filter(([other, { x }]) => other !== id && x >= end);
    if (!right.some(([, other]) => isOn(rect, other))) continue;
    steps.shift(new Set(right.map(([other]) => other)), rect.width - was.width);
  }
}
