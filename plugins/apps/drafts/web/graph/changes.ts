import { type DocumentOperation, isMapping, type Mapping } from '#plugins/drafts/web/document/operations.ts';
import type { Forms, NodeForm } from './forms.ts';
import { CONTAINER_HEAD, GRID } from './geometry.ts';
import { newId } from './new-id.ts';
import type { Point } from './places.ts';
import { edgesPath, type Graph, nodePath, nodesPath } from './read-graph.ts';

type Operations = readonly DocumentOperation[];

/** Marks of nodes and edges that lie in a container. */
function insideOf(graph: Graph, forms: Forms, parentId: string | null): Mapping {
  const parent = parentId === null ? undefined : graph.byId.get(parentId);
  const kind = parent === undefined ? undefined : forms.of(parent)?.traits.container?.kind;
  if (kind === undefined) return {};
  return { [`isIn${kind.charAt(0).toUpperCase()}${kind.slice(1)}`]: true, [`${kind}_id`]: parentId };
}

/** A title that no other node has. */
function freeTitle({ nodes }: Graph, title: string): string {
  const taken = new Set(nodes.map((node) => node.title));
  for (let count = 1; ; count++) {
    const wanted = count === 1 ? title : `${title} ${count}`;
    if (!taken.has(wanted)) return wanted;
  }
}

export interface NewNode {
  readonly form: NodeForm;
  readonly at: Point;
  readonly parentId: string | null;
  /** Settings besides those it begins with, and the title that goes with them. */
  readonly preset?: { readonly title: string; readonly settings: Mapping } | undefined;
}

/** Settings of a new node. */
function startOf({ start, uuids_in: lists = [] }: NodeForm): Mapping {
  const withId = (item: unknown) => (isMapping(item) ? { id: crypto.randomUUID(), ...item } : item);
  const named = lists.map((key) => [key, Array.isArray(start[key]) ? start[key].map(withId) : start[key]]);
  return structuredClone({ ...start, ...Object.fromEntries(named) });
}

/** A new node; where it is a container, with the node its inside begins at. */
export function addNode(
  graph: Graph,
  forms: Forms,
  { form, at, parentId, preset }: NewNode,
): { id: string; operations: Operations } {
  const id = newId();
  const version = form.versions.at(-1) ?? '1';
  const kind = form.traits.container?.kind;
  const inner = kind === undefined ? null : `${id}start`;
  const data = {
    ...{
      type: form.type,
      title: form.drawn_as === undefined ? freeTitle(graph, preset?.title ?? form.title) : '',
      desc: '',
    },
    ...(form.versions.length > 0 && version !== '1' && { version }),
    ...startOf(form),
    ...preset?.settings,
    ...insideOf(graph, forms, parentId),
    ...(inner !== null && { start_node_id: inner }),
  };
  const size = kind === undefined ? {} : { width: 520, height: 240 };
  const node = {
    ...{ id, type: form.drawn_as ?? 'custom', position: { x: Math.round(at.x), y: Math.round(at.y) } },
    ...(parentId !== null && { parentId, zIndex: 1002 }),
    ...{ ...size, data },
  };
  const operations: DocumentOperation[] = [{ path: [...nodesPath, '-'], insert: node }];
  if (inner !== null && kind !== undefined) {
    const start = {
      ...{
        id: inner,
        type: `custom-${kind}-start`,
        parentId: id,
        position: { x: 24, y: CONTAINER_HEAD + GRID },
        zIndex: 1002,
      },
      data: {
        type: `${kind}-start`,
        title: '',
        desc: '',
        [`isIn${kind.charAt(0).toUpperCase()}${kind.slice(1)}`]: true,
      },
    };
    operations.push({ path: [...nodesPath, '-'], insert: start });
  }
  return { id, operations };
}

