import { PlatformError } from '../../kernel/index.ts';
import type { SandboxRequest, SandboxResult } from './contract.ts';
import { FairQueue } from './fair-queue.ts';
import type { SandboxLimits } from './protocol.ts';
import { SandboxThread } from './sandbox-thread.ts';

export interface SandboxOptions {
  readonly limits: SandboxLimits;
  /** Calls that run at the same time, each on a thread of its own. */
  readonly threads: number;
  /** Calls that may wait, over all workspaces. One workspace may hold half of them. */
  readonly maxQueue: number;
  /** Milliseconds after which a thread without work ends; the last one stays warm. */
  readonly idleMs: number;
}

interface Caller {
  readonly workspaceId: string;
  readonly signal: AbortSignal;
}

interface Call {
  readonly request: SandboxRequest;
  readonly caller: Caller;
  readonly resolve: (result: SandboxResult) => void;
}

/** Runs untrusted code on threads that start with the first call. */
export class Sandbox {
  readonly #options: SandboxOptions;
  readonly #threads: SandboxThread[] = [];
  readonly #queue = new FairQueue<Call>();
  readonly #closing = new AbortController();
  #reaper: NodeJS.Timeout | undefined;

  constructor(options: SandboxOptions) {
    this.#options = options;
  }

  /** Threads alive now. */
  get threads(): number {
    return this.#threads.length;
  }

  /** Answers with what the code returned or why it failed; throws `sandbox.busy` when too many calls wait. */
  run(request: SandboxRequest, caller: Caller): Promise<SandboxResult> {
    this.#refuseWhenFull(caller.workspaceId);
    if (caller.signal.aborted) return Promise.resolve(stopped);
    return new Promise((resolve) => {
      const giveUp = () => this.#queue.remove(call) && call.resolve(stopped);
      const call: Call = {
        request,
        caller,
        resolve: (result) => {
          caller.signal.removeEventListener('abort', giveUp);
          resolve(result);
        },
      };
      caller.signal.addEventListener('abort', giveUp);
      this.#queue.add(caller.workspaceId, call);
      this.#dispatch();
    });
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearInterval(this.#reaper);
    for (let call = this.#queue.take(); call !== undefined; call = this.#queue.take()) call.resolve(stopped);
    await Promise.all(this.#threads.splice(0).map((thread) => thread.close()));
  }

  #refuseWhenFull(workspaceId: string): void {
    const { maxQueue } = this.#options;
    if (this.#closing.signal.aborted) {
      throw new PlatformError('unavailable', 'sandbox.busy', 'The code sandbox is shutting down; try again later.');
    }
    if (this.#queue.size >= maxQueue || this.#queue.waitingOf(workspaceId) >= Math.ceil(maxQueue / 2)) {
      throw new PlatformError(
        'unavailable',
        'sandbox.busy',
        'Too many code nodes wait for the sandbox; try again in a moment or raise sandbox.threads.',
        { retryAfter: 1 },
      );
    }
  }

  #dispatch(): void {
    while (this.#queue.size > 0) {
      const thread = this.#freeThread();
      if (thread === undefined) return;
      const call = this.#queue.take();
      if (call === undefined) return;
      void this.#runOn(thread, call);
    }
  }

  #freeThread(): SandboxThread | undefined {
    const free = this.#threads.find((thread) => !thread.isBusy);
    if (free !== undefined || this.#threads.length >= this.#options.threads) return free;
    const thread = new SandboxThread();
    this.#threads.push(thread);
    this.#reaper ??= setInterval(() => this.#reap(), Math.max(1000, this.#options.idleMs / 2)).unref();
    return thread;
  }

  async #runOn(thread: SandboxThread, call: Call): Promise<void> {
    thread.isBusy = true;
    const { code, input } = call.request;
    const signal = AbortSignal.any([call.caller.signal, this.#closing.signal]);
    const result = await thread.run({ code, input, limits: this.#options.limits }, signal);
    thread.isBusy = false;
    thread.idleSince = Date.now();
    this.#queue.finished(call.caller.workspaceId);
    call.resolve(result);
    this.#dispatch();
  }

  #reap(): void {
    for (const thread of [...this.#threads].reverse()) {
      if (this.#threads.length <= 1) return;
      if (thread.isBusy || Date.now() - thread.idleSince < this.#options.idleMs) continue;
      this.#threads.splice(this.#threads.indexOf(thread), 1);
      void thread.close();
    }
  }
}

const stopped: SandboxResult = {
  ok: false,
  type: 'Stopped',
  message: 'the run ended while its code was waiting',
  logs: [],
};
