import { type ChildProcess, fork } from 'node:child_process';
import { residentMemory } from './process-memory.ts';
import { processEntry, processOptions } from './process-options.ts';

export interface ProcessLimits {
  /** Milliseconds one task may take. */
  readonly timeMs: number;
  /** Memory of one task, beyond what an idle process holds. */
  readonly memoryMb: number;
}

/** What a process is for. */
export interface ConfinedTask {
  /** Exports `run(task)`, which answers each task with plain data and never throws. */
  readonly worker: URL;
  /** What else may be read besides packages: the code of the plugin, with a slash at its end. */
  readonly code: URL;
}

/** How a process ended instead of answering. */
export type ProcessEnd = 'too-slow' | 'too-large' | 'stopped' | 'died';

/** Megabytes an idle process holds, its readers loaded. */
const idleMb = 128;
/** Milliseconds a process may take to start; they don't count as the document's. */
const startMs = 60_000;
/** Milliseconds between two looks at its memory. */
const watchMs = 50;

/**
 * One process that reads what users sent, one thing at a time and of one owner (a workspace, an account) only: what a
 * hostile document might leave behind meets no other owner's. Killed at the limits; whoever has it makes a new one.
 */
export class ConfinedProcess<Task extends object, Reply> {
  readonly owner: string;
  readonly #limits: ProcessLimits;
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;
  readonly #ready: Promise<unknown>;
  #end: ProcessEnd | undefined;
  /** When the last task ended, in milliseconds since the epoch. */
  idleSince = Date.now();

  constructor(owner: string, { worker, code }: ConfinedTask, limits: ProcessLimits) {
    this.owner = owner;
    this.#limits = limits;
    this.#child = fork(processEntry, [worker.href], processOptions(code, limits.memoryMb));
    // Waiting for work keeps nobody from stopping.
    this.#child.unref();
    this.#child.channel?.unref();
    const ready = Promise.withResolvers<unknown>();
    this.#ready = ready.promise;
    this.#child.once('message', ready.resolve);
    const ended = Promise.withResolvers<void>();
    this.#ended = ended.promise;
    this.#child.once('error', () => this.#die(ended.resolve));
    this.#child.once('exit', (code, signal) => {
      // Node ends itself with SIGABRT (134 behind a shell) when its heap is full.
      if (signal === 'SIGABRT' || code === 134) this.#end ??= 'too-large';
      this.#die(ended.resolve);
    });
  }

  get isAlive(): boolean {
    return this.#end === undefined;
  }

  async run(task: Task, signal: AbortSignal): Promise<Reply | ProcessEnd> {
    const stop = () => this.#kill('stopped');
    const watch = setInterval(() => this.#watch(), watchMs);
    this.#child.channel?.ref();
    signal.addEventListener('abort', stop, { once: true });
    try {
      await this.#within(startMs, 'died', this.#ready);
      return this.#end ?? (await this.#within(this.#limits.timeMs, 'too-slow', this.#ask(task)));
    } finally {
      clearInterval(watch);
      signal.removeEventListener('abort', stop);
      this.#child.channel?.unref();
      this.idleSince = Date.now();
    }
  }

  close(): Promise<void> {
    this.#kill('stopped');
    return this.#ended;
  }

  #ask(task: Task): Promise<Reply> {
    return new Promise((resolve) => {
      this.#child.once('message', resolve);
      this.#child.send(task, (error) => {
        if (error !== null) this.#kill('died');
      });
    });
  }

  /** What comes in time; otherwise how the process ended. */
  async #within<T>(milliseconds: number, end: ProcessEnd, work: Promise<T>): Promise<T | ProcessEnd> {
    const timer = setTimeout(() => this.#kill(end), milliseconds);
    try {
      return await Promise.race([work, this.#ended.then(() => this.#end ?? 'died')]);
    } finally {
      clearTimeout(timer);
    }
  }

  #watch(): void {
    const bytes = this.#child.pid === undefined ? undefined : residentMemory(this.#child.pid);
    if (bytes !== undefined && bytes > (this.#limits.memoryMb + idleMb) * 1024 * 1024) this.#kill('too-large');
  }

  #kill(end: ProcessEnd): void {
    if (this.#end !== undefined) return;
    this.#end = end;
    this.#child.ref();
    this.#child.kill('SIGKILL');
  }

  #die(resolve: () => void): void {
    this.#end ??= 'died';
    resolve();
  }
}