/** Nodes go with what lies in them, and with their edges. */
export function removeNodes(graph: Graph, forms: Forms, ids: ReadonlySet<string>): Operations {
  const all = withInside(graph, ids);
  const gone = graph.nodes.filter(
    (node) => all.has(node.id) && (!forms.isInnerStart(node) || all.has(node.parentId ?? '')),
  );
  const named = new Set(gone.map(({ id }) => id));
  const edges = graph.edges.filter(({ source, target }) => named.has(source) || named.has(target));
  return [
    ...removeEdges(new Set(edges.map(({ id }) => id))),
    ...gone.map(({ id }): DocumentOperation => ({ path: nodePath(id), remove: true })),
  ];
}

export function withInside({ nodes }: Graph, ids: ReadonlySet<string>): ReadonlySet<string> {
  const all = new Set(ids);
  for (let count = -1; count !== all.size; ) {
    count = all.size;
    for (const { id, parentId } of nodes) if (parentId !== null && all.has(parentId)) all.add(id);
  }
  return all;
}

export function removeEdges(ids: ReadonlySet<string>): Operations {
  return [...ids].map((id) => ({ path: [...edgesPath, { id }], remove: true }));
}

/** Why an edge can't be. */
export type NoEdge = 'itself' | 'there' | 'circle' | 'elsewhere' | 'root';

export function whyNoEdge(
  graph: Graph,
  forms: Forms,
  from: { source: string; sourceHandle: string | null },
  target: string,
): NoEdge | null {
  const { source, sourceHandle } = from;
  if (source === target) return 'itself';
  const [begin, end] = [graph.byId.get(source), graph.byId.get(target)];
  if (begin === undefined || end === undefined || begin.parentId !== end.parentId) return 'elsewhere';
  if (forms.of(end)?.traits.root === true || forms.isInnerStart(end)) return 'root';
  const isThere = graph.edges.some(
    (edge) =>
      edge.source === source &&
      edge.target === target &&
      (edge.sourceHandle ?? 'source') === (sourceHandle ?? 'source'),
  );
  if (isThere) return 'there';
  const waiting = [target];
  const seen = new Set<string>();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next === source) return 'circle';
    if (seen.has(next)) continue;
    seen.add(next);
    for (const edge of graph.edges) if (edge.source === next) waiting.push(edge.target);
  }
  return null;
}

export function connect(
  graph: Graph,
  forms: Forms,
  from: { source: string; sourceHandle: string | null },
  target: string,
): Operations {
  const { source } = from;
  const handle = from.sourceHandle ?? 'source';
  const [begin, end] = [graph.byId.get(source), graph.byId.get(target)];
  const taken = new Set(graph.edges.map(({ id }) => id));
  const wanted = `${source}-${handle}-${target}-target`;
  const id = taken.has(wanted) ? newId() : wanted;
  const inside = insideOf(graph, forms, begin?.parentId ?? null);
  const edge = {
    ...{ id, type: 'custom', source, sourceHandle: handle, target, targetHandle: 'target' },
    data: { sourceType: begin?.type ?? '', targetType: end?.type ?? '', ...inside },
    ...(begin?.parentId && { zIndex: 1002 }),
  };
  return [{ path: [...edgesPath, '-'], insert: edge }];
}

/** An edge between other nodes than before; null: it can't be, and why. */
export function reconnect(
  graph: Graph,
  forms: Forms,
  id: string,
  from: { source: string; sourceHandle: string | null },
  target: string,
): { readonly why: NoEdge } | { readonly operations: Operations } {
  const without = { ...graph, edges: graph.edges.filter((edge) => edge.id !== id) };
  const why = whyNoEdge(without, forms, from, target);
  return why === null
    ? { operations: [...removeEdges(new Set([id])), ...connect(graph, forms, from, target)] }
    : { why };
}

