import type { Connection, Edge, OnConnectEnd } from '@xyflow/react';
import { type MouseEvent, useMemo } from 'react';
import type { Commands } from '#plugins/drafts/web/editor/commands.ts';
import type { Asks } from '#plugins/drafts/web/editor/editor-keys.ts';
import { type Editor, useEditor } from '#plugins/drafts/web/editor/editor-state.ts';
import type { AddPlace } from '#plugins/drafts/web/graph/add-place.ts';
import { reconnect, whyNoEdge } from '#plugins/drafts/web/graph/changes.ts';
import { GRID } from '#plugins/drafts/web/graph/geometry.ts';
import { type Point, placesOf } from '#plugins/drafts/web/graph/places.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { toast } from '#plugins/ui/web/contract.ts';

export interface PointerParts {
  readonly commands: Commands;
  readonly asks: Asks;
}

/** What a pointer does on the canvas besides moving and choosing. */
export function usePointer({ commands, asks }: PointerParts) {
  const editor = useEditor();
  return useMemo(() => pointerOf(editor, commands, asks), [editor, commands, asks]);
}

function pointerOf(editor: Editor, commands: Commands, asks: Asks) {
  const { forms, edit } = editor;
  const join = (source: string, sourceHandle: string | null, target: string) => {
    const from = { source, sourceHandle };
    const why = whyNoEdge(commands.graph, forms, from, target);
    if (why === null) commands.connect(from, target);
    else toast(buildTexts().noEdge[why] ?? why);
  };
  /** On the canvas, or in the container that lies there. */
  const placeAt = (event: { readonly clientX: number; readonly clientY: number }): AddPlace => {
    const at = commands.flow?.screenToFlowPosition({ x: event.clientX, y: event.clientY }) ?? { x: 0, y: 0 };
    const parentId = containerAt(commands, event);
    const origin = originOf(commands, parentId);
    const snapped = (value: number) => Math.round(value / (GRID / 2)) * (GRID / 2);
    return { kind: 'at', parentId, at: { x: snapped(at.x - origin.x), y: snapped(at.y - origin.y - GRID) } };
  };
  return {
    onConnect: ({ source, sourceHandle, target }: Connection) => join(source, sourceHandle, target),
    onReconnect(edge: Edge, { source, sourceHandle, target }: Connection) {
      const made = reconnect(commands.graph, forms, edge.id, { source, sourceHandle }, target);
      if ('operations' in made) edit(made.operations);
      else if (made.why !== 'there') toast(buildTexts().noEdge[made.why] ?? made.why);
    },
    /** A connection that was let go: on a card it leads there, on the ground it asks what to add. */
    onConnectEnd: ((event, { fromNode, fromHandle, toHandle }) => {
      if (fromNode === null || fromHandle === null || toHandle !== null) return;
      const pointer = 'changedTouches' in event ? event.changedTouches[0] : event;
      if (pointer === undefined) return;
      const isForward = fromHandle.type === 'source';
      const over = document.elementFromPoint(pointer.clientX, pointer.clientY);
      const card = over?.closest('.react-flow__node')?.getAttribute('data-id') ?? null;
      const isCard = card !== null && card !== fromNode.id && card !== commands.graph.byId.get(fromNode.id)?.parentId;
      if (isCard && isForward) join(fromNode.id, fromHandle.id ?? null, card);
      else if (over?.closest('.react-flow') !== null && (card === null || !isCard) && card !== fromNode.id) {
        const { at } = placeAt(pointer) as AddPlace & { readonly at: Point };
        const place: AddPlace = isForward
          ? { kind: 'behind', source: fromNode.id, sourceHandle: fromHandle.id ?? 'source', at }
          : { kind: 'before', target: fromNode.id, at };
        asks.palette({ near: { x: pointer.clientX, y: pointer.clientY }, place });
      }
    }) satisfies OnConnectEnd,
    /** A way that is clicked asks what to add behind it. */
    onClickCapture(event: MouseEvent) {
      const handle = (event.target as Element).closest('.react-flow__handle.source');
      const source = handle?.getAttribute('data-nodeid');
      if (handle == null || source == null) return;
      event.stopPropagation();
      const { right, top } = handle.getBoundingClientRect();
      const sourceHandle = handle.getAttribute('data-handleid') ?? 'source';
      asks.palette({ near: { x: right + 8, y: top - 8 }, place: { kind: 'behind', source, sourceHandle } });
    },
    onContextMenu(event: MouseEvent) {
      const target = event.target as Element;
      if (target.closest('input, textarea, [popover]') !== null) return;
      event.preventDefault();
      const box = target.getBoundingClientRect();
      // By a key there is no pointer.
      const near =
        event.clientX + event.clientY > 0 ? { x: event.clientX, y: event.clientY } : { x: box.left, y: box.top };
      asks.menu({ near, ...subjectOf(editor, target, placeAt({ clientX: near.x, clientY: near.y })) });
    },
    onDoubleClick(event: MouseEvent) {
      if (!isGround(event.target as Element)) return;
      asks.palette({ near: { x: event.clientX, y: event.clientY }, place: placeAt(event) });
    },
  };
}

/** What a menu is of; it is selected with that. */
function subjectOf({ selection }: Editor, target: Element, place: AddPlace) {
  const node = target.closest('.react-flow__node')?.getAttribute('data-id');
  const edge = target.closest('.react-flow__edge')?.getAttribute('data-id');
  const isAmong = target.closest('.react-flow__nodesselection') !== null || (node != null && selection.nodes.has(node));
  if (isAmong && selection.nodes.size > 1) return { subject: 'selection', place } as const;
  if (node != null) {
    selection.set([node]);
    return { subject: 'node', place } as const;
  }
  if (edge != null) {
    selection.set([], [edge]);
    return { subject: 'edge', place: { kind: 'edge', id: edge } } as const;
  }
  return { subject: 'canvas', place } as const;
}

function isGround(target: Element): boolean {
  if (target.closest('.react-flow__pane') !== null && target.closest('.react-flow__node') === null) return true;
  return (
    target.closest('.react-flow__node-container') !== null && target.closest('button, .react-flow__handle') === null
  );
}

function containerAt({ graph }: Commands, { clientX, clientY }: { clientX: number; clientY: number }): string | null {
  const ids = document
    .elementsFromPoint(clientX, clientY)
    .map((each) => each.closest('.react-flow__node-container')?.getAttribute('data-id'));
  return ids.find((id) => id != null && graph.byId.has(id)) ?? null;
}

/** Where the corner of a container is on the canvas. */
function originOf({ graph }: Commands, id: string | null): Point {
  const places = placesOf(graph);
  const origin = { x: 0, y: 0 };
  for (let at = id, depth = 0; at !== null && depth < 20; depth++) {
    const place = places.get(at);
    origin.x += place?.x ?? 0;
    origin.y += place?.y ?? 0;
    at = graph.byId.get(at)?.parentId ?? null;
  }
  return origin;
}
