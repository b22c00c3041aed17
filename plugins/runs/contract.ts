/**
 * Runs and their history. Every run starts here: it is journalled, executed by the engine, and can be followed by any
 * number of readers until it ends; readers never influence it.
 */
import type {
  AppMode,
  GraphReference,
  JsonText,
  PauseReason,
  RunEvent,
  RunFinishedEvent,
  RunFork,
  RunPausedEvent,
  RunStatus,
} from '../../engine/contract.ts';
import { type Contribution, extensionPoint, token } from '../../kernel/index.ts';
import type { CommitEntry, OpenTransaction } from '../database/contract.ts';
import type { EventCursor, EventPage, NumberedEvent } from './numbered-event.ts';
import type { StopRequest } from './stop-request.ts';
import type { WaitingClient } from './waiting-client.ts';

export type { EventCursor, EventPage, NumberedEvent } from './numbered-event.ts';
export type { StopRequest } from './stop-request.ts';
export type { WaitingClient } from './waiting-client.ts';

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
  /** The app key that its caller used; null or absent: none. */
  readonly keyId?: string | null;
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
  readonly screen?: RunScreen | undefined;
  /** Rows that become durable together with the run's own row (a message, a conversation). */
  readonly startEntries?: (run: { readonly runId: string; readonly taskId: string }) => readonly CommitEntry[];
  /** Rows that become durable together with a pause of the run. */
  readonly pauseEntries?: (paused: RunPausedEvent, events: RunTranscript) => readonly CommitEntry[];
  /** Rows that become durable together with the run's end. */
  readonly finishEntries?: (finished: RunFinishedEvent, events: RunTranscript) => readonly CommitEntry[];
}

/** How an execution of a run ends: for good, or until somebody resumes it. */
export type RunEnd = RunFinishedEvent | RunPausedEvent;

/** A run that goes on, for its owner. */
export interface OwnedRun extends Pick<RunStart, 'workspaceId' | 'appId' | 'workflowId' | 'keyId'> {
  readonly runId: string;
  /** `RunStart.owner.data`. */
  readonly data: JsonText;
}

/** What an owner says of a run that goes on. */
export type RevivedRun = Pick<RunStart, 'environment' | 'pauseEntries' | 'finishEntries' | 'screen'>;

/**
 * Whoever starts runs that survive a crash: what a run needs and the journal may not hold (secrets), or can't
 * (functions).
 */
export interface RunOwner extends Contribution {
  /** Null when the run can't go on, for its app is gone. Asked in the process that goes on with it. */
  revive(run: OwnedRun): Promise<RevivedRun | null>;
}

/** Where plugins that start runs contribute their owner. */
export const RunOwners = extensionPoint<RunOwner>('runs.owners');