/** New places, as the document has them; the absolute ones that some editors write beside them move along. */
export function moveNodes({ byId }: Graph, places: ReadonlyMap<string, Point>): Operations {
  return [...places].flatMap(([id, point]): DocumentOperation[] => {
    const node = byId.get(id);
    if (node === undefined) return [];
    const to = { x: Math.round(point.x), y: Math.round(point.y) };
    const { position, positionAbsolute } = node.node;
    const before = isMapping(position) ? position : {};
    if (before.x === to.x && before.y === to.y) return [];
    const move: DocumentOperation = { path: [...nodePath(id), 'position'], set: { ...before, ...to } };
    if (!isMapping(positionAbsolute) || typeof before.x !== 'number' || typeof before.y !== 'number') return [move];
    const { x, y } = positionAbsolute;
    if (typeof x !== 'number' || typeof y !== 'number') return [move];
    const absolute = { ...positionAbsolute, x: x + to.x - before.x, y: y + to.y - before.y };
    return [move, { path: [...nodePath(id), 'positionAbsolute'], set: absolute }];
  });
}

/** Nodes and the edges between them, as they are put aside. */
export interface Clip {
  readonly nodes: readonly Mapping[];
  readonly edges: readonly Mapping[];
}

export function copyNodes(graph: Graph, ids: ReadonlySet<string>): Clip {
  const all = withInside(graph, ids);
  const nodes = graph.nodes.filter(({ id }) => all.has(id)).map(({ node }) => node);
  const edges = graph.edges.filter(({ source, target }) => all.has(source) && all.has(target)).map(({ edge }) => edge);
  return { nodes, edges };
}

/** Copies under new ids; what they name of each other, they name of the copies. Types there may be one of only are left out. */
export function pasteNodes(
  graph: Graph,
  forms: Forms,
  clip: Clip,
  shift: Point,
): { ids: readonly string[]; operations: Operations } {
  const isSecond = (node: Mapping) => {
    const data = node.data as Mapping;
    const form = forms.of({ node, data, type: String(data.type ?? '') });
    return form?.is_single === true && graph.nodes.some((other) => forms.of(other)?.type === form.type);
  };
  const nodes = clip.nodes.filter((node) => !isSecond(node));
  const ids = new Map(nodes.map((node) => [String(node.id), newId()]));
  const renamed = (value: unknown): unknown => {
    if (typeof value === 'string') return ids.get(value) ?? inText(value, ids);
    if (Array.isArray(value)) return value.map(renamed);
    return isMapping(value)
      ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, renamed(each)]))
      : value;
  };
  const made = nodes.map((node) => {
    const { positionAbsolute: _, selected: __, ...rest } = renamed(node) as Mapping;
    const isTop = !ids.has(String(node.parentId ?? ''));
    const parent = isTop && typeof node.parentId === 'string' ? graph.byId.get(node.parentId) : undefined;
    const { x = 0, y = 0 } = (isMapping(node.position) ? node.position : {}) as { x?: number; y?: number };
    const position = isTop ? { x: x + shift.x, y: y + shift.y } : { x, y };
    if (!isTop || parent !== undefined) return { ...rest, position };
    const { parentId: ___, ...free } = rest;
    return { ...free, position };
  });
  const edges = clip.edges.flatMap((edge) =>
    ids.has(String(edge.source)) && ids.has(String(edge.target))
      ? [{ ...(renamed(edge) as Mapping), id: newId() }]
      : [],
  );
  const operations = [
    ...made.map((node): DocumentOperation => ({ path: [...nodesPath, '-'], insert: node })),
    ...edges.map((edge): DocumentOperation => ({ path: [...edgesPath, '-'], insert: edge })),
  ];
  const top = nodes.filter((node) => !ids.has(String(node.parentId ?? '')));
  return { ids: top.map((node) => ids.get(String(node.id)) ?? ''), operations };
}

/** `{{#id.name#}}` in texts. */
function inText(text: string, ids: ReadonlyMap<string, string>): string {
  return text.replace(/\{\{#([^.#{}]+)\./g, (whole, id: string) => (ids.has(id) ? `{{#${ids.get(id)}.` : whole));
}
