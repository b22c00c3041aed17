import { type ChildProcess, fork } from 'node:child_process';
import { residentMemory } from './process-memory.ts';
import { processEntry, processOptions } from './process-options.ts';
import type { ExtractionReply, ExtractionTask } from './protocol.ts';

export interface ProcessLimits {
  /** Milliseconds one extraction may take. */
  readonly timeMs: number;
  /** Memory of one extraction, beyond what an idle process holds. */
  readonly memoryMb: number;
}

/** How a process ended instead of answering. */
export type ProcessEnd = 'too-slow' | 'too-large' | 'stopped' | 'died';

/** Megabytes an idle process holds, its readers loaded. */
const idleMb = 128;
/** Milliseconds between two looks at its memory. */
const watchMs = 50;

/**
 * One process that reads documents, one at a time and of one workspace only: what a hostile document might leave
 * behind meets no other workspace's. Killed at the limits; whoever owns it makes a new one.
 */
export class ExtractionProcess {
  readonly workspaceId: string;
  readonly #limits: ProcessLimits;
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;
  #end: ProcessEnd | undefined;
  /** When the last extraction ended, in milliseconds since the epoch. */
  idleSince = Date.now();

  constructor(workspaceId: string, limits: ProcessLimits) {
    this.workspaceId = workspaceId;
    this.#limits = limits;
    this.#child = fork(processEntry, [], processOptions(limits.memoryMb));
    // Waiting for work keeps nobody from stopping.
    this.#child.unref();
    this.#child.channel?.unref();
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

  async run(task: ExtractionTask, signal: AbortSignal): Promise<ExtractionReply | ProcessEnd> {
    const answer = Promise.withResolvers<ExtractionReply>();
    const stop = () => this.#kill('stopped');
    const timer = setTimeout(() => this.#kill('too-slow'), this.#limits.timeMs);
    const watch = setInterval(() => this.#watch(), watchMs);
    this.#child.once('message', answer.resolve);
    this.#child.channel?.ref();
    signal.addEventListener('abort', stop, { once: true });
    try {
      this.#child.send(task, (error) => {
        if (error !== null) this.#kill('died');
      });
      return await Promise.race([answer.promise, this.#ended.then(() => this.#end ?? 'died')]);
    } finally {
      clearTimeout(timer);
      clearInterval(watch);
      signal.removeEventListener('abort', stop);
      this.#child.off('message', answer.resolve);
      this.#child.channel?.unref();
      this.idleSince = Date.now();
    }
  }

  close(): Promise<void> {
    this.#kill('stopped');
    return this.#ended;
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
