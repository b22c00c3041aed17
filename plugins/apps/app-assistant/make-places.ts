import type { Mapping } from './drawn-app.ts';
import { handlesOf } from './make-edges.ts';
import type { PlannedNode } from './make-nodes.ts';
import type { WantedEdge } from './read-answer.ts';

interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const CARD = 244;
const APART = 88;
const BETWEEN = 40;
const CONTAINER = { width: 520, height: 240 };
/** Inside of a container, below its head. */
const INSIDE = { x: 120, y: 68 };
const BEGIN = { x: 80, y: 280 };

export interface Placing {
  readonly nodes: readonly PlannedNode[];
  readonly edges: readonly WantedEdge[];
  /** Places of those that stay where they are, from the corner of their container. */
  readonly placed: ReadonlyMap<string, Mapping>;
}

/** From the corner of the container. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/**
 * Places of new nodes: right of what comes before them, where nothing lies. What is there stays where it is, but where a new node comes
 * before it: then it makes way to the right, with all behind it, as it does for a node that is put on an edge by hand.
 */
export function placesOf({ nodes, edges, placed }: Placing): ReadonlyMap<string, Place> {
  const found = new Map<string, Place>();
  const targets = Map.groupBy(edges, ({ source }) => source);
  for (const [, beside] of Map.groupBy(nodes, ({ parent }) => parent)) {
    const rects = new Map<string, Rect>();
    for (const node of beside) {
      const rect = rectOf(node, placed.get(node.id), nodes);
      if (!node.isNew && rect !== null) rects.set(node.id, rect);
    }
    const before = Map.groupBy(edges, ({ target }) => target);
    for (const node of inOrder(beside, before)) {
      if (!node.isNew) continue;
      const size = sizeOf(node, nodes);
      const sources = (before.get(node.id) ?? []).flatMap(({ source }) => rects.get(source) ?? []);
      const rect = { ...wanted(node, sources, rects), ...size };
      makeWay(rects, { targets, from: node.id, right: rect.x + rect.width + APART });
      rects.set(node.id, free(rect, [...rects.values()]));
    }
    for (const { id, isNew } of beside) {
      const rect = rects.get(id);
      if (rect === undefined) continue;
      const place = { x: Math.round(rect.x), y: Math.round(rect.y) };
      if (isNew || place.x !== Math.round(Number(placed.get(id)?.x))) found.set(id, place);
    }
  }
  return found;
}

/** What a node leads to moves on until it stands right of it, and what that leads to, as far as it stands there already. */
function makeWay(
  rects: Map<string, Rect>,
  {
    targets,
    from,
    right,
  }: {
    readonly targets: ReadonlyMap<string, readonly WantedEdge[]>;
    readonly from: string;
    readonly right: number;
  },
): void {
  const targetsOf = (id: string) => (targets.get(id) ?? []).map(({ target }) => target);
  for (const target of targetsOf(from)) {
    const first = rects.get(target);
    if (first === undefined || first.x >= right) continue;
    const behind = new Set([target]);
    for (const id of behind) for (const next of targetsOf(id)) behind.add(next);
    for (const id of behind) {
      const rect = rects.get(id);
      if (rect !== undefined && rect.x >= first.x) rects.set(id, { ...rect, x: rect.x + right - first.x });
    }
  }
}

function wanted({ parent }: PlannedNode, sources: readonly Rect[], rects: ReadonlyMap<string, Rect>) {
  if (sources.length > 0) {
    const y = sources.reduce((sum, each) => sum + each.y, 0) / sources.length;
    return { x: Math.max(...sources.map(({ x, width }) => x + width)) + APART, y };
  }
  if (rects.size === 0 || parent !== null) return parent === null ? BEGIN : INSIDE;
  return { x: Math.min(...[...rects.values()].map(({ x }) => x)), y: BEGIN.y };
}

/** Down until it lies on nothing. */
function free(rect: Rect, others: readonly Rect[]): Rect {
  let y = rect.y;
  for (let tries = 0; tries <= others.length; tries++) {
    const below = others
      .filter((other) => rect.x < other.x + other.width + 20 && other.x < rect.x + rect.width + 20)
      .filter((other) => y < other.y + other.height + BETWEEN / 2 && other.y < y + rect.height + BETWEEN / 2)
      .map((other) => other.y + other.height + BETWEEN);
    if (below.length === 0) break;
    y = Math.max(...below);
  }
  return { ...rect, y };
}

function sizeOf(node: PlannedNode, nodes: readonly PlannedNode[]): { readonly width: number; readonly height: number } {
  if (node.nodeType?.traits.container === undefined) return { width: CARD, height: 90 + 30 * handlesOf(node).length };
  const inner = nodes.filter(({ parent }) => parent === node.id).length;
  return { width: Math.max(CONTAINER.width, INSIDE.x + inner * (CARD + APART)), height: CONTAINER.height };
}

function rectOf(node: PlannedNode, place: Mapping | undefined, nodes: readonly PlannedNode[]): Rect | null {
  const { x, y } = place ?? {};
  return typeof x === 'number' && typeof y === 'number' ? { x, y, ...sizeOf(node, nodes) } : null;
}

/** Each behind those that lead to it. */
function inOrder(
  nodes: readonly PlannedNode[],
  before: ReadonlyMap<string, readonly WantedEdge[]>,
): readonly PlannedNode[] {
  const left = new Map(nodes.map((node) => [node.id, node]));
  const ordered: PlannedNode[] = [];
  while (left.size > 0) {
    const ready = [...left.values()].filter(({ id }) => !(before.get(id) ?? []).some(({ source }) => left.has(source)));
    for (const node of ready.length > 0 ? ready : [...left.values()].slice(0, 1)) {
      left.delete(node.id);
      ordered.push(node);
    }
  }
  return ordered;
}
