import { isMapping, type Mapping, type Path, valueAt } from '#plugins/drafts/web/document/operations.ts';

/** A node as the document has it. `node` is the same object for as long as nothing of it changes. */
export interface GraphNode {
  readonly id: string;
  readonly node: Mapping;
  readonly data: Mapping;
  /** `data.type`; empty for notes. */
  readonly type: string;
  readonly title: string;
  readonly parentId: string | null;
}

export interface GraphEdge {
  readonly id: string;
  readonly edge: Mapping;
  readonly source: string;
  readonly target: string;
  readonly sourceHandle: string | null;
}

/** In pixels of the canvas; inside a container from its corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Graph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly byId: ReadonlyMap<string, GraphNode>;
}

export const graphPath: Path = ['workflow', 'graph'];
export const nodesPath: Path = [...graphPath, 'nodes'];
export const edgesPath: Path = [...graphPath, 'edges'];
export const nodePath = (id: string): Path => [...nodesPath, { id }];
export const dataPath = (id: string): Path => [...nodePath(id), 'data'];

const nothing: Mapping = {};
const seen = new WeakMap<Mapping, GraphNode>();

/** What the document draws. Cheap: what has not changed is not read again. */
export function readGraph(tree: Mapping): Graph {
  const nodes = listAt(tree, nodesPath).flatMap((node) => (isMapping(node) ? [readNode(node)] : []));
  const edges = listAt(tree, edgesPath).flatMap((edge, at) => (isMapping(edge) ? [readEdge(edge, at)] : []));
  const byId = new Map<string, GraphNode>();
  for (const node of nodes) if (!byId.has(node.id)) byId.set(node.id, node);
  return { nodes: [...byId.values()], edges: [...new Map(edges.map((edge) => [edge.id, edge])).values()], byId };
}

function readNode(node: Mapping): GraphNode {
  const known = seen.get(node);
  if (known !== undefined) return known;
  const data = isMapping(node.data) ? node.data : nothing;
  const parent = node.parentId;
  const made: GraphNode = {
    ...{ id: String(node.id), node, data, type: textOf(data.type), title: textOf(data.title) },
    parentId: typeof parent === 'string' && parent !== '' ? parent : null,
  };
  seen.set(node, made);
  return made;
}

function readEdge(edge: Mapping, at: number): GraphEdge {
  const handle = edge.sourceHandle;
  return {
    ...{ id: edge.id === undefined ? `edge-${at}` : String(edge.id), edge },
    ...{ source: String(edge.source), target: String(edge.target) },
    sourceHandle: typeof handle === 'string' && handle !== '' ? handle : null,
  };
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function listAt(tree: unknown, path: Path): readonly unknown[] {
  const found = valueAt(tree, path);
  return Array.isArray(found) ? found : [];
}

/** The keys of a path of settings, which has dots between them; an empty path has none. */
export function keysOf(path: string): readonly string[] {
  return path === '' ? [] : path.split('.');
}

/** A setting of a node. */
export function settingAt(data: unknown, path: string): unknown {
  return valueAt(data, keysOf(path));
}
