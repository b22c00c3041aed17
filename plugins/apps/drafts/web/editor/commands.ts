import type { Flow } from '#plugins/drafts/web/canvas/canvas.tsx';
import { applyAll } from '#plugins/drafts/web/document/operations.ts';
import { type AddPlace, placeBehind } from '#plugins/drafts/web/graph/add-place.ts';
import { aligned, distributed, freeBelow, nearest, type Side, type Way } from '#plugins/drafts/web/graph/arrange.ts';
import {
  type Clip,
  connect,
  copyNodes,
  moveNodes,
  pasteNodes,
  removeEdges,
  removeNodes,
} from '#plugins/drafts/web/graph/changes.ts';
import { joinedSettings } from '#plugins/drafts/web/graph/first-settings.ts';
import { CARD_WIDTH, GRID, shapeOf, usedHandles } from '#plugins/drafts/web/graph/geometry.ts';
import { type PlacedNode, placedNodes } from '#plugins/drafts/web/graph/placed.ts';
import type { Point } from '#plugins/drafts/web/graph/places.ts';
import type { Graph } from '#plugins/drafts/web/graph/read-graph.ts';
import { type Editor, graphOf } from './editor-state.ts';

/** The least zoom at which a card is read. */
export const READABLE = 0.6;
/** Pixels between a node and the edge of the canvas; to its right, where the edges leave it, are more. */
const EDGE = 24;
const WAY = 110;

/** A palette that is asked for: where it opens in the window, and where what is chosen in it goes. */
export interface Wanted {
  readonly near: Point;
  readonly place: AddPlace;
}

/** What people do with the graph, whichever key or button asks for it. */
export class Commands {
  readonly #editor: Editor;
  flow: Flow | null = null;
  /** What was gone to is selected, and has not the focus yet. */
  isGoing = false;

  constructor(editor: Editor) {
    this.#editor = editor;
  }

