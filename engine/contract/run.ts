import { token } from '#kernel';
import type { JsonText, Selector } from './json-text.ts';

/** A graph by reference: threads that know `hash` never see the text again. */
export interface GraphReference {
  /** Content hash of `text`. */
  readonly hash: string;
  /**
   * JSON text of the GraphDocument (`toJson`). Must not hold secrets: secret environment values travel in the request.
   */
  readonly text: JsonText;
}

/** How far a run may go. */
export interface RunLimits {
  /** Node starts over all frames; exceeding it aborts the run. Default 500 (app DSL, limits). */
  readonly maxSteps: number;
  /**
   * Seconds of wall time; exceeding it aborts the run. Default 1200; `null` = none (streaming, runtime API, open
   * decisions).
   */
  readonly maxSeconds: number | null;
  /** The setting that `maxSeconds` is of, for its error. */
  readonly secondsSetting?: string;
}

/** Everything a thread needs to execute a run. Plain data. */
export interface RunRequest {
  /** UUID of the run (v7: its time is readable from the id, history is partitioned by it). */
  readonly runId: string;
  readonly workspaceId: string;
  readonly appId: string;
  /** What its caller was let in by; the engine only passes it on to those who answer host calls. */
  readonly keyId?: string | null;
  readonly graph: GraphReference;
  /** Values of the start node's variables, already checked (JSON text of an object). */
  readonly inputs: JsonText;
  /**
   * The `sys` variables: query, files, conversation_id, dialogue_count, user_id, app_id, workflow_id,
   * workflow_run_id, timestamp, invoke_from … (JSON text of an object).
   */
  readonly system: JsonText;
  /** Environment values that are not in the graph text (secrets), by name (JSON text of an object). */
  readonly environment: JsonText;
  /** Current values of conversation variables, by name; missing ones start at their declared value. */
  readonly conversation: JsonText;
  readonly limits: RunLimits;
  /** Root node when the graph has several; default the start node. */
  readonly rootNodeId?: string;
  /** What happened in the run before, when this is not its beginning. */
  readonly past?: RunPast;
  /** Id of the thread service (`EventBatchEncoder`) that its events pass; they are told as they are where there is none. */
  readonly encoder?: string;
  /** `traceparent` of the run's span: nodes pass it on to servers they call. Absent: the run is not traced. */
  readonly trace?: string;
}

/**
 * The journal of a run, to go on from: its state is the fold of its events. Nodes that finished are not run again; what
 * they left is applied in the order in which it was first.
 */
export interface RunPast {
  /** From `run-started` on, without gaps; `run-finished` and `run-paused` are ignored. Only what comes after is emitted. */
  readonly events: readonly RunEvent[];
  /** What the run was forked from; `events` are empty when it begins. */
  readonly fork?: ForkOrigin;
  /** Readers may have been told more than `events`: the first text told is then all of theirs, in place of what they have. */
  readonly isCutOff?: boolean;
}

/** A fork with the journal of the run that it takes over from. */
export interface ForkOrigin extends RunFork {
  readonly events: readonly RunEvent[];
}

/** A new run that takes over what a past one had reached before a node. Everything is emitted as its own. */
export interface RunFork {
  /** A node of the main graph: it and all that follows from it run anew. */
  readonly nodeId: string;
  /**
   * Values that replace those of the past run: inputs (`[start id, name]`), outputs of nodes before, `sys`, `env`,
   * `conversation`.
   */
  readonly values: readonly { readonly selector: Selector; readonly value: JsonText }[];
}

/** What may be asked of a run in progress (app DSL, commands, stop and pause). */
export type RunCommand =
  | { readonly kind: 'abort'; readonly reason: string }
  /** Nothing new starts until `resume`; what runs finishes and is applied. */
  | { readonly kind: 'pause'; readonly reason: string }
  | { readonly kind: 'resume' }
  | { readonly kind: 'set-variables'; readonly values: readonly { selector: Selector; value: JsonText }[] };

/** How a run ended (app DSL, run record). */
export type RunStatus = 'succeeded' | 'partial-succeeded' | 'failed' | 'stopped';
/** How a node execution ended (app DSL, node execution record). */
export type NodeStatus = 'succeeded' | 'failed' | 'exception' | 'stopped';

/** Kinds of tokens that are counted among those of the prompt or completion. Absent: none, or the provider did not tell. */
export interface TokenKinds {
  /** Of the prompt: read from the provider's cache, and written into it. */
  readonly cachedTokens?: number;
  readonly cacheWriteTokens?: number;
  /** Of the completion: thoughts. */
  readonly reasoningTokens?: number;
  /** Of calls whose model has no price: what they cost is not known, and is not in the prices. */
  readonly unpricedTokens?: number;
}

