import dagre from '@dagrejs/dagre';
import type { Forms } from './forms.ts';
import { CONTAINER_HEAD, GRID, roomsOf, shapeOf, usedHandles } from './geometry.ts';
import { type Point, placesOf } from './places.ts';
import type { Graph } from './read-graph.ts';

/** Places in columns from left to right, each container by itself. Notes stay where they are. */
export function tidyPlaces(graph: Graph, forms: Forms): ReadonlyMap<string, Point> {
  const used = usedHandles(graph);
  const rooms = roomsOf(graph, placesOf(graph));
  const places = new Map<string, Point>();
  for (const parentId of new Set(graph.nodes.map((node) => node.parentId))) {
    const drawn = new dagre.graphlib.Graph();
    drawn.setGraph({ rankdir: 'LR', nodesep: 2 * GRID, ranksep: 4 * GRID });
    drawn.setDefaultEdgeLabel(() => ({}));
    const shapes = graph.nodes
      .filter((node) => node.parentId === parentId)
      .map((node) => [node.id, shapeOf(node, forms, { used: used.get(node.id), room: rooms.get(node.id) })] as const)
      .filter(([, { kind }]) => kind !== 'note');
    for (const [id, { width, height }] of shapes) drawn.setNode(id, { width, height });
    for (const { source, target } of graph.edges) {
      if (drawn.hasNode(source) && drawn.hasNode(target)) drawn.setEdge(source, target);
    }
    dagre.layout(drawn);
    const origin = parentId === null ? { x: 0, y: 0 } : { x: GRID, y: CONTAINER_HEAD + GRID };
    for (const [id, { width, height }] of shapes) {
      const { x, y } = drawn.node(id);
      places.set(id, { x: Math.round(origin.x + x - width / 2), y: Math.round(origin.y + y - height / 2) });
    }
  }
  return places;
}
