import type { CodeNetwork } from './code-network.ts';
import type { ModuleRequest, SandboxRequest, SandboxResult } from './contract.ts';
import type { SandboxLimits } from './protocol.ts';
import { SandboxThread } from './sandbox-thread.ts';
import { type Call, type Caller, WaitingCalls } from './waiting-calls.ts';

export interface JavaScriptOptions {
  readonly limits: SandboxLimits;
  readonly network: Pick<CodeNetwork, 'open'>;
  /** Calls that run at the same time, each on a thread of its own. */
  readonly threads: number;
  /** Calls that may wait, over all workspaces. One workspace may hold half of them. */
  readonly maxQueue: number;
  /** Milliseconds after which a thread without work ends; the last one stays warm. */
  readonly idleMs: number;
}

/** Runs untrusted JavaScript on threads that start with the first call. */
export class JavaScriptPool {
  readonly #options: JavaScriptOptions;
  readonly #threads: SandboxThread[] = [];
  readonly #calls: WaitingCalls<SandboxRequest | ModuleRequest>;
  #reaper: NodeJS.Timeout | undefined;

  constructor(options: JavaScriptOptions) {
    this.#options = options;
    this.#calls = new WaitingCalls(options.maxQueue);
  }

  /** Threads alive now. */
  get threads(): number {
    return this.#threads.length;
  }

  /** Answers with what the code returned or why it failed; throws `sandbox.busy` and `sandbox.process_died`. */
  run(request: SandboxRequest | ModuleRequest, caller: Caller): Promise<SandboxResult> {
    const result = this.#calls.add(request, caller);
    this.#dispatch();
    return result;
  }

  async close(): Promise<void> {
    clearInterval(this.#reaper);
    this.#calls.close();
    await Promise.all(this.#threads.splice(0).map((thread) => thread.close()));
  }

  #dispatch(): void {
    while (this.#calls.size > 0) {
      const thread = this.#freeThread();
      if (thread === undefined) return;
      const call = this.#calls.take();
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

  async #runOn(thread: SandboxThread, call: Call<SandboxRequest | ModuleRequest>): Promise<void> {
    thread.isBusy = true;
    const { request } = call;
    const { code, input } = request;
    const { limits, network } = this.#options;
    const signal = AbortSignal.any([call.caller.signal, this.#calls.closing]);
    const ended = new AbortController();
    try {
      if ('driver' in request) {
        const { driver, ask } = request;
        const task = { code, driver, input, limits: { ...limits, ...request.limits } };
        call.resolve(await thread.run(task, signal, ask));
      } else {
        const caller = { ...call.caller, signal: AbortSignal.any([signal, ended.signal]) };
        call.resolve(await thread.run({ code, input, limits }, signal, network.open(caller)));
      }
    } catch (error) {
      call.reject(error);
    } finally {
      ended.abort();
      thread.isBusy = false;
      thread.idleSince = performance.now();
      this.#calls.finished(call);
      this.#dispatch();
    }
  }

  #reap(): void {
    for (const thread of [...this.#threads].reverse()) {
      if (this.#threads.length <= 1) return;
      if (thread.isBusy || performance.now() - thread.idleSince < this.#options.idleMs) continue;
      this.#threads.splice(this.#threads.indexOf(thread), 1);
      void thread.close();
    }
  }
}
