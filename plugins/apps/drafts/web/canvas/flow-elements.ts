import { type Edge, type Node, Position } from '@xyflow/react';
import { titlesOf } from '#plugins/drafts/web/graph/card-rows.ts';
import type { Forms, NodeForm } from '#plugins/drafts/web/graph/forms.ts';
import { handleTop, roomsOf, type Shape, shapeOf, usedHandles } from '#plugins/drafts/web/graph/geometry.ts';
import type { Point } from '#plugins/drafts/web/graph/places.ts';
import type { Graph, GraphNode } from '#plugins/drafts/web/graph/read-graph.ts';

/** What is said of a node or an edge: in colour, and in words. */
export interface Mark {
  readonly look: 'ok' | 'bad' | 'warn' | 'accent' | 'faint';
  /** For who does not see the colour: it is read with the name, and shown as a hint. */
  readonly label: string;
  /** A few words that stand on the card or at the edge. */
  readonly text?: string;
  readonly isBusy?: boolean;
}

export interface CardData extends Record<string, unknown> {
  readonly node: GraphNode;
  readonly shape: Shape;
  /** Only where a graph is shown, not changed. */
  readonly mark?: Mark | undefined;
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
  readonly marks?: ReadonlyMap<string, Mark> | undefined;
  label(node: GraphNode): string;
}

export interface DrawnEdges {
  readonly selected: ReadonlySet<string>;
  /** The edge that is pointed at, where edges are changed; null: none. */
  readonly hovered?: string | null;
  readonly marks?: ReadonlyMap<string, Mark> | undefined;
  /** What an edge is called, by the nodes it joins. */
  label?(source: string, target: string): string;
}

/** Makes nodes for the canvas; what has not changed is the same object, and is not rendered again. */
export class Drawing {
  readonly #nodes = new Map<string, { node: GraphNode; key: string; names: string; flow: FlowNode }>();
  readonly #edges = new Map<
    string,
    { edge: unknown; key: string; names: string; name: string | undefined; flow: Edge }
  >();
  #drawnEdges: readonly Edge[] = [];
  /** Titles of all nodes: they are the same at each step of a drag. */
  #named: { readonly graph: Graph; readonly names: string } | null = null;

  nodes({ graph, forms, places, moved, selected, marks, label }: DrawnParts): FlowNode[] {
    const used = usedHandles(graph);
    const rooms = roomsOf(graph, moved.size === 0 ? places : new Map([...places, ...moved]));
    const names = this.#namesOf(graph);
    const titleOf = titlesOf(graph);
    const drawn = outerFirst(graph).map((node) => {
      const { id } = node;
      const place = moved.get(id) ?? places.get(id) ?? { x: 0, y: 0 };
      const handles = used.get(id) ?? none;
      const room = rooms.get(id);
      const mark = marks?.get(id);
      const key = [place.x, place.y, room?.width, room?.height, selected.has(id), ...handles, keyOf(mark)].join(' ');
      const known = this.#nodes.get(id);
      const isSame = known?.node === node && known.key === key;
      if (isSame && known.names === names) return known.flow;
      const shape = shapeOf(node, forms, { used: handles, room, titleOf });
      // Another node was renamed, which this one does not name.
      if (isSame && saysSame(known.flow.data.shape, shape)) {
        this.#nodes.set(id, { ...known, names });
        return known.flow;
      }
      const parentId = node.parentId !== null && graph.byId.has(node.parentId) ? node.parentId : undefined;
      const flow = flowNode(node, { shape, place, label: label(node), isSelected: selected.has(id), parentId, mark });
      this.#nodes.set(id, { node, key, names, flow });
      return flow;
    });
    for (const id of this.#nodes.keys()) if (!graph.byId.has(id)) this.#nodes.delete(id);
    return drawn;
  }

  #namesOf(graph: Graph): string {
    if (this.#named?.graph !== graph)
      this.#named = { graph, names: graph.nodes.map(({ id, title }) => `${id} ${title}`).join('\n') };
    return this.#named.names;
  }

  /** Those that begin or end nowhere are not drawn. */
  edges(graph: Graph, nodes: readonly FlowNode[], { selected, hovered, marks, label }: DrawnEdges): Edge[] {
    const shapes = new Map(nodes.map(({ id, data }) => [id, data.shape]));
    const names = this.#namesOf(graph);
    const drawn = graph.edges.flatMap(({ id, edge, source, target, sourceHandle }) => {
      const [from, to] = [shapes.get(source), shapes.get(target)];
      const first = from?.sources[0]?.id;
      if (from === undefined || to?.hasTarget !== true || first === undefined) return [];
      const handle = from.sources.some((each) => each.id === sourceHandle) ? sourceHandle : first;
      const isInside = graph.byId.get(source)?.parentId != null;
      const mark = marks?.get(id);
      // Its ends can be taken where it is chosen or pointed at: of all edges they would be many elements.
      const isHeld = hovered !== undefined && (selected.has(id) || hovered === id);
      const known = this.#edges.get(id);
      const name = mark?.label ?? (known?.names === names ? known.name : label?.(source, target));
      const key = `${handle} ${selected.has(id)} ${isInside} ${isHeld} ${keyOf(mark)} ${name}`;
      if (known?.edge === edge && known.key === key) {
        if (known.names !== names) this.#edges.set(id, { ...known, names, name });
        return [known.flow];
      }
      const flow: Edge = {
        ...{ id, source, target, sourceHandle: handle, targetHandle: 'target', selected: selected.has(id) },
        ...(isInside && { zIndex: 1 }),
        ...(isHeld && { reconnectable: true }),
        ...(mark !== undefined && { className: `mark-${mark.look}`, label: mark.text }),
        ...(name !== undefined && { ariaLabel: name }),
      };
      this.#edges.set(id, { edge, key, names, name: mark === undefined ? name : undefined, flow });
      return [flow];
    });
    // The canvas reads all of them again where the list is another one: at each key that is pressed in a prompt.
    const isSame = drawn.length === this.#drawnEdges.length && drawn.every((each, at) => each === this.#drawnEdges[at]);
    if (!isSame) this.#drawnEdges = drawn;
    return this.#drawnEdges as Edge[];
  }
}

interface Drawn {
  readonly shape: Shape;
  readonly place: Point;
  readonly label: string;
  readonly isSelected: boolean;
  readonly parentId: string | undefined;
  readonly mark: Mark | undefined;
}

function keyOf(mark: Mark | undefined): string {
  return mark === undefined ? '' : `${mark.look} ${mark.label} ${mark.text} ${mark.isBusy}`;
}

/** Whether two cards of a node say the same. */
function saysSame(one: Shape, other: Shape): boolean {
  return JSON.stringify([one.rows, one.sources]) === JSON.stringify([other.rows, other.sources]);
}

function flowNode(node: GraphNode, { shape, place, label, isSelected, parentId, mark }: Drawn): FlowNode {
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
    ...{ id: node.id, type: shape.kind, position: { x: place.x, y: place.y }, data: { node, shape, mark } },
    ...{
      width,
      height,
      measured: { width, height },
      handles,
      selected: isSelected,
      ariaLabel: [label, mark?.label].filter(Boolean).join(', '),
    },
    ...(parentId !== undefined && { parentId }),
    ...(shape.kind === 'inner-start' && { draggable: false }),
  };
}

/** The name of a node, and of its kind. */
export function nameOf(node: GraphNode, form: NodeForm | undefined): string {
  return [node.title || form?.title, form?.title ?? node.type].filter(Boolean).join(', ');
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
