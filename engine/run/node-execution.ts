import type { FlowNode } from '../graph/graph.ts';
import type { Frame } from './frame.ts';

/** One node of one frame while it runs; retries share it (app-dsl, section 4.2). */
export class NodeExecution {
  readonly id: string;
  readonly frame: Frame;
  readonly node: FlowNode;
  /** Order of start in the run, from 1. */
  readonly index: number;
  readonly predecessor: string | null;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Milliseconds of the monotonic clock. */
  readonly startedOn: number;
  /** From 0; a context of an earlier attempt has no say any more. */
  attempt = 0;
  /** Not settled yet: running, or waiting for another attempt. */
  isOpen = true;
  cancelRetry: (() => void) | null = null;
  #controller: AbortController | null = null;

  constructor(
    fields: Pick<NodeExecution, 'id' | 'frame' | 'node' | 'index' | 'predecessor' | 'startedAt' | 'startedOn'>,
  ) {
    this.id = fields.id;
    this.frame = fields.frame;
    this.node = fields.node;
    this.index = fields.index;
    this.predecessor = fields.predecessor;
    this.startedAt = fields.startedAt;
    this.startedOn = fields.startedOn;
  }

  /** Made when it is first asked for: most nodes never look at it. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (!this.isOpen) this.#controller.abort();
    return this.#controller.signal;
  }

  /** The run does not wait for it any longer. */
  abandon(reason: Error): void {
    this.isOpen = false;
    this.cancelRetry?.();
    this.#controller?.abort(reason);
  }
}
