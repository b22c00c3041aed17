/** Decides edges and what follows from them: ready nodes and skipped ones (app DSL, edges and skipping). */
import { type FlowNode, skipped, taken } from '#engine/graph/graph.ts';
import type { Frame } from './frame.ts';
import type { ReadyQueue } from './ready-queue.ts';

/** Queues a node of a frame. */
export function queueNode(frame: Frame, position: number, queue: ReadyQueue): void {
  frame.nodeStates[position] = taken;
  frame.unfinished += 1;
  queue.push({ frame, position });
}

/** An ordinary node succeeded: every outgoing edge is taken, whatever its handle. */
export function takeAllEdges(frame: Frame, node: FlowNode, queue: ReadyQueue): void {
  for (const edge of node.outgoing) takeEdge(frame, edge, queue);
}

/** A branch node chose a handle: the other edges are skipped first, then those of the handle are taken. */
export function takeHandle(
  frame: Frame,
  node: FlowNode,
  { handle, queue }: { handle: string; queue: ReadyQueue },
): void {
  for (const edge of node.outgoing) if (frame.flow.edges[edge]?.handle !== handle) skipEdge(frame, edge, queue);
  for (const edge of node.outgoing) if (frame.flow.edges[edge]?.handle === handle) takeEdge(frame, edge, queue);
}

function takeEdge(frame: Frame, position: number, queue: ReadyQueue): void {
  const edge = frame.flow.edges[position];
  if (edge === undefined) return;
  frame.edgeStates[position] = taken;
  frame.predecessors[edge.target] = edge.source;
  const left = (frame.pending[edge.target] ?? 0) - 1;
  frame.pending[edge.target] = left;
  if (edge.opens.length > 0) frame.slots?.open(edge.opens);
  if (left === 0) queueNode(frame, edge.target, queue);
}

/** Skips an edge and all that only it could have reached. A join behind it may be ready by that. */
function skipEdge(frame: Frame, first: number, queue: ReadyQueue): void {
  const edges = [first];
  for (const position of edges) {
    const edge = frame.flow.edges[position];
    if (edge === undefined) continue;
    frame.edgeStates[position] = skipped;
    const left = (frame.pending[edge.target] ?? 0) - 1;
    frame.pending[edge.target] = left;
    if (left > 0) continue;
    // A node has a predecessor when one of its edges was taken.
    if (frame.predecessors[edge.target] !== -1) queueNode(frame, edge.target, queue);
    else {
      frame.nodeStates[edge.target] = skipped;
      edges.push(...(frame.flow.nodes[edge.target]?.outgoing ?? []));
    }
  }
}
