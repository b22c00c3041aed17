import { FairSemaphore, type PlatformError } from '#kernel';
import {
  ConfinedProcess,
  type ConfinedTask,
  type Confinement,
  type ProcessEnd,
  type ProcessLimits,
} from '#plugins/confined-processes/contract.ts';
import { broken, busy, invalidRequest, noCommit, noFolder, tooLarge } from './failure.ts';
import { type PackReply, type PackTask, refusalReasons } from './protocol.ts';

const opener: ConfinedTask = {
  worker: new URL('./worker/main.ts', import.meta.url),
  code: new URL('./', import.meta.url),
  content: 'bytes',
  reasons: refusalReasons,
};

export interface PackProcessOptions extends Omit<ProcessLimits, 'replyBytes'> {
  readonly confinement: Confinement;
  /** Packs that are opened at the same time, each in a process of its own. */
  readonly processes: number;
  readonly maxQueue: number;
}

/** Has packs opened: one process for each, which ends with it, so that nothing of one repository meets another's. */
export class PackProcesses {
  readonly #options: PackProcessOptions;
  readonly #slots: FairSemaphore;

  constructor(options: PackProcessOptions) {
    this.#options = options;
    this.#slots = new FairSemaphore({ concurrency: options.processes, maxQueue: options.maxQueue });
  }

  /** What a process answers, at most `replyBytes`. It is not trusted: whoever asked looks at it. */
  async open(host: string, task: PackTask, replyBytes: number, signal: AbortSignal): Promise<Uint8Array> {
    if (this.#slots.isFull(host)) throw busy();
    return this.#slots.run(host, signal, () => this.#run(task, replyBytes, signal));
  }

  async #run(task: PackTask, replyBytes: number, signal: AbortSignal): Promise<Uint8Array> {
    const starter = await this.#options.confinement.open();
    signal.throwIfAborted();
    const process = new ConfinedProcess<PackTask, PackReply>('', opener, { ...this.#options, replyBytes }, starter);
    try {
      const reply = await process.run(task, signal);
      signal.throwIfAborted();
      if (typeof reply === 'string') throw this.#ended(reply);
      if (!reply.ok) throw refusal(reply);
      return reply.content;
    } finally {
      await process.close();
    }
  }

  #ended(end: ProcessEnd): PlatformError {
    const { timeMs, memoryMb } = this.#options;
    if (end === 'too-slow') return tooLarge(`it takes more than ${timeMs / 1000} s to open (git.timeMs)`);
    if (end === 'too-large') return tooLarge(`it takes more than ${memoryMb} MB of memory to open (git.memoryMb)`);
    return broken('the process that opened it ended');
  }
}

function refusal({ reason, message }: Extract<PackReply, { ok: false }>): PlatformError {
  switch (reason) {
    case 'broken':
      return broken(message);
    case 'too-large':
      return tooLarge(message);
    case 'no-commit':
      return noCommit();
    case 'no-folder':
      return noFolder(message);
    case 'path':
      return invalidRequest(message, 'changes');
  }
}
