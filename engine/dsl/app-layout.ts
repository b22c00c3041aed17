/**
 * How a graph is drawn, apart from what it means. A layout names nodes by their ids and edges by their ends; whatever else
 * stands in one is not read, so that no layout changes what an app does.
 */
import { isMapping } from '#engine/run/values/value.ts';
import type { NodeKinds } from './document-format.ts';
import { depthsOf, edgeKey, orderNodes } from './graph-order.ts';
import { drawnOfData, drawnOfEdge, drawnOfNode } from './layout-keys.ts';
import { listAt, type Mapping, mappingAt, textAt, textOf, valueAt, without } from './tree.ts';

export interface Layout {
  readonly viewport: unknown;
  readonly nodes: ReadonlyMap<string, Mapping>;
  readonly edges: ReadonlyMap<string, Mapping>;
}

export const noLayout: Layout = { viewport: undefined, nodes: new Map(), edges: new Map() };

/** How a document's graph is drawn. */
export function layoutOf(tree: Mapping, kinds: NodeKinds): Layout {
  const graph = mappingAt(mappingAt(tree, 'workflow'), 'graph');
  const nodes = new Map<string, Mapping>();
  for (const node of listAt(graph, 'nodes').filter(isMapping)) {
    const data = mappingAt(node, 'data');
    const drawn = pick(node, drawnOfNode);
    const inside = pick(data, drawnOfData(textAt(data, 'type'), kinds));
    const entry = { ...drawn, ...(Object.keys(inside).length > 0 && { data: inside }) };
    const id = textAt(node, 'id');
    if (Object.keys(entry).length > 0 && !nodes.has(id)) nodes.set(id, entry);
  }
  const edges = new Map<string, Mapping>();
  for (const edge of listAt(graph, 'edges').filter(isMapping)) {
    const usual = usualDrawing(edge);
    const entry = pick(edge, drawnOfEdge);
    const own = Object.fromEntries(Object.entries(entry).filter(([key, value]) => value !== usual[key]));
    if (Object.keys(own).length > 0 && !edges.has(edgeKey(edge))) edges.set(edgeKey(edge), own);
  }
  return { viewport: valueAt(graph, 'viewport'), nodes, edges };
}

/** A layout as its file has it. */
export function readLayout(file: unknown): Layout {
  const entries = (key: string) =>
    Object.entries(mappingAt(file, key)).filter((entry): entry is [string, Mapping] => isMapping(entry[1]));
  return {
    viewport: valueAt(file, 'viewport'),
    nodes: new Map(entries('nodes')),
    edges: new Map(entries('edges')),
  };
}

/** The first that says something about a node, an edge or the view is the one that counts. */
export function mergeLayouts(...layouts: readonly Layout[]): Layout {
  const latest = [...layouts].reverse();
  return {
    viewport: layouts.find(({ viewport }) => viewport !== undefined)?.viewport,
    nodes: new Map(latest.flatMap(({ nodes }) => [...nodes])),
    edges: new Map(latest.flatMap(({ edges }) => [...edges])),
  };
}

/** The document without how it is drawn. */
export function withoutLayout(tree: Mapping, kinds: NodeKinds): Mapping {
  return mapGraph(tree, (graph) => ({
    ...without(graph, 'viewport'),
    ...mapList(graph, 'nodes', (node) => {
      const bare = without(node, ...drawnOfNode);
      const data = valueAt(bare, 'data');
      return isMapping(data) ? { ...bare, data: without(data, ...drawnOfData(textAt(data, 'type'), kinds)) } : bare;
    }),
    ...mapList(graph, 'edges', (edge) => without(edge, ...drawnOfEdge)),
  }));
}

/** The document drawn as the layout says; nodes it doesn't know are put in columns, in the order of the graph. */
export function withLayout(tree: Mapping, layout: Layout, kinds: NodeKinds): Mapping {
  return mapGraph(withoutLayout(tree, kinds), (graph) => {
    const place = columns(graph);
    const { viewport } = layout;
    return {
      ...graph,
      ...mapList(graph, 'nodes', (node) => drawnNode(node, { layout, place, kinds })),
      ...mapList(graph, 'edges', (edge) => ({
        ...edge,
        ...usualDrawing(edge),
        ...pick(layout.edges.get(edgeKey(edge)), drawnOfEdge),
      })),
      ...(isMapping(viewport) && { viewport }),
    };
  });
}

interface Drawing {
  readonly layout: Layout;
  readonly place: (node: Mapping) => Mapping;
  readonly kinds: NodeKinds;
}

function drawnNode(node: Mapping, { layout, place, kinds }: Drawing): Mapping {
  const entry = layout.nodes.get(textAt(node, 'id'));
  const data = valueAt(node, 'data');
  const drawn = pick(entry, drawnOfNode);
  return {
    ...node,
    ...(isMapping(valueAt(drawn, 'position')) ? drawn : { ...drawn, position: place(node) }),
    ...(isMapping(data) && {
      data: { ...data, ...pick(mappingAt(entry, 'data'), drawnOfData(textAt(data, 'type'), kinds)) },
    }),
  };
}

const columnWidth = 304;
const rowHeight = 160;

/** Where nodes go that nobody has placed: the farther from the start the more to the right. */
function columns(graph: Mapping): (node: Mapping) => Mapping {
  const [nodes, edges] = [listAt(graph, 'nodes'), listAt(graph, 'edges')];
  const depths = depthsOf(nodes, edges);
  const rows = new Map<string, number>();
  const places = new Map<string, Mapping>();
  for (const node of orderNodes(nodes, edges)) {
    const depth = depths.get(textAt(node, 'id')) ?? 0;
    const column = `${textAt(node, 'parentId')}/${depth}`;
    const row = rows.get(column) ?? 0;
    rows.set(column, row + 1);
    places.set(textAt(node, 'id'), { x: 80 + depth * columnWidth, y: 80 + row * rowHeight });
  }
  return (node) => places.get(textAt(node, 'id')) ?? {};
}

function usualDrawing(edge: Mapping): Mapping {
  const source = textAt(edge, 'sourceHandle') || 'source';
  const target = textAt(edge, 'targetHandle') || 'target';
  return { id: `${textAt(edge, 'source')}-${source}-${textAt(edge, 'target')}-${target}`, type: 'custom' };
}

function pick(owner: unknown, keys: readonly string[]): Mapping {
  const found = keys.map((key) => [key, valueAt(owner, key)] as const);
  return Object.fromEntries(found.filter(([, value]) => value !== undefined && isDrawing(value)));
}

/** Numbers and words, at most one level deep: nothing that a reader of graphs would take for settings. */
function isDrawing(value: unknown): boolean {
  if (isMapping(value)) return Object.values(value).every((item) => item === null || textOf(item) !== undefined);
  return value === null || textOf(value) !== undefined;
}

export function mapGraph(tree: Mapping, change: (graph: Mapping) => Mapping): Mapping {
  const workflow = valueAt(tree, 'workflow');
  const graph = valueAt(workflow, 'graph');
  if (!isMapping(workflow) || !isMapping(graph)) return tree;
  return { ...tree, workflow: { ...workflow, graph: change(graph) } };
}

/** The list with its mappings changed, under its key; nothing for what is no list. */
export function mapList(owner: Mapping, key: string, change: (entry: Mapping) => Mapping): Mapping {
  const list = valueAt(owner, key);
  return Array.isArray(list) ? { [key]: list.map((entry) => (isMapping(entry) ? change(entry) : entry)) } : {};
}
