import type { FramePosition } from '#engine';
import { type Entry, type Flow, skipped } from '#engine/graph/graph.ts';
import type { NodeFailure } from './executions/node-failure.ts';
import type { FrameText } from './streaming/frame-text.ts';
import type { StreamSlots } from './streaming/stream-slots.ts';
import type { VariablePool } from './values/variable-pool.ts';

export interface FrameFields {
  readonly entry: Entry;
  readonly pool: VariablePool;
  /** Null for the root frame. */
  readonly parent: Frame | null;
  readonly position: FramePosition | null;
  readonly text: FrameText;
}

/** One instance of a graph inside a run, with node and edge states of its own (app DSL, state). */
export class Frame {
  readonly flow: Flow;
  readonly entry: Entry;
  readonly pool: VariablePool;
  readonly parent: Frame | null;
  readonly position: FramePosition | null;
  readonly nodeStates: Uint8Array;
  readonly edgeStates: Uint8Array;
  /** Incoming edges a node still waits for. */
  readonly pending: Int32Array;
  /** The node whose edge a node was reached over; -1: none. */
  readonly predecessors: Int32Array;
  /** Names the frame among all of the run: `''` for the root. */
  readonly path: string;
  /** Null when no node of the flow has a template. */
  slots: StreamSlots | null = null;
  /** Where its text goes. */
  readonly text: FrameText;
  /** Starts of nodes, retries included. */
  steps = 0;
  /** Nodes that are queued or run. The frame ends when there is none. */
  unfinished = 0;
  /** Failures that no strategy caught; only a child frame outlives one. */
  readonly failures: NodeFailure[] = [];
  /** Tokens used, those of rounds inside included. */
  tokens = 0;
  /** Types of the nodes that were started, those of iterations inside included. */
  readonly types = new Set<string>();
  /** What response nodes put out: merged into the run when a round ends well. Child frames only. */
  readonly merges: { readonly outputs: Readonly<Record<string, unknown>>; readonly files: readonly unknown[] }[] = [];
  /** Child frames: called once when the frame ends. */
  onEnd: ((frame: Frame) => void) | null = null;

  constructor({ entry, pool, parent, position, text }: FrameFields) {
    this.flow = entry.flow;
    this.entry = entry;
    this.pool = pool;
    this.parent = parent;
    this.position = position;
    this.path = position?.path ?? '';
    this.text = text;
    this.nodeStates = entry.nodeStates.slice();
    this.edgeStates = entry.edgeStates.slice();
    this.pending = entry.pending.slice();
    this.predecessors = new Int32Array(entry.flow.nodes.length).fill(-1);
  }

  /** Whether an id names a node, of this frame or of one around it, that was skipped. */
  isSkipped(nodeId: string): boolean {
    const position = this.flow.positions.get(nodeId);
    if (position !== undefined) return this.nodeStates[position] === skipped;
    return this.parent?.isSkipped(nodeId) ?? false;
  }

  /** Adds tokens here and to the frames around. */
  addTokens(tokens: number): void {
    this.tokens += tokens;
    this.parent?.addTokens(tokens);
  }

  /** One of `unfinished` is over; with its last node a child frame ends. */
  finishOne(): void {
    this.unfinished -= 1;
    if (this.unfinished > 0 || this.parent === null) return;
    this.slots?.close();
    this.onEnd?.(this);
  }

  /** Notes the type of a node that starts. Nobody asks for those of the root frame. */
  addType(type: string): void {
    if (this.parent !== null) this.types.add(type);
  }
}
