import { isMapping, type Mapping, valueAt } from '#plugins/drafts/web/document/operations.ts';
import { READABLE } from '#plugins/drafts/web/editor/commands.ts';
import { graphPath } from '#plugins/drafts/web/graph/read-graph.ts';
import type { Flow } from './canvas.tsx';

/** Room around what is shown. */
const EDGE = 40;
const LEAST = 0.1;

/**
 * What is mended of how a canvas begins, which is as the document was left (`viewportOf`), or else all of it. What can be read as a whole is
 * shown as a whole; of a larger one what the document says, and where that shows nothing, what is read from the beginning.
 */
export function showFirst(flow: Flow, tree: Mapping): void {
  const canvas = document.querySelector('.react-flow')?.getBoundingClientRect();
  if (canvas === undefined) return;
  const kept = viewportOf(tree);
  const all = flow.getNodes();
  const { x, y, width, height } = flow.getNodesBounds(all);
  const zoom = Math.min((canvas.width - 2 * EDGE) / width, (canvas.height - 2 * EDGE) / height);
  const first = all.toSorted((one, other) => one.position.x - other.position.x)[0];
  if (zoom >= READABLE || first === undefined) {
    if (kept !== null && !isAllSeen(flow, kept, canvas)) void flow.fitView({ padding: 0.15, maxZoom: 1 });
    return;
  }
  if (kept !== null && isAnySeen(flow, kept, canvas)) return;
  const top = height * READABLE <= canvas.height ? y + height / 2 : first.position.y;
  void flow.setViewport({ x: EDGE - x * READABLE, y: canvas.height / 2 - top * READABLE, zoom: READABLE });
}

interface Viewport {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

/** How the document was left; null: it does not say. */
export function viewportOf(tree: Mapping): Viewport | null {
  const found = valueAt(tree, [...graphPath, 'viewport']);
  if (!isMapping(found)) return null;
  const { x, y, zoom } = found;
  const isView = typeof x === 'number' && typeof y === 'number' && typeof zoom === 'number' && zoom > LEAST;
  return isView && Number.isFinite(x + y + zoom) ? { x, y, zoom: Math.min(zoom, 2) } : null;
}

function isAnySeen(flow: Flow, view: Viewport, canvas: DOMRect): boolean {
  return flow.getNodes().some(isSeenIn(flow, view, canvas));
}

function isAllSeen(flow: Flow, view: Viewport, canvas: DOMRect): boolean {
  return flow.getNodes().every(isSeenIn(flow, view, canvas));
}

/** Whether a card is seen, all of its width. */
function isSeenIn(flow: Flow, { x, y, zoom }: Viewport, { width, height }: DOMRect) {
  return (node: ReturnType<Flow['getNodes']>[number]): boolean => {
    const at = flow.getInternalNode(node.id)?.internals.positionAbsolute ?? node.position;
    const [left, top] = [at.x * zoom + x, at.y * zoom + y];
    return left >= 0 && top >= 0 && left + (node.width ?? 0) * zoom <= width && top + 40 * zoom <= height;
  };
}
