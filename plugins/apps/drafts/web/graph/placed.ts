import type { Placed } from './arrange.ts';
import type { Forms } from './forms.ts';
import { roomsOf, type Shape, shapeOf, usedHandles } from './geometry.ts';
import { placesOf } from './places.ts';
import type { Graph } from './read-graph.ts';

/** A node with its place in its container, and what it takes there. */
export interface PlacedNode extends Placed {
  readonly kind: Shape['kind'];
}

/** Every node. */
export function placedNodes(graph: Graph, forms: Forms): readonly PlacedNode[] {
  const places = placesOf(graph);
  const used = usedHandles(graph);
  const rooms = roomsOf(graph, places);
  return graph.nodes.map((node) => {
    const { width, height, kind } = shapeOf(node, forms, { used: used.get(node.id), room: rooms.get(node.id) });
    return { id: node.id, ...(places.get(node.id) ?? { x: 0, y: 0 }), width, height, kind };
  });
}