/** Tokens and money of one model call or of a whole run. Prices are decimal strings (runtime API, usage object). */
export interface Usage extends TokenKinds {
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly totalTokens: number;
  readonly promptUnitPrice: string;
  readonly promptPriceUnit: string;
  readonly promptPrice: string;
  readonly completionUnitPrice: string;
  readonly completionPriceUnit: string;
  readonly completionPrice: string;
  readonly totalPrice: string;
  readonly currency: string;
  /** Seconds. */
  readonly latency: number;
  /** Seconds; null when nothing was streamed. */
  readonly timeToFirstToken: number | null;
  readonly timeToGenerate: number | null;
  /** `provider/model` that was used; absent: not known, or several. */
  readonly model?: string;
  /** What each model used, when there are several. */
  readonly parts?: readonly ModelUse[];
}

/** What one model used, in one currency. */
export interface ModelUse extends TokenKinds {
  /** `provider/model`; empty: not known. */
  readonly model: string;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly totalTokens: number;
  /** Decimal string. */
  readonly price: string;
  readonly currency: string;
}

/** Where in the run an event happened. Root frame: both null. */
export interface FramePosition {
  readonly iterationId: string | null;
  readonly iterationIndex: number | null;
  readonly loopId: string | null;
  readonly loopIndex: number | null;
  /** All containers around, outermost first: `outer:0/inner:2/`. With a node id it names one execution of a run. */
  readonly path: string;
}

interface NodeEvent {
  /** A UUID: of `ExecutionIds`, or a random one. */
  readonly executionId: string;
  readonly nodeId: string;
  readonly nodeType: string;
  readonly title: string;
  /** Order of start in the run, from 1. */
  readonly index: number;
  readonly predecessorNodeId: string | null;
  readonly position: FramePosition | null;
  /** Milliseconds since the epoch when the node (its first attempt) started. */
  readonly startedAt: number;
}

/** What an attempt of a node left behind. */
export interface NodeResultEvent extends NodeEvent {
  readonly inputs: JsonText | null;
  readonly processData: JsonText | null;
  readonly outputs: JsonText | null;
  readonly error: string | null;
  /** Name of the error kind, e.g. HTTPResponseCodeError (app DSL, failure). */
  readonly errorType: string | null;
  /**
   * JSON text of `execution_metadata` (runtime API, node events), null when nothing is known. `truncated` in it lists
   * which of
   * `inputs`, `process_data` and `outputs` are cut for display (app DSL, limits); nodes and results keep whole values.
   */
  readonly metadata: JsonText | null;
  /**
   * What going on from the journal needs besides `outputs`: JSON text of a `NodeState`, null when that says it all. May
   * hold secret values: it is sealed before it is stored, and never shown.
   */
  readonly state: JsonText | null;
  readonly finishedAt: number;
  /** Seconds, measured monotonically. */
  readonly elapsed: number;
}

/** What happens in a run, in order. Values are JSON text so that nobody on the way parses what they only pass on. */
export type RunEvent =
  | { readonly kind: 'run-started'; readonly at: number; readonly reason: 'initial' | 'resumption' }
  | ({ readonly kind: 'node-started' } & NodeEvent)
  | ({ readonly kind: 'node-finished'; readonly status: NodeStatus } & NodeResultEvent)
  | ({ readonly kind: 'node-retry'; readonly retryIndex: number } & NodeResultEvent)
  /** Text released by a stream slot; `deltas` are separate pieces, in order, of the same selector. */
  | {
      readonly kind: 'chunk';
      readonly nodeId: string;
      /** The variable the text comes from; null for literal text of the template. */
      readonly selector: Selector | null;
      readonly deltas: readonly string[];
      readonly position: FramePosition | null;
    }
  | {
      readonly kind: 'reasoning';
      readonly nodeId: string;
      readonly deltas: readonly string[];
      readonly isFinal: boolean;
    }
  | { readonly kind: 'agent-log'; readonly nodeId: string; readonly executionId: string; readonly data: JsonText }
  /** Sources a model's context came from: JSON text of an array (runtime API, retrieved sources). */
  | { readonly kind: 'citations'; readonly nodeId: string; readonly resources: JsonText }
  | {
      readonly kind: 'variable-updated';
      readonly selector: Selector;
      readonly valueType: string;
      readonly value: JsonText;
    }
  | {
      readonly kind: 'container';
      /** The end is told by the `node-finished` of the same execution. */
      readonly phase: 'started' | 'next';
      /** Kind of the container (`ContainerTraits.kind`). */
      readonly container: string;
      readonly executionId: string;
      readonly nodeId: string;
      readonly nodeType: string;
      readonly title: string;
      /** Milliseconds since the epoch. */
      readonly at: number;
      /** JSON text of the phase's own data fields (runtime API, node events): an object, not empty. */
      readonly data: JsonText;
    }
  /** Something a plugin's node tells the readers of the run; the event's name is the plugin's. */
  | {
      readonly kind: 'signal';
      readonly name: string;
      readonly nodeId: string;
      readonly executionId: string;
      readonly data: JsonText;
    }
  /**
   * All text so far, in place of what was streamed: a resumed run could not continue a text that had begun, readers may
   * have been told more than was kept, or a moderation does not let it pass.
   */
  | { readonly kind: 'text-replaced'; readonly text: string; readonly reason?: 'output_moderation' }
  | RunPausedEvent
  | RunFinishedEvent;

