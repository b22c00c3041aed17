import type { GraphReference, JsonText, RunEvent, RunFinishedEvent, RunFork, RunPausedEvent } from '#engine';
import { type Contribution, extensionPoint } from '#kernel';
import type { CommitEntry } from '#plugins/database/contract.ts';

/** What a run needs to start. */
export interface RunStart {
  readonly workspaceId: string;
  readonly appId: string;
  /** Published version. */
  readonly workflowId: string;
  readonly graph: GraphReference;
  readonly kind: 'workflow' | 'chat';
  /** `schedule` and `webhook`: a trigger of the app started it (`plugins/api/triggers`). */
  readonly triggeredFrom: 'app-run' | 'debugging' | 'schedule' | 'webhook';
  readonly createdBy: { readonly role: 'end_user' | 'account'; readonly id: string };
  /** The app key that its caller used; null or absent: none. */
  readonly keyId?: string | null;
  /** Of a visitor of a web app: the address of the request that starts it; null: it is started for them, by no request of theirs. */
  readonly visitorAddress?: string | null;
  /** Limits of visitors say nothing of it: a member of the workspace asks, or it is a row of a batch, which was counted as a whole. */
  readonly isExempt?: boolean;
  /** No request of its own starts it, but one for many runs: limits of requests count it as one. */
  readonly isUnrequested?: boolean;
  /** Values of the start node's variables. */
  readonly inputs: JsonText;
  /** What the record shows as inputs: user inputs plus `sys.*` (app DSL, run record). */
  readonly recordedInputs: JsonText;
  /** `sys` values besides those the engine knows by itself (app_id, workflow_id, workflow_run_id, timestamp). */
  readonly system: Readonly<Record<string, unknown>>;
  readonly environment: JsonText;
  readonly conversation: JsonText;
  /** Root to start at when the graph has several. */
  readonly rootNodeId?: string;
  /** Seconds it may run, waiting for people not counted. Default: what is set; null: what is set for streamed runs. */
  readonly maxSeconds?: number | null | undefined;
  /**
   * Milliseconds for which the first rows are kept back, when nothing else of the run is to be written: one that ends
   * sooner is written once. For callers who are told nothing before the end; a crash may leave nothing of such a run.
   * Default 0.
   */
  readonly acceptDelay?: number;
  /** Its first rows may be refused, and nothing of it happens before they are durable. Default false. */
  readonly isClaimed?: boolean;
  /**
   * False: whoever starts the run does not `read()` it. Its events do not stay in memory, and come from their thread as
   * the texts that the journal keeps. Default true.
   */
  readonly isRead?: boolean;
  /** Who knows how to go on with the run after a crash or a pause; without an owner it fails then. */
  readonly owner?: { readonly id: string; readonly data: JsonText };
  /** `traceparent` as the caller sent it; unchecked. */
  readonly traceparent?: string | undefined;
  /** Set by the service: what the run was forked from. */
  readonly fork?: RunFork & { readonly runId: string };
  /** Values that are there from the start besides the inputs. Kept with the run: throws `runs.secret_value`. */
  readonly values?: RunFork['values'];
  /** Sees the run's events before anybody else; absent: they pass as they come. */
  readonly outputFilter?: OutputFilter | undefined;
  /** Rows that become durable together with the run's own row (a message, a conversation). */
  readonly startEntries?: (run: { readonly runId: string; readonly taskId: string }) => readonly CommitEntry[];
  /** Rows that become durable together with a pause of the run. */
  readonly pauseEntries?: (paused: RunPausedEvent, events: RunTranscript) => readonly CommitEntry[];
  /** Rows that become durable together with the run's end. */
  readonly finishEntries?: (finished: RunFinishedEvent, events: RunTranscript) => readonly CommitEntry[];
}

/** What a fork goes on with in place of what the past run was started with. */
export type ForkVersion = Pick<RunStart, 'workflowId' | 'graph' | 'environment'>;

/** How an execution of a run ends: for good, or until somebody resumes it. */
export type RunEnd = RunFinishedEvent | RunPausedEvent;

/** A run that goes on, for its owner. */
export interface OwnedRun extends Pick<RunStart, 'workspaceId' | 'appId' | 'workflowId' | 'keyId'> {
  readonly runId: string;
  /** `RunStart.owner.data`. */
  readonly data: JsonText;
}

/** What an owner says of a run that goes on. */
export type RehydratedRun = Pick<RunStart, 'environment' | 'pauseEntries' | 'finishEntries' | 'outputFilter'>;

/**
 * Whoever starts runs that survive a crash: what a run needs and the journal may not hold (secrets), or can't
 * (functions).
 */
export interface RunOwner extends Contribution {
  /** Null when the run can't go on, for its app is gone. Asked in the process that goes on with it. */
  rehydrate(run: OwnedRun): Promise<RehydratedRun | null>;
}

/** Where plugins that start runs contribute their owner. */
export const RunOwners = extensionPoint<RunOwner>('runs.owners');

/** Decides what of a run may be seen, also by its journal: moderation. */
export interface OutputFilter {
  /**
   * Takes the next events and answers with those to pass on. Called for one batch after the other, in order; the last
   * one holds `run-finished`, which must be passed on. `stop` asks the run to end. When it throws, the run fails.
   */
  filter(events: readonly RunEvent[], stop: (reason: string) => void): Promise<readonly RunEvent[]>;
}

/** What a run leaves for its owner at the end. */
export interface RunTranscript {
  /** Latest values of conversation variables written by the run, by name. */
  readonly conversation: Readonly<Record<string, { readonly valueType: string; readonly value: JsonText }>>;
  /** JSON texts of the arrays of sources that were cited. */
  readonly citations: readonly JsonText[];
  /** JSON texts of the steps agents told, in order. */
  readonly agentLog: readonly JsonText[];
}
