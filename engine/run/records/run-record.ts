import type { GraphNode, PauseReason, RunFinishedEvent, RunPausedEvent, RunStatus, Usage } from '#engine';
import { secondsBetween } from '#engine/run/clock.ts';
import type { NodeFailure } from '#engine/run/executions/node-failure.ts';
import type { Frame } from '#engine/run/frame.ts';
import type { RunOutputs } from '#engine/run/streaming/run-outputs.ts';
import { addUsage, noUsage } from './usage.ts';

/** The counters of a run and what ended it. */
export class RunRecord {
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Of the monotonic clock. */
  readonly startedOn: number;
  /** Node executions started, over all frames: what the step limit counts. */
  starts = 0;
  /** Every failed attempt, also one that a retry repaired. */
  exceptions = 0;
  usage: Usage = noUsage;
  /** The reason of an abort: a stop request or a limit. */
  abortReason: string | null = null;
  failure: (Pick<NodeFailure, 'message' | 'code'> & { readonly node?: Pick<GraphNode, 'id' | 'title'> }) | null = null;

  constructor(startedAt: number, startedOn: number) {
    this.startedAt = startedAt;
    this.startedOn = startedOn;
  }

  /** What nodes are told that the run no longer waits for; null: it ended as it should. */
  get cutOff(): string | null {
    if (this.failure === null || this.abortReason !== null) return this.abortReason;
    const { node } = this.failure;
    if (node === undefined) return 'Cut off: the run failed.';
    return `Cut off: the node '${node.title || node.id}' (${node.id}) failed, which ended the run.`;
  }

  /** What one attempt of a node of the frame has used, whether it succeeded or not. */
  addUsage(usage: Usage | undefined, frame: Pick<Frame, 'addTokens'>): void {
    if (usage === undefined) return;
    this.usage = addUsage(this.usage, usage);
    frame.addTokens(usage.totalTokens);
  }

  /** app DSL, run record. */
  get status(): RunStatus {
    if (this.abortReason !== null) return 'stopped';
    if (this.failure !== null) return 'failed';
    return this.exceptions > 0 ? 'partial-succeeded' : 'succeeded';
  }

  /** The last event until the run is resumed. */
  paused(
    outputs: RunOutputs,
    reasons: readonly PauseReason[],
    now: { readonly at: number; readonly on: number; readonly steps: number },
  ): RunPausedEvent {
    return {
      kind: 'run-paused',
      reasons,
      outputs: outputs.outputs,
      answer: outputs.answer,
      startedAt: this.startedAt,
      pausedAt: now.at,
      elapsed: secondsBetween(this.startedOn, now.on),
      totalTokens: this.usage.totalTokens,
      totalSteps: now.steps,
      usage: this.usage,
    };
  }

  /** The last event. */
  finished(outputs: RunOutputs, steps: number, now: { readonly at: number; readonly on: number }): RunFinishedEvent {
    const isFailed = this.abortReason === null && this.failure !== null;
    return {
      kind: 'run-finished',
      status: this.status,
      outputs: outputs.outputs,
      answer: outputs.answer,
      files: outputs.files,
      error: this.abortReason ?? this.failure?.message ?? null,
      errorCode: isFailed ? (this.failure?.code ?? null) : null,
      startedAt: this.startedAt,
      finishedAt: now.at,
      elapsed: secondsBetween(this.startedOn, now.on),
      totalTokens: this.usage.totalTokens,
      totalSteps: steps,
      exceptionsCount: this.exceptions,
      usage: this.usage,
    };
  }
}
