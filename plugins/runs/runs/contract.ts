/**
 * Runs and their history. Every run starts here: it is journalled, executed by the engine, and can be followed by any
 * number of readers until it ends; readers never influence it.
 */
import type { GraphDocument, PauseReason, RunEvent, RunFork } from '#engine';
import { type PlatformError, token } from '#kernel';
import type { EventCursor, EventPage, NumberedEvent } from './numbered-event.ts';
import type { EnteringRun } from './run-hooks.ts';
import type {
  LastNode,
  NodeExecutionRecord,
  RunDetail,
  RunLogPage,
  RunLogQuery,
  RunQuery,
  RunRecord,
  RunSummary,
} from './run-record.ts';
import type { ForkVersion, RunEnd, RunStart } from './run-start.ts';
import type { StopRequest } from './stop-request.ts';

export type { EventCursor, EventPage, NumberedEvent } from './numbered-event.ts';
/** Hooks into the life of runs: gates, observers, end writers. */
export {
  type AbandonedRun,
  type AggregatedRun,
  type BeginningRun,
  type EndedRun,
  type EndingRun,
  type EnteringRun,
  type RunEndWriter,
  type RunGate,
  type RunHook,
  RunHooks,
  type RunObserver,
} from './run-hooks.ts';
/** Runs as the history keeps them. */
export type {
  LastNode,
  NodeExecutionRecord,
  RunDetail,
  RunLogPage,
  RunLogQuery,
  RunQuery,
  RunRecord,
  RunSummary,
} from './run-record.ts';
/** For who starts runs, and goes on with them. */
export {
  type ForkVersion,
  type OutputFilter,
  type OwnedRun,
  type RehydratedRun,
  type RunEnd,
  type RunOwner,
  RunOwners,
  type RunStart,
  type RunTranscript,
} from './run-start.ts';
export type { StopRequest } from './stop-request.ts';

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
   * Resolves after the end is durable, with its last event; when another process has taken the run over, after it ended
   * there. Rejects with `runs.suspended` when this process stops and leaves the run to the next one.
   */
  readonly finished: Promise<RunEnd>;
  /**
   * All events from the start or the resumption on, in batches; the one with `run-finished` or `run-paused` comes after
   * it is durable, and is the last. Those of a run that is taken over come from the journal then, from the next generation
   * on. Throws as `finished` rejects.
   */
  read(): AsyncIterable<readonly RunEvent[]>;
  stop(reason: string): void;
}

/** Starting, following and finding runs. */
export interface Runs {
  /** Throws `runs.too_many_requests` (kind limited) when this process has no room, `runs.server_stopping` when it stops. */
  start(start: RunStart): LiveRun;
  /**
   * What `begin` would throw, as far as it is known by now: this process has no room, or a gate remembers something
   * (`RunGate.rejection`). To be thrown before anything is looked up for the run. Takes nothing, and costs no turn of the loop.
   */
  rejection(start: EnteringRun): PlatformError | undefined;
  /** Starts a run for a caller: first every gate is asked (`RunGate.acquire`). Throws what they and `start` throw. */
  begin(start: RunStart): Promise<LiveRun>;
  /** A run of this process that has not ended. */
  live(taskId: string): LiveRun | undefined;
  find(workspaceId: string, appId: string, runId: string): Promise<RunRecord | null>;
  /**
   * Goes on with a paused run in this process; null when it is not paused (any more): of several that try, one does.
   * Throws `runs.not_resumable` when its owner can't go on with it; then the run has failed. Throws `runs.server_stopping` when
   * this process stops: the run waits on.
   */
  resume(workspaceId: string, runId: string): Promise<LiveRun | null>;
  /**
   * Who started the run and what they keep with it (`RunStart.owner`); null when there is no such run, or nobody owns
   * it.
   */
  owner(workspaceId: string, runId: string): Promise<RunStart['owner'] | null>;
  /** What a paused run waits for; null when it does not wait. */
  paused(workspaceId: string, runId: string): Promise<readonly PauseReason[] | null>;
  /**
   * Starts a new run from a node of a past one, with what came before it and without its costs; with the graph of that run, or with
   * that of another version of its app. Throws `runs.not_found`, and `runs.not_forkable` when the past run never came to the node, when the node is inside a container, or
   * when the run is not kept whole, and `runs.secret_value` for a value in place of a secret.
   */
  fork(workspaceId: string, runId: string, fork: RunFork & { readonly version?: ForkVersion }): Promise<LiveRun>;
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
  /** Without its values, which may be large. */
  summary(workspaceId: string, runId: string): Promise<RunSummary | null>;
  get(workspaceId: string, runId: string): Promise<RunDetail | null>;
  /** The graph that a run was started with, whatever became of its app since; null: there is no such run, or it is not kept. */
  graph(workspaceId: string, runId: string): Promise<GraphDocument | null>;
  /** The run of a task, in any process and long after it; null for anything that names none. */
  byTask(workspaceId: string, taskId: string): Promise<RunSummary | null>;
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

/** The runs service. */
export const Runs = token<Runs>('runs.runs');

/** Ended runs on their way into the tables of end writers (`RunEndWriter.aggregate`). */
export interface RunEnds {
  /** Resolves when end writers have aggregated all runs of the workspace that had ended. */
  aggregated(workspaceId: string): Promise<void>;
}

export const RunEnds = token<RunEnds>('runs.ends');
