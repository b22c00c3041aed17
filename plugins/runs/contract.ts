/**
 * Runs and their history. Every run starts here: it is journalled, executed by the engine, and can be followed by any
 * number of readers until it ends; readers never influence it.
 */
import type { GraphReference, JsonText, RunEvent, RunFinishedEvent, RunStatus } from '../../engine/contract.ts';
import { type Contribution, extensionPoint, token } from '../../kernel/index.ts';
import type { CommitEntry } from '../database/contract.ts';

/** What a run needs to start. */
export interface RunStart {
  readonly workspaceId: string;
  readonly appId: string;
  /** Published version. */
  readonly workflowId: string;
  readonly graph: GraphReference;
  readonly kind: 'workflow' | 'chat';
  readonly triggeredFrom: 'app-run' | 'debugging';
  readonly createdBy: { readonly role: 'end_user' | 'account'; readonly id: string };
  /** Values of the start node's variables. */
  readonly inputs: JsonText;
  /** What the record shows as inputs: user inputs plus `sys.*` (app-dsl, section 5.1). */
  readonly recordedInputs: JsonText;
  /** `sys` values besides those the engine knows by itself (app_id, workflow_id, workflow_run_id, timestamp). */
  readonly system: Readonly<Record<string, unknown>>;
  readonly environment: JsonText;
  readonly conversation: JsonText;
  /** Seconds after which the run is aborted; null = none. */
  readonly maxSeconds: number | null;
  /**
   * Milliseconds the first rows may wait for company. A caller who is told nothing before the end can wait a little,
   * and a run that ends sooner is written once; default 0.
   */
  readonly acceptDelay?: number;
  /** Rows that become durable together with the run's own row (a message, a conversation). */
  readonly startEntries?: (run: { readonly runId: string; readonly taskId: string }) => readonly CommitEntry[];
  /** Rows that become durable together with the run's end. */
  readonly finishEntries?: (finished: RunFinishedEvent, events: RunTranscript) => readonly CommitEntry[];
}

/** What a run leaves for its owner at the end. */
export interface RunTranscript {
  /** Latest values of conversation variables written by the run, by name. */
  readonly conversation: Readonly<Record<string, { readonly valueType: string; readonly value: JsonText }>>;
  /** JSON texts of the arrays of sources that were cited. */
  readonly citations: readonly JsonText[];
}

/** A run of this process, from its start until its end is durable. */
export interface LiveRun {
  readonly runId: string;
  readonly taskId: string;
  readonly workspaceId: string;
  readonly appId: string;
  readonly createdBy: RunStart['createdBy'];
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Resolves when the run's first rows are durable: nothing is told to a client before. */
  readonly accepted: Promise<void>;
  /** Resolves after the run's end is durable, with its last event. */
  readonly finished: Promise<RunFinishedEvent>;
  /** All events from the first on, in batches; the batch with `run-finished` comes after it is durable, and is the last. */
  read(): AsyncIterable<readonly RunEvent[]>;
  stop(reason: string): void;
}

/** A run as the history keeps it. */
export interface RunRecord {
  readonly id: string;
  readonly workflowId: string;
  readonly appId: string;
  readonly status: 'running' | RunStatus | 'paused';
  readonly inputs: JsonText;
  readonly outputs: JsonText | null;
  readonly error: string | null;
  readonly totalSteps: number;
  readonly totalTokens: number;
  readonly exceptionsCount: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly finishedAt: number | null;
  /** Seconds. */
  readonly elapsed: number | null;
}

/** Starting, following and finding runs. */
export interface Runs {
  /** Throws `runs.too_many_requests` (kind limited) when this process has no room. */
  start(start: RunStart): LiveRun;
  /** A run of this process that has not ended. */
  live(taskId: string): LiveRun | undefined;
  find(workspaceId: string, appId: string, runId: string): Promise<RunRecord | null>;
}

/** The runs service. */
export const Runs = token<Runs>('runs.runs');

/** A run that a dead process left behind. */
export interface AbandonedRun {
  readonly runId: string;
  readonly workspaceId: string;
  readonly appId: string;
}

/** Learns of runs that end without this process having run them, to settle its own rows in the same transaction. */
export interface RunFollower extends Contribution {
  abandoned(runs: readonly AbandonedRun[], reason: string): readonly CommitEntry[];
}

/** Where plugins contribute followers of abandoned runs. */
export const RunFollowers = extensionPoint<RunFollower>('runs.followers');
