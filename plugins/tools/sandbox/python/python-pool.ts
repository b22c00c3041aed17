import type { CodeNetwork } from '#plugins/sandbox/code-network.ts';
import type { SandboxRequest, SandboxResult } from '#plugins/sandbox/contract.ts';
import type { SandboxLimits } from '#plugins/sandbox/protocol.ts';
import { type Call, type Caller, WaitingCalls } from '#plugins/sandbox/waiting-calls.ts';
import type { PythonChild } from './python-child.ts';

export interface PythonPoolOptions {
  readonly limits: SandboxLimits;
  readonly network: CodeNetwork;
  readonly launcher: { start(): Promise<PythonChild>; close(): Promise<void> };
  /** Children alive at the same time. */
  readonly processes: number;
  /** Calls that may wait, over all workspaces. One workspace may hold half of them. */
  readonly maxQueue: number;
  /** Milliseconds after which a child without work ends. */
  readonly idleMs: number;
}

/**
 * Runs untrusted Python in child processes. A child serves one workspace only. While there is room, a fresh one is kept
 * ready for the next workspace, or for the place of one that was killed. Nothing is started before the first call, and
 * nothing is left when all has been idle for a while.
 */
export class PythonPool {
  readonly #options: PythonPoolOptions;
  readonly #calls: WaitingCalls;
  readonly #children = new Set<PythonChild>();
  #starting = 0;
  #running = 0;
  #lastUsed = 0;
  #reaper: NodeJS.Timeout | undefined;

  constructor(options: PythonPoolOptions) {
    this.#options = options;
    this.#calls = new WaitingCalls(options.maxQueue);
  }

  /** Children alive or starting now. */
  get processes(): number {
    return this.#children.size + this.#starting;
  }

  /** Answers with what the code returned or why it failed; throws `sandbox.busy`, `sandbox.process_died`, `sandbox.python_unavailable`. */
  run(request: SandboxRequest, caller: Caller): Promise<SandboxResult> {
    const result = this.#calls.add(request, caller);
    this.#dispatch();
    return result;
  }

  async close(): Promise<void> {
    clearInterval(this.#reaper);
    this.#calls.close();
    for (const child of this.#children) this.#drop(child);
    await this.#options.launcher.close();
  }

  #dispatch(): void {
    while (this.#calls.size > 0 && this.#running < this.#options.processes) {
      const call = this.#calls.take();
      if (call === undefined) return;
      this.#running += 1;
      void this.#runCall(call);
    }
  }

  async #runCall(call: Call): Promise<void> {
    try {
      const child = this.#reserve(call.caller.workspaceId) ?? (await this.#startFor(call.caller.workspaceId));
      call.resolve(await this.#runOn(child, call));
      await child.rest();
      child.isBusy = false;
      if (!child.isAlive) this.#drop(child);
    } catch (error) {
      call.reject(error);
    } finally {
      this.#running -= 1;
      this.#lastUsed = performance.now();
      this.#calls.finished(call);
      this.#dispatch();
      void this.#keepSpare();
    }
  }

  async #runOn(child: PythonChild, { request, caller }: Call): Promise<SandboxResult> {
    const { limits, network } = this.#options;
    const ended = new AbortController();
    const signal = AbortSignal.any([caller.signal, this.#calls.closing]);
    const ask = network.open({ workspaceId: caller.workspaceId, signal: AbortSignal.any([signal, ended.signal]) });
    try {
      return await child.run({ code: request.code, input: request.input, limits, signal, ask });
    } finally {
      ended.abort();
    }
  }

  /** An idle child of the workspace, or a fresh one. */
  #reserve(workspaceId: string): PythonChild | undefined {
    const idle = this.#idle();
    const child =
      idle.find((candidate) => candidate.workspaceId === workspaceId) ??
      idle.find((candidate) => candidate.workspaceId === undefined);
    if (child === undefined) return undefined;
    child.isBusy = true;
    child.workspaceId = workspaceId;
    return child;
  }

  async #startFor(workspaceId: string): Promise<PythonChild> {
    if (this.processes >= this.#options.processes) {
      const [oldest] = this.#idle().sort((a, b) => a.idleSince - b.idleSince);
      if (oldest !== undefined) this.#drop(oldest);
    }
    const child = await this.#start();
    child.isBusy = true;
    child.workspaceId = workspaceId;
    return child;
  }

  #idle(): PythonChild[] {
    for (const child of this.#children) if (!child.isAlive) this.#drop(child);
    return [...this.#children].filter((child) => !child.isBusy);
  }

  async #start(): Promise<PythonChild> {
    this.#reaper ??= setInterval(() => this.#reap(), Math.max(500, this.#options.idleMs / 2)).unref();
    this.#starting += 1;
    try {
      const child = await this.#options.launcher.start();
      if (this.#calls.closing.aborted) child.close();
      this.#children.add(child);
      return child;
    } finally {
      this.#starting -= 1;
    }
  }

  async #keepSpare(): Promise<void> {
    const hasSpare = this.#idle().some(({ workspaceId }) => workspaceId === undefined);
    if (hasSpare || this.#starting > 0 || this.processes >= this.#options.processes) return;
    if (this.#calls.closing.aborted) return;
    // A failure is the next call's to report.
    await this.#start().catch(() => undefined);
    this.#dispatch();
  }

  #drop(child: PythonChild): void {
    this.#children.delete(child);
    child.close();
  }

  #reap(): void {
    const before = performance.now() - this.#options.idleMs;
    for (const child of this.#idle()) {
      const since = child.workspaceId === undefined ? Math.max(child.idleSince, this.#lastUsed) : child.idleSince;
      if (since < before) this.#drop(child);
    }
  }
}
