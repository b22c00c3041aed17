import { type Contribution, extensionPoint } from '#kernel';
import type { RunEvent, RunRequest } from './run.ts';

/** A question an engine thread may ask the main thread. Input and output are plain data. */
export interface HostCall extends Contribution {
  /** `plugin.verb`, e.g. `conversations.history`. */
  readonly id: string;
  call(input: unknown, caller: HostCaller): Promise<unknown>;
  /**
   * The answer ahead of the question: it goes along with a run whose graph asked this when it ran before, and saves the
   * thread the way here and back. It only reads, answers with what JSON can hold, and counts for a moment after the run
   * began. Undefined, or an error: the run has to ask. Absent: it always has to.
   */
  prefetch?(input: unknown, caller: HostCaller): Promise<unknown>;
}

/**
 * The host call that answers when everything the run has emitted is durable; made before a node with side effects runs.
 * Contributed by whoever keeps the journal.
 */
export const RUN_PERSISTED = 'runs.persisted';

/** Who asks. Set by the engine from the run's request: a node can't choose its workspace. */
export interface HostCaller {
  readonly runId: string;
  readonly workspaceId: string;
  readonly appId: string;
  /** As in the run's request; absent: none. */
  readonly keyId?: string | null;
  /** Aborts when the run ends. */
  readonly signal: AbortSignal;
}

/** Where plugins contribute host calls. */
export const HostCalls = extensionPoint<HostCall>('engine.host-calls');

/**
 * A service that lives in each engine thread, without a container: `module` exports
 * `create(settings: unknown): T | Promise<T>`, called once per thread before its first run. Nodes reach it with
 * `context.service(token)` where the token's id equals this id.
 */
export interface ThreadService extends Contribution {
  readonly id: string;
  readonly module: URL;
  /** Plain data for `create`, read when the thread starts. */
  readonly settings: () => unknown;
}

/** Where plugins contribute thread services. */
export const ThreadServices = extensionPoint<ThreadService>('engine.thread-services');

/**
 * A thread service that puts events together before they are told, for whoever started the run and named it
 * (`RunRequest.encoder`): a text is passed on at a fraction of what its events cost.
 */
export interface EventBatchEncoder {
  /** Takes the events of one burst of a run. Must not throw. */
  encode(events: readonly RunEvent[], runId: string): EncodedBatch;
}

/** What became of a burst of events. */
export interface EncodedBatch {
  /** Those that are to be told as they are, in their order; the one that ends the execution must be among them. */
  readonly events: readonly RunEvent[];
  /** Plain data; undefined: nothing was encoded. */
  readonly encoded?: unknown;
}

/** A read-only observer of every run of this process (journal, metrics, tracing). An observer that throws is logged. */
export interface RunLayer extends Contribution {
  onEvents(run: Pick<RunRequest, 'runId' | 'workspaceId' | 'appId'>, events: readonly RunEvent[]): void;
}

/** Where plugins contribute observers of runs. */
export const RunLayers = extensionPoint<RunLayer>('engine.run-layers');