/**
 * The run waits, out of memory, until somebody resumes it (app DSL, commands, stop and pause). Nothing follows until
 * then.
 */
export interface RunPausedEvent {
  readonly kind: 'run-paused';
  /** What it waits for, one entry per node. */
  readonly reasons: readonly PauseReason[];
  /** JSON text of the outputs so far. */
  readonly outputs: JsonText;
  /** The text so far. */
  readonly answer: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly pausedAt: number;
  /** Seconds since the first start. */
  readonly elapsed: number;
  readonly totalTokens: number;
  readonly totalSteps: number;
  readonly usage: Usage;
}

/** Why a run waits. */
export interface PauseReason {
  readonly nodeId: string;
  readonly executionId: string;
  /** JSON text of what the node says about it. */
  readonly data: JsonText;
}

/** The last event of every run; exactly one. */
export interface RunFinishedEvent {
  readonly kind: 'run-finished';
  readonly status: RunStatus;
  /** JSON text of the merged outputs (app DSL, outputs of the run). */
  readonly outputs: JsonText;
  /** The streamed text of chat modes, equal to `outputs.answer`; "" without answer nodes. */
  readonly answer: string;
  /** JSON text of an array of files named by answers. */
  readonly files: JsonText;
  readonly error: string | null;
  /** Code of the PlatformError that failed the run (`models.completion_request_error`), null otherwise. */
  readonly errorCode: string | null;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly finishedAt: number;
  /** Seconds. */
  readonly elapsed: number;
  readonly totalTokens: number;
  /** Node starts in the root frame. */
  readonly totalSteps: number;
  readonly exceptionsCount: number;
  readonly usage: Usage;
}

/** Whether nothing follows an event in this execution of the run: it is over, or it waits for somebody to resume it. */
export function endsExecution(event: RunEvent | undefined): event is RunFinishedEvent | RunPausedEvent {
  return event?.kind === 'run-finished' || event?.kind === 'run-paused';
}

/** A run in progress, for whoever started it. */
export interface RunHandle {
  readonly runId: string;
  send(command: RunCommand): void;
}

/**
 * `errorCode` of a run that the engine gives back because its server is stopping: it has not ended, and whoever keeps it
 * leaves it to the next process.
 */
export const GIVEN_BACK = 'engine.stopping';

/** Executes runs. Whoever starts one receives its events in micro-batches, in order, the last one `run-finished`. */
export interface Runner {
  /**
   * Starts a run, or goes on with one that has a past; never throws for what happens inside it: a graph that can't be
   * built, a died thread and a full pool all end in `run-finished` with status failed; an engine that stops gives the run
   * back (`GIVEN_BACK`). The last event is `run-finished` or `run-paused`. With a encoder `onEvents` is told the events that it left, and what it made of the burst.
   */
  start(request: RunRequest, onEvents: (events: readonly RunEvent[], encoded?: unknown) => void): RunHandle;
  /**
   * Builds the graph without running it. Resolves with what publish should warn about; throws `engine.invalid_graph`.
   */
  check(graph: GraphReference): Promise<readonly string[]>;
  /** Runs in progress in this process. */
  readonly active: number;
}

/** The runner of this process. */
export const Runner = token<Runner>('engine.runner');

/** The engine's threads, for those who watch them. */
export interface EngineThreads {
  /** Runs in progress of each. */
  readonly load: readonly number[];
}

export const EngineThreads = token<EngineThreads>('engine.threads');
