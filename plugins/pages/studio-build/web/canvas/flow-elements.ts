import { type Edge, type Node, Position } from '@xyflow/react';
import type { Forms } from '#plugins/studio-build/web/graph/forms.ts';
import { handleTop, roomsOf, type Shape, shapeOf, usedHandles } from '#plugins/studio-build/web/graph/geometry.ts';
import type { Point } from '#plugins/studio-build/web/graph/places.ts';
import type { Graph, GraphNode } from '#plugins/studio-build/web/graph/read-graph.ts';

export interface CardData extends Record<string, unknown> {
  readonly node: GraphNode;
  readonly shape: Shape;
}

export type FlowNode = Node<CardData>;

const none: ReadonlySet<string> = new Set();
/** Handles are dots of that size. */
const DOT = 12;

export interface DrawnParts {
  readonly graph: Graph;
  readonly forms: Forms;
  readonly places: ReadonlyMap<string, Point>;
  readonly moved: ReadonlyMap<string, Point>;
  readonly selected: ReadonlySet<string>;
  label(node: GraphNode): string;
}

/** Makes nodes for the canvas; what has not changed is the same object, and is not rendered again. */
export class Drawing {
  readonly #nodes = new Map<string, { node: GraphNode; key: string; flow: FlowNode }>();
  readonly #edges = new Map<string, { edge: unknown; key: string; flow: Edge }>();

  nodes({ graph, forms, places, moved, selected, label }: DrawnParts): FlowNode[] {
    const used = usedHandles(graph);
    const rooms = roomsOf(graph, moved.size === 0 ? places : new Map([...places, ...moved]));
    const drawn = outerFirst(graph).map((node) => {
      const { id } = node;
      const place = moved.get(id) ?? places.get(id) ?? { x: 0, y: 0 };
      const handles = used.get(id) ?? none;
      const room = rooms.get(id);
      const key = `${place.x} ${place.y} ${room?.width} ${room?.height} ${selected.has(id)} ${[...handles].join(' ')}`;
      const known = this.#nodes.get(id);
      if (known?.node === node && known.key === key) return known.flow;
      const shape = shapeOf(node, forms, { used: handles, room });
      const parentId = node.parentId !== null && graph.byId.has(node.parentId) ? node.parentId : undefined;
      const flow = flowNode(node, { shape, place, label: label(node), isSelected: selected.has(id), parentId });
      this.#nodes.set(id, { node, key, flow });
      return flow;
    });
    for (const id of this.#nodes.keys()) if (!graph.byId.has(id)) this.#nodes.delete(id);
    return drawn;
  }

  /** Those that begin or end nowhere are not drawn. */
  edges(graph: Graph, nodes: readonly FlowNode[], selected: ReadonlySet<string>): Edge[] {
    const shapes = new Map(nodes.map(({ id, data }) => [id, data.shape]));
    return graph.edges.flatMap(({ id, edge, source, target, sourceHandle }) => {
      const [from, to] = [shapes.get(source), shapes.get(target)];
      const first = from?.sources[0]?.id;
      if (from === undefined || to?.hasTarget !== true || first === undefined) return [];
      const handle = from.sources.some((each) => each.id === sourceHandle) ? sourceHandle : first;
      const isInside = graph.byId.get(source)?.parentId != null;
      const key = `${handle} ${selected.has(id)} ${isInside}`;
      const known = this.#edges.get(id);
      if (known?.edge === edge && known.key === key) return [known.flow];
      const flow: Edge = {
        ...{ id, source, target, sourceHandle: handle, targetHandle: 'target', selected: selected.has(id) },
        ...(isInside && { zIndex: 1 }),
      };
      this.#edges.set(id, { edge, key, flow });
      return [flow];
    });
  }
}

interface Drawn {
  readonly shape: Shape;
  readonly place: Point;
  readonly label: string;
  readonly isSelected: boolean;
  readonly parentId: string | undefined;
}

function flowNode(node: GraphNode, { shape, place, label, isSelected, parentId }: Drawn): FlowNode {
  const { width, height } = shape;
  const dot = (top: number) => ({ y: top - DOT / 2, width: DOT, height: DOT });
  const handles = [
    ...shape.sources.map((source, at) => ({
      ...({ id: source.id, type: 'source', position: Position.Right, x: width - DOT / 2 } as const),
      ...dot(handleTop(shape, at)),
    })),
    ...(shape.hasTarget
      ? [{ ...({ id: 'target', type: 'target', position: Position.Left, x: -DOT / 2 } as const), ...dot(22) }]
      : []),
  ];
  return {
    ...{ id: node.id, type: shape.kind, position: { x: place.x, y: place.y }, data: { node, shape } },
    ...{ width, height, measured: { width, height }, handles, selected: isSelected, ariaLabel: label },
    ...(parentId !== undefined && { parentId }),
    ...(shape.kind === 'inner-start' && { draggable: false }),
  };
}

/** Containers come before what lies in them. */
function outerFirst({ nodes, byId }: Graph): readonly GraphNode[] {
  const depth = (node: GraphNode) => {
    let count = 0;
    for (let outer = node.parentId; outer !== null && count < 20; outer = byId.get(outer)?.parentId ?? null) count++;
    return count;
  };
  return nodes.some(({ parentId }) => parentId !== null)
    ? nodes.toSorted((one, other) => depth(one) - depth(other))
    : nodes;
}
