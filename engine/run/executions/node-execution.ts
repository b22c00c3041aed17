import type { Usage } from '#engine';
import type { FlowNode } from '#engine/graph/graph.ts';
import type { Clock } from '#engine/run/clock.ts';
import type { Frame } from '#engine/run/frame.ts';
import { addUsage, noUsage } from '#engine/run/records/usage.ts';
import type { ExecutionNumber } from '#engine/run/replay/execution-numbers.ts';
import type { PastExecution } from '#engine/run/replay/past-executions.ts';
import type { PastAttempt } from '#engine/run/replay/retry-history.ts';

const noAttempts: readonly PastAttempt[] = [];

export interface ExecutionFields {
  readonly frame: Frame;
  readonly node: FlowNode;
  readonly number: ExecutionNumber;
  readonly past: PastExecution | null;
  readonly clock: Clock;
}

/** One node of one frame while it runs; retries share it (app DSL, state). */
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
  /** What readers of the run were told of it before the run was interrupted; null when nothing. */
  readonly past: PastExecution | null;
  /** Waits for somebody to resume the run. */
  isPaused = false;
  /** From 0; a context of an earlier attempt has no say any more. */
  attempt = 0;
  /** The attempts before. */
  history: readonly PastAttempt[];
  /** Not settled yet: running, or waiting for another attempt. */
  isOpen = true;
  cancelRetry: (() => void) | null = null;
  /** What calls of an attempt have used so far. */
  readonly spending: { readonly attempt: number; readonly usage: () => Usage | undefined }[] = [];
  #controller: AbortController | null = null;
  /** `container` events that were told before. */
  #reported: number;

  constructor({ frame, node, number, past: told, clock }: ExecutionFields) {
    this.frame = frame;
    this.node = node;
    this.past = told;
    this.id = number.executionId;
    this.index = number.index;
    this.predecessor = frame.flow.nodes[frame.predecessors[node.position] ?? -1]?.id ?? null;
    this.startedAt = told?.started.startedAt ?? clock.now();
    this.startedOn = clock.monotonic();
    this.attempt = told?.retries ?? 0;
    this.history = told?.history ?? noAttempts;
    this.#reported = told?.reports ?? 0;
  }

  /** It was at work when the run was interrupted. */
  get isInterrupted(): boolean {
    return this.past !== null && this.past.finished === null;
  }

  /** Whether its end was told before the run was interrupted. */
  get wasSettled(): boolean {
    return this.past !== null && this.past.finished !== null;
  }

  /** Whether the next `container` event was told before. */
  wasReported(): boolean {
    if (this.#reported === 0) return false;
    this.#reported -= 1;
    return true;
  }

  /** Made when it is first asked for: most nodes never look at it. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (!this.isOpen) this.#controller.abort();
    return this.#controller.signal;
  }

  /**
   * What this attempt has used so far; earlier ones have told theirs as they failed. Asked while the run ends, which a node
   * that can't tell must not keep from it.
   */
  get spent(): Usage | undefined {
    let sum: Usage | undefined;
    for (const { attempt, usage } of this.spending) {
      if (attempt !== this.attempt) continue;
      try {
        const used = usage();
        if (used !== undefined) sum = addUsage(sum ?? noUsage, used);
      } catch {
        // Of that call nothing is known.
      }
    }
    return sum;
  }

  /** The run does not wait for it any longer. */
  abandon(reason: Error): void {
    this.isOpen = false;
    this.cancelRetry?.();
    this.#controller?.abort(reason);
  }
}
