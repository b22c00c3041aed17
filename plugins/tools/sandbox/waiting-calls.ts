import { FairQueue, PlatformError } from '#kernel';
import type { ModuleRequest, SandboxRequest, SandboxResult } from './contract.ts';

/** Whose call it is, and how long it is wanted. */
export interface Caller {
  readonly workspaceId: string;
  readonly signal: AbortSignal;
}

/** Code of a node, or a module of others. */
export type PooledRequest = SandboxRequest | ModuleRequest;

export interface Call<Request extends PooledRequest = SandboxRequest> {
  readonly request: Request;
  readonly caller: Caller;
  readonly resolve: (result: SandboxResult) => void;
  readonly reject: (error: unknown) => void;
}

/** Calls on their way to a pool: who may wait, who is next, who gave up. */
export class WaitingCalls<Request extends PooledRequest = SandboxRequest> {
  readonly #queue = new FairQueue<Call<Request>>();
  readonly #closing = new AbortController();
  readonly #maxQueue: number;

  /** `maxQueue`: calls that may wait, over all workspaces. One workspace may hold half of them. */
  constructor(maxQueue: number) {
    this.#maxQueue = maxQueue;
  }

  get size(): number {
    return this.#queue.size;
  }

  /** Aborts when the pool closes. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** Waits until a pool has taken and finished the call; throws `sandbox.busy` when too many wait. */
  add(request: Request, caller: Caller): Promise<SandboxResult> {
    this.#refuseWhenFull(caller.workspaceId);
    if (caller.signal.aborted) return Promise.resolve(stopped);
    return new Promise((resolve, reject) => {
      const giveUp = () => this.#queue.remove(call) && call.resolve(stopped);
      const forget = () => caller.signal.removeEventListener('abort', giveUp);
      const call: Call<Request> = {
        request,
        caller,
        resolve: (result) => {
          forget();
          resolve(result);
        },
        reject: (error) => {
          forget();
          reject(error);
        },
      };
      caller.signal.addEventListener('abort', giveUp);
      this.#queue.add(caller.workspaceId, call);
    });
  }

  /** The next call, counted as running until `finished`. */
  take(): Call<Request> | undefined {
    return this.#queue.take();
  }

  finished(call: Call<Request>): void {
    this.#queue.finished(call.caller.workspaceId);
  }

  close(): void {
    this.#closing.abort();
    for (let call = this.#queue.take(); call !== undefined; call = this.#queue.take()) call.resolve(stopped);
  }

  #refuseWhenFull(workspaceId: string): void {
    if (this.#closing.signal.aborted) {
      throw new PlatformError('unavailable', 'sandbox.busy', 'The code sandbox is shutting down; try again later.');
    }
    if (this.#queue.size >= this.#maxQueue || this.#queue.waitingOf(workspaceId) >= Math.ceil(this.#maxQueue / 2)) {
      throw new PlatformError(
        'unavailable',
        'sandbox.busy',
        'Too many code nodes wait for the sandbox; try again in a moment or raise WEFT_SANDBOX_THREADS, WEFT_SANDBOX_PYTHON_PROCESSES or sandbox.maxQueue.',
        { retryAfter: 1 },
      );
    }
  }
}

const stopped: SandboxResult = {
  ok: false,
  type: 'Stopped',
  message: 'the run ended while its code was waiting',
  logs: [],
};