  get graph(): Graph {
    return graphOf(this.#editor.store.tree);
  }

  /** Where the palette opens by a key, and where what is chosen in it goes: into the selected edge, behind the selected node, or on what is seen. */
  here(): Wanted {
    const { selection, forms } = this.#editor;
    const { graph } = this;
    const [edge] = selection.edges;
    const node = graph.byId.get(selection.node ?? '');
    if (edge !== undefined && selection.nodes.size === 0)
      return { near: this.#beside('edge', edge), place: { kind: 'edge', id: edge } };
    if (node !== undefined) return { near: this.#beside('node', node.id), place: placeBehind(graph, forms, node) };
    return { near: this.#beside('node', ''), place: { kind: 'at', at: this.#middle(), parentId: null } };
  }

  /** Where something opens that is about nothing that is seen. */
  upperMiddle(): Point {
    const canvas = document.querySelector('.react-flow, main')?.getBoundingClientRect();
    return canvas === undefined ? { x: 0, y: 0 } : { x: canvas.left + canvas.width / 3, y: canvas.top + 60 };
  }

  /** Selects a node and goes to it, with as little of the canvas moved as may be; also out of a field. */
  go(id: string, isLeaving = false): void {
    if (isLeaving && document.activeElement instanceof HTMLElement) document.activeElement.blur();
    this.#editor.selection.set([id]);
    this.keepInView(id);
    this.#focus(id);
  }

  /** Selects a node and shows it in the middle; `field`: the one of its settings that takes the focus. */
  show(id: string, field = ''): void {
    const { selection } = this.#editor;
    selection.goTo(id, field);
    const { flow } = this;
    // Drawn a moment later.
    setTimeout(() => {
      const zoom = Math.min(1, Math.max(READABLE, flow?.getZoom() ?? 1));
      void flow?.fitView({ nodes: [{ id }], maxZoom: zoom, minZoom: zoom });
      // Who is in its panel by then stays there.
      if (field === '' && document.activeElement?.closest('[data-panel]') == null) this.#focus(id);
    }, 60);
  }

  /** Pans until a node is not hidden, where it is. */
  keepInView(id: string): void {
    const { flow } = this;
    const box = document.querySelector('.react-flow')?.getBoundingClientRect();
    const node = flow?.getInternalNode(id);
    if (box === undefined || flow === null || node === undefined) return;
    const { x, y, zoom } = flow.getViewport();
    const at = node.internals.positionAbsolute;
    const [left, top] = [at.x * zoom + x, at.y * zoom + y];
    const [right, bottom] = [left + (node.width ?? 0) * zoom, top + (node.height ?? 0) * zoom];
    const shift = (start: number, end: number, size: number) =>
      start < EDGE ? EDGE - start : end > size - EDGE ? Math.max(size - EDGE - end, EDGE - start) : 0;
    const [across, down] = [shift(left, right, box.width - WAY), shift(top, bottom, box.height)];
    if (across !== 0 || down !== 0) void flow.setViewport({ x: x + across, y: y + down, zoom });
  }

  /** An edge, and what a node that joins several ways takes by it. */
  connect(from: { readonly source: string; readonly sourceHandle: string | null }, target: string): void {
    const { store, forms, mode, edit } = this.#editor;
    const edge = connect(this.graph, forms, from, target);
    const { tree } = applyAll(store.tree, edge);
    edit([...edge, ...joinedSettings(tree, forms, mode, { source: from.source, target })]);
  }

  remove(): void {
    const { selection, forms, edit } = this.#editor;
    const gone = removeNodes(this.graph, forms, selection.nodes);
    const named = new Set(gone.map(({ path }) => JSON.stringify(path)));
    const edges = removeEdges(selection.edges).filter(({ path }) => !named.has(JSON.stringify(path)));
    if (edit([...edges, ...gone])) selection.set([]);
  }

  removeEdge(id: string): void {
    if (this.#editor.edit(removeEdges(new Set([id])))) this.#editor.selection.set(this.#editor.selection.nodes);
  }

  move(step: Point): void {
    const places = this.#moved().map(({ id, x, y }) => [id, { x: x + step.x, y: y + step.y }] as const);
    this.#editor.edit(moveNodes(this.graph, new Map(places)), `move ${places.map(([id]) => id).join(' ')}`);
  }

  align(side: Side): void {
    this.#editor.edit(moveNodes(this.graph, aligned(this.#moved(), side)));
  }

  distribute(axis: 'x' | 'y'): void {
    this.#editor.edit(moveNodes(this.graph, distributed(this.#moved(), axis)));
  }

  /** From the selected node to the next in a direction, along its edges where it has some there. */
  walk(way: Way): void {
    const { selection } = this.#editor;
    const { graph } = this;
    const all = this.#placed();
    const [id] = selection.nodes;
    const first = all.toSorted((one, other) => one.x - other.x)[0]?.id;
    if (id === undefined) {
      if (first !== undefined) this.go(first);
      return;
    }
    const parentId = graph.byId.get(id)?.parentId ?? null;
    const beside = all.filter((each) => (graph.byId.get(each.id)?.parentId ?? null) === parentId);
    const joined = graph.edges.flatMap(({ source, target }) =>
      way === 'right' && source === id ? [target] : way === 'left' && target === id ? [source] : [],
    );
    const near = beside.filter((each) => joined.includes(each.id)).toSorted((one, other) => one.y - other.y)[0];
    const inner = way === 'down' ? graph.nodes.find((each) => each.parentId === id)?.id : undefined;
    const next = near?.id ?? inner ?? nearest(beside, id, way);
    if (next !== null) this.go(next);
  }

  /** To the next node, from left to right, with a way that leads nowhere yet; what is last in a container ends it. */
  nextFree(): void {
    const { forms, selection } = this.#editor;
    const { graph } = this;
    const used = usedHandles(graph);
    const open = this.#placed()
      .filter(({ id }) => {
        const node = graph.byId.get(id);
        if (node === undefined || (node.parentId !== null && !used.has(id))) return false;
        return shapeOf(node, forms, { used: used.get(id) }).sources.some(({ isFree }) => isFree);
      })
      .toSorted((one, other) => one.x - other.x || one.y - other.y)
      .map(({ id }) => id);
    const next = open[open.indexOf(selection.node ?? '') + 1] ?? open[0];
    if (next !== undefined) this.go(next);
  }

  /** From inside of a container to it, else to nothing. */
  leave(): void {
    const { selection } = this.#editor;
    const parentId = this.graph.byId.get(selection.node ?? '')?.parentId ?? null;
    if (parentId !== null && this.graph.byId.has(parentId)) this.go(parentId);
    else selection.set([]);
  }

  selectAll(): void {
    this.#editor.selection.set(this.graph.nodes.map(({ id }) => id));
  }

  /** All in view; or what is selected. */
  fit(isSelection = false): void {
    const { nodes } = this.#editor.selection;
    const ids = isSelection && nodes.size > 0 ? { nodes: [...nodes].map((id) => ({ id })) } : {};
    void this.flow?.fitView({ padding: 0.15, maxZoom: 1, ...ids });
  }

  /** Gives the focus to a card once it is drawn. */
  #focus(id: string): void {
    this.isGoing = true;
    focusNode(id, () => {
      this.isGoing = false;
    });
  }

  #placed(): readonly PlacedNode[] {
    return placedNodes(this.graph, this.#editor.forms);
  }

  /** What is selected, but what moves with its container. */
  #moved(): readonly PlacedNode[] {
    const { nodes } = this.#editor.selection;
    return this.#placed().filter(({ id }) => nodes.has(id) && !nodes.has(this.graph.byId.get(id)?.parentId ?? ''));
  }

  copied(): Clip {
    return copyNodes(this.graph, this.#editor.selection.nodes);
  }

  paste(clip: Clip, shift: Point = { x: 2 * GRID, y: 2 * GRID }): void {
    const { forms, selection, edit } = this.#editor;
    const { ids, operations } = pasteNodes(this.graph, forms, clip, shift);
    if (operations.length > 0 && edit(operations)) selection.set(ids);
  }

  /** Below what is copied, or farther, where the copies lie on nothing. */
  duplicate(): void {
    const moved = this.#moved();
    const taken = new Set(moved.map(({ id }) => id));
    const parents = new Set(moved.map(({ id }) => this.graph.byId.get(id)?.parentId ?? null));
    const others = this.#placed().filter(
      ({ id, kind }) => !taken.has(id) && kind !== 'note' && parents.has(this.graph.byId.get(id)?.parentId ?? null),
    );
    this.paste(this.copied(), { x: 0, y: freeBelow(moved, [...moved, ...others]) });
  }

  async tidy(): Promise<void> {
    const { tidyPlaces } = await import('#plugins/drafts/web/graph/tidy.ts');
    const places = tidyPlaces(this.graph, this.#editor.forms);
    this.#editor.edit(moveNodes(this.graph, places));
    setTimeout(() => this.fit(), 60);
  }

  /** In the window, right of a node or an edge; where that is not seen, in the upper middle of the canvas. */
  #beside(kind: 'node' | 'edge', id: string): Point {
    const box = document.querySelector(`.react-flow__${kind}[data-id="${CSS.escape(id)}"]`)?.getBoundingClientRect();
    if (box !== undefined && box.width > 0) return { x: (kind === 'node' ? box.right : box.left) + 12, y: box.top };
    return this.upperMiddle();
  }

  #middle(): Point {
    const box = document.querySelector('.react-flow')?.getBoundingClientRect();
    if (box === undefined || this.flow === null) return { x: 0, y: 0 };
    const middle = this.flow.screenToFlowPosition({ x: box.left + box.width / 2, y: box.top + box.height / 2 });
    return { x: middle.x - CARD_WIDTH / 2, y: middle.y - 40 };
  }
}

/** Gives the focus to a card once it is drawn, unless somebody types by then. */
function focusNode(id: string, onDone: () => void, tries = 30): void {
  requestAnimationFrame(() => {
    const card = document.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(id)}"]`);
    const isOver = tries === 0 || isTyping(document.activeElement);
    if (card === null && !isOver) return focusNode(id, onDone, tries - 1);
    if (!isOver) card?.focus({ preventScroll: true });
    onDone();
  });
}

/** Whether keys are written into what has the focus. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (/^(input|textarea|select)$/i.test(target.tagName) || target.isContentEditable)
  );
}
