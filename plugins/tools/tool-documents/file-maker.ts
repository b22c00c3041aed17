import { FairSemaphore, PlatformError } from '#kernel';
import {
  ConfinedProcess,
  type ConfinedReply,
  type ConfinedTask,
  type Confinement,
} from '#plugins/confined-processes/contract.ts';

/** Bytes of a file that is made. */
const MAX_FILE = 20 * 1024 * 1024;
const LIMITS = { timeMs: 30_000, memoryMb: 512, replyBytes: MAX_FILE };
/** Files that are made at the same time, and that may wait. */
const CONCURRENCY = 2;
const MAX_QUEUE = 200;
/** Milliseconds after which a process without work ends. */
const IDLE_MS = 30_000;

/** Why nothing was made; the message is a sentence for whoever called the tool. */
export const refusalReasons = ['refused'] as const;
type Reply = ConfinedReply<Uint8Array, (typeof refusalReasons)[number]>;
type Process = ConfinedProcess<object, Reply>;

/** A module that exports `run(task)` and answers with bytes, or with the reason `refused` and a sentence. */
export type MakingTask = Pick<ConfinedTask, 'worker' | 'code'>;

export interface FileMakerOptions extends MakingTask {
  readonly confinement: Confinement;
  /** Less than the usual, for tests. */
  readonly limits?: Partial<typeof LIMITS>;
  /** The error for a task that the module refuses. */
  refused(message: string): PlatformError;
}

/**
 * Has files made in processes that can touch nothing: libraries that write them take long, and what they are given comes from
 * models and users. A process serves one workspace, and is gone half a minute after its last file.
 */
export class FileMaker {
  readonly #options: FileMakerOptions;
  readonly #limits: typeof LIMITS;
  readonly #slots = new FairSemaphore({ concurrency: CONCURRENCY, maxQueue: MAX_QUEUE });
  readonly #idle: Process[] = [];
  readonly #busy = new Set<Process>();
  readonly #closing = new AbortController();
  #reaper: NodeJS.Timeout | undefined;

  constructor(options: FileMakerOptions) {
    this.#options = options;
    this.#limits = { ...LIMITS, ...options.limits };
  }

  /** The bytes that the module makes of a task of plain data. */
  async make(workspaceId: string, task: object, signal: AbortSignal): Promise<Uint8Array> {
    if (this.#closing.signal.aborted || this.#slots.isFull(workspaceId)) throw busy();
    const stop = AbortSignal.any([signal, this.#closing.signal]);
    return this.#slots.run(workspaceId, stop, () => this.#run(workspaceId, task, stop));
  }

  async close(): Promise<void> {
    this.#closing.abort(busy());
    clearInterval(this.#reaper);
    await Promise.all([...this.#idle.splice(0), ...this.#busy].map((process) => process.close()));
  }

  async #run(workspaceId: string, task: object, signal: AbortSignal): Promise<Uint8Array> {
    const starter = await this.#options.confinement.open();
    signal.throwIfAborted();
    const own = this.#idle.findIndex((process) => process.isAlive && process.owner === workspaceId);
    const [found] = own < 0 ? [] : this.#idle.splice(own, 1);
    const { worker, code } = this.#options;
    const process =
      found ??
      new ConfinedProcess<object, Reply>(
        workspaceId,
        { worker, code, content: 'bytes', reasons: refusalReasons },
        this.#limits,
        starter,
      );
    this.#busy.add(process);
    const reply = await process.run(task, signal);
    this.#busy.delete(process);
    if (process.isAlive) this.#keep(process);
    signal.throwIfAborted();
    if (typeof reply === 'string') throw ended(reply, this.#limits);
    if (!reply.ok) throw this.#options.refused(reply.message);
    return reply.content;
  }

  /** Keeps one, for the workspace that was last. */
  #keep(process: Process): void {
    for (const other of this.#idle.splice(0)) void other.close();
    this.#idle.push(process);
    this.#reaper ??= setInterval(() => this.#reap(), IDLE_MS / 2).unref();
  }

  #reap(): void {
    for (const process of this.#idle.splice(0)) {
      if (process.isAlive && performance.now() - process.idleSince < IDLE_MS) this.#idle.push(process);
      else void process.close();
    }
  }
}

function ended(end: string, limits: typeof LIMITS): PlatformError {
  if (end === 'too-slow' || end === 'too-large') {
    const limit = end === 'too-slow' ? `${limits.timeMs / 1000} s` : `${limits.memoryMb} MB of memory`;
    const message = `The file needs more than ${limit} to make; give the tool less at once.`;
    return new PlatformError('invalid', 'tool-documents.limit_exceeded', message);
  }
  const message = 'The process that made the file ended unexpectedly; try again, with less at once.';
  return new PlatformError('unavailable', 'tool-documents.process_died', message);
}

function busy(): PlatformError {
  const message = 'Too many files wait to be made; try again in a moment.';
  return new PlatformError('unavailable', 'tool-documents.busy', message, { retryAfter: 1 });
}