/** Decides what of a run may be seen, also by its journal: moderation. */
export interface RunScreen {
  /**
   * Takes the next events and answers with those to pass on. Called for one batch after the other, in order; the last
   * one holds `run-finished`, which must be passed on. `stop` asks the run to end. When it throws, the run fails.
   */
  pass(events: readonly RunEvent[], stop: (reason: string) => void): Promise<readonly RunEvent[]>;
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
  /**
   * Resolves after the end is durable, with its last event. Rejects with `runs.suspended` when this process stops and
   * leaves the run to the next one.
   */
  readonly finished: Promise<RunEnd>;
  /**
   * All events from the start or the resumption on, in batches; the one with `run-finished` or `run-paused` comes after
   * it is durable, and is the last. Throws as `finished` rejects.
   */
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

/** A run as lists show it. */
export interface RunSummary extends Omit<RunRecord, 'inputs' | 'outputs'> {
  readonly taskId: string;
  readonly kind: RunStart['kind'];
  readonly triggeredFrom: RunStart['triggeredFrom'];
  readonly createdBy: RunStart['createdBy'];
  readonly errorCode: string | null;
  /** Decimal string. */
  readonly totalPrice: string | null;
  readonly currency: string | null;
}

/** A run with its values (JSON texts). */
export interface RunDetail extends RunSummary {
  readonly inputs: JsonText;
  readonly outputs: JsonText | null;
}

/** Which runs to list, newest first. */
export interface RunQuery {
  readonly appId?: string | undefined;
  readonly status?: RunRecord['status'] | undefined;
  /** 1 to 100. */
  readonly limit: number;
  /** Only runs older than this one. */
  readonly before?: string | undefined;
}

/** Which runs of an app to show as its log; those made for debugging are left out. */
export interface RunLogQuery {
  readonly appId: string;
  readonly status?: RunRecord['status'] | undefined;
  /** Found in inputs or outputs in any case, or the run's id; values in the store of blobs are not looked into. */
  readonly keyword?: string | undefined;
  /** Started at or after, at or before: milliseconds since the epoch. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Started by one of these; none: by nobody. */
  readonly createdBy?: readonly string[] | undefined;
  /** From 1. */
  readonly page: number;
  /** 1 to 100. */
  readonly limit: number;
}

/** A part of an app's log, and how many runs it has on all pages. */
export interface RunLogPage {
  readonly total: number;
  readonly hasMore: boolean;
  readonly items: readonly RunSummary[];
}

/** A node execution that has ended, as the history keeps it. */
export interface NodeExecutionRecord {
  /** Order of start in the run, from 1. */
  readonly index: number;
  readonly id: string;
  readonly nodeId: string;
  readonly nodeType: string;
  readonly title: string;
  readonly predecessorNodeId: string | null;
  readonly status: string;
  readonly error: string | null;
  readonly errorType: string | null;
  /** Seconds. */
  readonly elapsed: number;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly finishedAt: number;
  /** JSON text of `execution_metadata` (runtime API, node events): tokens, price, place in containers. */
  readonly metadata: JsonText | null;
  readonly inputs: JsonText | null;
  readonly processData: JsonText | null;
  readonly outputs: JsonText | null;
}

/** Starting, following and finding runs. */
export interface Runs {
  /** Throws `runs.too_many_requests` (kind limited) when this process has no room. */
  start(start: RunStart): LiveRun;
  /** Starts a run for a caller: first every follower is asked (`RunFollower.enter`). Throws what they and `start` throw. */
  begin(start: RunStart, client?: WaitingClient): Promise<LiveRun>;
  /** A run of this process that has not ended. */
  live(taskId: string): LiveRun | undefined;
  find(workspaceId: string, appId: string, runId: string): Promise<RunRecord | null>;
  /**
   * Goes on with a paused run in this process; null when it is not paused (any more): of several that try, one does.
   * Throws `runs.not_resumable` when its owner can't go on with it; then the run has failed.
   */
  resume(workspaceId: string, runId: string): Promise<LiveRun | null>;
  /**
   * Who started the run and what he keeps with it (`RunStart.owner`); null when there is no such run, or nobody owns
   * it.
   */
  owner(workspaceId: string, runId: string): Promise<RunStart['owner'] | null>;
  /** What a paused run waits for; null when it does not wait. */
  paused(workspaceId: string, runId: string): Promise<readonly PauseReason[] | null>;
  /**
   * Starts a new run from a node of a past one, with what came before it and without its costs. Throws
   * `runs.not_found`, and `runs.not_forkable` when the past run never came to the node or is not kept whole, and
   * `runs.secret_value` for a value in place of a secret.
   */
  fork(workspaceId: string, runId: string, fork: RunFork): Promise<LiveRun>;
  /**
   * The events of a run from the cursor on, in batches: what there is, then what comes, until `run-finished` or until
   * the signal aborts. In any process and also long after the run, as far as the history is kept; a run of another
   * process is some tenths of a second behind. Throws `runs.not_found` at the first step.
   */
  follow(
    workspaceId: string,
    runId: string,
    options?: Partial<EventCursor> & { readonly signal?: AbortSignal },
  ): AsyncIterable<readonly NumberedEvent[]>;
  /** The next events that are durable. Throws `runs.not_found`. */
  events(workspaceId: string, runId: string, cursor: EventCursor): Promise<EventPage>;
  /**
   * Stops a run, wherever it is executed; one that is paused ends here. Resolves when it was asked to, whether or not
   * there is such a run.
   */
  stop(request: StopRequest): Promise<void>;
  list(workspaceId: string, query: RunQuery): Promise<readonly RunSummary[]>;
  /** A page of an app's log, newest first. */
  logs(workspaceId: string, query: RunLogQuery): Promise<RunLogPage>;
  get(workspaceId: string, runId: string): Promise<RunDetail | null>;
  /** The run of a task, in any process and long after it; null for anything that names none. */
  byTask(workspaceId: string, taskId: string): Promise<RunDetail | null>;
  /**
   * Node executions that have ended, by index, from after `after` on; `values` (inputs, outputs …) only when asked for.
   */
  nodes(
    workspaceId: string,
    runId: string,
    page: { readonly after: number; readonly limit: number; readonly values: boolean },
  ): Promise<readonly NodeExecutionRecord[]>;
  /** Of each node the last execution that ended in the app's runs of this version for debugging, the newest 50 of them. */
  lastNodes(workspaceId: string, appId: string, workflowId: string): Promise<readonly LastNode[]>;
}

/** An execution with the run that it was of. */
export type LastNode = NodeExecutionRecord & { readonly runId: string };

/** The runs service. */
export const Runs = token<Runs>('runs.runs');

/** Ended runs on their way into the books of followers (`RunFollower.settle`). */
export interface RunEnds {
  /** Resolves when followers have settled all runs of the workspace that had ended. */
  settled(workspaceId: string): Promise<void>;
}

export const RunEnds = token<RunEnds>('runs.ends');

/** A run that a dead process left behind. */
export interface AbandonedRun extends Pick<RunStart, 'workspaceId' | 'appId'> {
  readonly runId: string;
  /** `RunStart.keyId`. */
  readonly keyId: string | null;
}

/** An execution of a run in this process that is over: the run ended, or it waits until somebody resumes it. */
export interface EndedRun extends AbandonedRun, Pick<BeginningRun, 'mode' | 'triggeredFrom'> {
  readonly end: RunEnd;
  /** The run had been paused before this execution. */
  readonly wasPaused: boolean;
}

/** An execution of a run that is about to be over, before that is durable. */
export interface EndingRun extends AbandonedRun {
  readonly kind: RunStart['kind'];
  readonly triggeredFrom: RunStart['triggeredFrom'];
  readonly createdBy: RunStart['createdBy'];
  readonly end: RunEnd;
}

/** A run that has ended, as it is settled. */
export interface SettlingRun extends Omit<AbandonedRun, 'keyId'> {
  /** What followers noted, by their ids; null when the run was given up because nobody could go on with it. */
  readonly notes: Readonly<Record<string, unknown>> | null;
}

/** A run that asks to begin. */
export type EnteringRun = Pick<RunStart, 'workspaceId' | 'appId' | 'createdBy' | 'keyId'>;

/** An execution of a run that is about to begin. */
export interface BeginningRun extends AbandonedRun, Pick<RunStart, 'triggeredFrom' | 'traceparent' | 'createdBy'> {
  readonly mode: AppMode;
}

/** Lets runs start, and learns how they end. */
export interface RunFollower extends Contribution {
  /**
   * Called before a caller's run starts; throws where it may not: limits. The result is called once: when the run has
   * ended, waits for people, or did not start after all. `client`: who waits for its answer.
   */
  enter?(start: EnteringRun, client?: WaitingClient): (() => void) | Promise<() => void>;
  /**
   * `traceparent` of the run's span, which its nodes pass on; the first that has one counts. Asked whenever an engine
   * thread is to execute the run: at its start, and when it goes on. Must not throw.
   */
  trace?(run: BeginningRun): string | undefined;
  /** Runs that end without this process having run them: rows to be settled in the same transaction. */
  abandoned?(runs: readonly AbandonedRun[], reason: string): readonly CommitEntry[];
  /** Rows that become durable together with the end, or with the pause: what others must be told. Must not throw. */
  ending?(run: EndingRun): readonly CommitEntry[];
  /** What `settle` is to know of a run that ends for good: plain data, kept with the end. Must not throw. */
  note?(run: EndingRun & { readonly end: RunFinishedEvent }): unknown;
  /**
   * Takes ended runs into tables of the follower's own, some tenths of a second after their ends, in the transaction that
   * takes them away: each run once, by whichever process. For what nobody who waits for a run should wait for: books,
   * indexes. A run that can't be settled is logged, tried again, and at last left in `run_ends`.
   */
  settle?(transaction: OpenTransaction, runs: readonly SettlingRun[]): Promise<void>;
  /** Called when the end is durable. Must not throw. */
  ended?(run: EndedRun): void;
  /**
   * Called with the JSON of a signal or of what a run waits for, whenever somebody reads it: the journal may hold what
   * he is told in sealed form. Returns what he is told, mostly the same. Must not throw.
   */
  reveal?(workspaceId: string, data: JsonText): JsonText;
  /**
   * Called about every hour where runs are kept for a time only (`runs.retention`): of runs with a smaller id than this
   * nothing is left. A failure is logged, and the next call comes.
   */
  forgotten?(before: string): Promise<void>;
}

/** Where plugins contribute followers of runs. */
export const RunFollowers = extensionPoint<RunFollower>('runs.followers');
