import { isMapping } from '#plugins/drafts/web/document/operations.ts';
import { CONTAINER_HEAD, GRID } from './geometry.ts';
import type { Graph, GraphNode, Point } from './read-graph.ts';

export type { Point } from './read-graph.ts';

const COLUMN = 320;
const LINE = 140;

/** Where the document puts a node; null: it says nothing. */
export function ownPlace({ node: { position } }: GraphNode): Point | null {
  if (!isMapping(position)) return null;
  const { x, y } = position;
  return typeof x === 'number' && typeof y === 'number' && Number.isFinite(x + y) ? { x, y } : null;
}

/** Places of all nodes. Those the document has no place for stand in columns, by how far they are from where a run begins. */
export function placesOf(graph: Graph): ReadonlyMap<string, Point> {
  const places = new Map<string, Point>();
  const missing = graph.nodes.filter((node) => {
    const place = ownPlace(node);
    if (place !== null) places.set(node.id, place);
    return place === null;
  });
  if (missing.length === 0) return places;
  const columns = columnsOf(graph);
  const filled = new Map<string, number>();
  for (const { id, parentId } of missing) {
    const column = columns.get(id) ?? 0;
    const key = `${parentId} ${column}`;
    const line = filled.get(key) ?? 0;
    filled.set(key, line + 1);
    const top = parentId === null ? 0 : CONTAINER_HEAD + GRID;
    places.set(id, { x: (parentId === null ? 0 : GRID) + column * COLUMN, y: top + line * LINE });
  }
  return places;
}

/** The longest way to each node, among those of one container. */
function columnsOf({ nodes, edges, byId }: Graph): ReadonlyMap<string, number> {
  const columns = new Map(nodes.map(({ id }) => [id, 0]));
  // A circle ends with the rounds.
  for (let round = 0, isChanged = true; isChanged && round < nodes.length; round++) {
    isChanged = false;
    for (const { source, target } of edges) {
      const next = (columns.get(source) ?? 0) + 1;
      const isBeside = byId.get(source)?.parentId === byId.get(target)?.parentId;
      if (!isBeside || (columns.get(target) ?? next) >= next) continue;
      columns.set(target, next);
      isChanged = true;
    }
  }
  return columns;
}
