/**
 * Requests that are made once however often they are sent: callers name them in the header `Idempotency-Key`. For 24 hours
 * the same request of the same app key leads to the same run or reply; another request under that name is refused.
 */
import type { MultipartBody, Reply } from '#http';
import { type PlatformError, token } from '#kernel';
import type { CommitEntry } from '#plugins/database/contract.ts';

/** A request that may carry a key. */
export interface KeyedRequest {
  readonly workspaceId: string;
  readonly appId: string;
  /** Lower-case names; `idempotency-key` and `authorization` count. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly path: string;
  /** As it was sent. */
  readonly bodyText: string;
}

/** The right to make a request for the first time. */
export interface Claim {
  /**
   * Rows that bind the key to a run; they become durable with the run's first rows, or neither do, when somebody else has the
   * claim by then (`idempotency.claim_lost`): nothing of the run may happen before (`RunStart.isClaimed`).
   */
  entries(runId: string): readonly CommitEntry[];
}

/** How a request that starts a run is answered. */
export interface KeyedRun<Value> {
  /** What would refuse `start` as far as it is remembered: who has made nothing under their key is refused before it is claimed. */
  refusal?(): PlatformError | undefined;
  /** The first time, and without a key (null). What it throws before the run starts frees the key again. */
  start(claim: Claim | null): Promise<Reply<Value>>;
  /** When the run was started before. */
  repeat(runId: string): Promise<Reply<Value>>;
}

/**
 * Both throw `idempotency.invalid_param` for a key of no use, `idempotency.idempotency_key_reused` (conflict) when the key
 * stood for another request, `idempotency.request_in_progress` (conflict) when the first one takes too long to wait for.
 */
export interface Idempotency {
  /** A request that starts a run; its reply is made from the run, again each time. */
  run<Value>(request: KeyedRequest, how: KeyedRun<Value>): Promise<Reply<Value>>;
  /** A request with a form; its reply, a text, is kept. `receive` must read the form given to it. */
  upload<Value>(
    request: KeyedRequest,
    form: MultipartBody,
    receive: (form: MultipartBody) => Promise<Reply<Value>>,
  ): Promise<Reply<Value>>;
}

/** What callers do without the plugin: keys have no effect. */
export const noIdempotency: Idempotency = {
  run: (_request, how) => how.start(null),
  upload: (_request, form, receive) => receive(form),
};

/** The idempotency service. */
export const Idempotency = token<Idempotency>('idempotency.idempotency');
