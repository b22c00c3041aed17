/**
 * Everything that is said between the main thread and an engine thread, on the one MessagePort they share. Plain data
 * by structured clone: measured cheaper than one JSON text for a tiny run's events, and 15 times cheaper for values of
 * 10 KB, which are JSON texts already.
 *
 * A run is named by a number that the main thread gives out per thread. Who the run belongs to is kept on the main
 * side only: no message from a thread names a workspace.
 */
import type { EngineLimits, NodeTraits, RunCommand, RunRequest } from '#engine';
import type { EncodedError } from './error-codec.ts';
import type { SentEvent } from './message-codec.ts';

/** A graph, with its text only when the thread has not got it (main keeps the index: `GraphIndex`). */
export interface GraphPayload {
  readonly hash: string;
  readonly text: string | null;
}

/** What a host call would answer, ahead of it: JSON texts, which are plain data whatever a plugin answers with. */
export interface PrefetchedAnswer {
  readonly hostCall: string;
  readonly input: string;
  readonly output: string;
}

/** Main → thread. */
export type ToWorker =
  | {
      readonly kind: 'start';
      readonly run: number;
      readonly request: Omit<RunRequest, 'graph'>;
      readonly graph: GraphPayload;
      readonly prefetched: readonly PrefetchedAnswer[];
      /** Milliseconds since the epoch: when it was sent. A thread that is busy reads it later. */
      readonly at: number;
      /** On its way: large texts are bytes (`message-codec.ts`). */
      readonly hasBytes?: true;
    }
  | { readonly kind: 'command'; readonly run: number; readonly command: RunCommand }
  | { readonly kind: 'reply'; readonly call: number; readonly output: unknown }
  | { readonly kind: 'refuse'; readonly call: number; readonly error: EncodedError }
  | { readonly kind: 'check'; readonly check: number; readonly graph: GraphPayload }
  /** Compiled graphs to drop; runs that use one keep it. */
  | { readonly kind: 'forget'; readonly hashes: readonly string[] }
  | { readonly kind: 'ping' };

/** Thread → main. */
export type FromWorker =
  /** Modules are loaded. Each problem names a module that could not be; what needs it fails, the rest works. */
  | { readonly kind: 'ready'; readonly problems: readonly string[] }
  /** One micro-batch: pairs of a run and its events, in order. The last event of a run is its `run-finished`. */
  | { readonly kind: 'events'; readonly batches: readonly RunBatch[]; readonly hasBytes?: true }
  | {
      readonly kind: 'call';
      readonly call: number;
      readonly run: number;
      readonly hostCall: string;
      readonly input: unknown;
    }
  | { readonly kind: 'checked'; readonly check: number; readonly warnings: readonly string[] }
  | { readonly kind: 'check-failed'; readonly check: number; readonly error: EncodedError }
  | { readonly kind: 'pong' }
  | { readonly kind: 'problem'; readonly message: string; readonly stack: string };

/** `encoded`: what the run's encoder made of the burst, when it has one. */
export type RunBatch = readonly [run: number, events: readonly SentEvent[], encoded?: unknown];

/** What a thread is born with: the contributions of the moment, as data. */
export interface ThreadSetup {
  /** Address of a module that exports `engine: RunEngine`. */
  readonly engine: string;
  readonly nodeTypes: readonly NodeTypePayload[];
  /** Absent: the usual ones. */
  readonly limits?: EngineLimits;
  readonly services: readonly { readonly id: string; readonly module: string; readonly settings: unknown }[];
}

/**
 * A `NodeType` whose module is an address: URL objects don't survive cloning. The schema of its settings stays behind:
 * `Documents.compile` checks them before a graph becomes text.
 */
export interface NodeTypePayload {
  readonly id: string;
  readonly type: string;
  readonly version: string;
  readonly traits: NodeTraits;
  readonly module: string;
  readonly options?: unknown;
}
