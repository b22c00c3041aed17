import type { Flow } from '#plugins/drafts/web/canvas/canvas.tsx';
import {
  addNode,
  type Clip,
  connect,
  copyNodes,
  moveNodes,
  pasteNodes,
  removeEdges,
  removeNodes,
  whyNoEdge,
} from '#plugins/drafts/web/graph/changes.ts';
import type { NodeForm } from '#plugins/drafts/web/graph/forms.ts';
import { CARD_WIDTH, GRID, roomsOf, shapeOf } from '#plugins/drafts/web/graph/geometry.ts';
import { type Point, placesOf } from '#plugins/drafts/web/graph/places.ts';
import type { Graph } from '#plugins/drafts/web/graph/read-graph.ts';
import { type Editor, graphOf } from './editor-state.ts';

const APART = 88;
/** Pixels between a node and the edge of the canvas. */
const EDGE = 24;

/** What people do with the graph, whichever key or button asks for it. */
export class Commands {
  readonly #editor: Editor;
  flow: Flow | null = null;

  constructor(editor: Editor) {
    this.#editor = editor;
  }

  get graph(): Graph {
    return graphOf(this.#editor.store.tree);
  }

  /** Adds a node behind the selected one and connects it, or in the middle of what is seen. */
  add(form: NodeForm): void {
    const { forms, selection, edit } = this.#editor;
    const { graph } = this;
    const after = graph.byId.get(selection.node ?? '');
    const inside = after !== undefined && forms.of(after)?.traits.container != null && form.only_in !== undefined;
    const parentId = inside ? (after?.id ?? null) : (after?.parentId ?? null);
    const at = after === undefined || inside ? this.#middle(parentId) : this.#free(graph, after.id);
    const { id, operations } = addNode(graph, forms, { form, at, parentId });
    if (!edit(operations)) return;
    const next = this.graph;
    const source = after === undefined ? undefined : shapeOf(after, forms).sources[0]?.id;
    if (after !== undefined && source !== undefined && form.drawn_as === undefined) {
      const from = { source: after.id, sourceHandle: source };
      if (whyNoEdge(next, forms, from, id) === null) edit(connect(next, forms, from, id));
    }
    this.show(id);
  }

  show(id: string): void {
    this.#editor.selection.set([id]);
    const { flow } = this;
    // Drawn a moment later.
    setTimeout(() => {
      void flow?.fitView({
        nodes: [{ id }],
        maxZoom: Math.min(1, flow.getZoom()),
        minZoom: Math.min(1, flow.getZoom()),
      });
      document
        .querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(id)}"]`)
        ?.focus({ preventScroll: true });
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
    const [across, down] = [shift(left, right, box.width), shift(top, bottom, box.height)];
    if (across !== 0 || down !== 0) void flow.setViewport({ x: x + across, y: y + down, zoom });
  }

  remove(): void {
    const { selection, forms, edit } = this.#editor;
    const gone = removeNodes(this.graph, forms, selection.nodes);
    const named = new Set(gone.map(({ path }) => JSON.stringify(path)));
    const edges = removeEdges(selection.edges).filter(({ path }) => !named.has(JSON.stringify(path)));
    if (edit([...edges, ...gone])) selection.set([]);
  }

  move(step: Point): void {
    const { selection, edit } = this.#editor;
    const { graph } = this;
    const places = placesOf(graph);
    const moved = [...selection.nodes].filter((id) => !selection.nodes.has(graph.byId.get(id)?.parentId ?? ''));
    const next = new Map(
      moved.flatMap((id) => {
        const place = places.get(id);
        return place === undefined ? [] : [[id, { x: place.x + step.x, y: place.y + step.y }] as const];
      }),
    );
    edit(moveNodes(graph, next), `move ${moved.join(' ')}`);
  }

  copied(): Clip {
    return copyNodes(this.graph, this.#editor.selection.nodes);
  }

  paste(clip: Clip, shift: Point = { x: 2 * GRID, y: 2 * GRID }): void {
    const { forms, selection, edit } = this.#editor;
    const { ids, operations } = pasteNodes(this.graph, forms, clip, shift);
    if (operations.length > 0 && edit(operations)) selection.set(ids);
  }

  duplicate(): void {
    this.paste(this.copied());
  }

  async tidy(): Promise<void> {
    const { tidyPlaces } = await import('#plugins/drafts/web/graph/tidy.ts');
    const places = tidyPlaces(this.graph, this.#editor.forms);
    this.#editor.edit(moveNodes(this.graph, places));
    setTimeout(() => void this.flow?.fitView({ padding: 0.15, maxZoom: 1 }), 60);
  }

  #free(graph: Graph, id: string): Point {
    const places = placesOf(graph);
    const place = places.get(id) ?? { x: 0, y: 0 };
    const node = graph.byId.get(id);
    const width =
      node === undefined
        ? CARD_WIDTH
        : shapeOf(node, this.#editor.forms, { room: roomsOf(graph, places).get(id) }).width;
    const wanted = { x: place.x + width + APART, y: place.y };
    const beside = graph.nodes.filter((each) => each.parentId === node?.parentId).map((each) => places.get(each.id));
    while (
      beside.some(
        (each) => each !== undefined && Math.abs(each.x - wanted.x) < CARD_WIDTH && Math.abs(each.y - wanted.y) < 100,
      )
    )
      wanted.y += 120;
    return wanted;
  }

  #middle(parentId: string | null): Point {
    if (parentId !== null) return { x: 100, y: 80 };
    const box = document.querySelector('.react-flow')?.getBoundingClientRect();
    if (box === undefined || this.flow === null) return { x: 0, y: 0 };
    const middle = this.flow.screenToFlowPosition({ x: box.left + box.width / 2, y: box.top + box.height / 2 });
    return { x: middle.x - CARD_WIDTH / 2, y: middle.y - 40 };
  }
}
