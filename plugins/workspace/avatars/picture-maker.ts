import { FairSemaphore, PlatformError } from '#kernel';
import {
  ConfinedProcess,
  type ConfinedTask,
  type Confinement,
  type ProcessEnd,
  type ProcessLimits,
} from '#plugins/confined-processes/contract.ts';
import { type PictureReply, type PictureTask, refusalReasons } from './protocol.ts';

const decoder: ConfinedTask = {
  worker: new URL('./worker/main.ts', import.meta.url),
  code: new URL('./', import.meta.url),
  content: 'bytes',
  reasons: refusalReasons,
};
/** Many times what a picture of our size takes. */
const replyBytes = 8 * 1024 * 1024;

export interface PictureMakerOptions extends Omit<ProcessLimits, 'replyBytes'> {
  readonly confinement: Confinement;
  /** Pictures that are made at the same time, each in a process of its own. */
  readonly processes: number;
  readonly pixels: number;
  /** Images that may wait; one account may have half of them. */
  readonly maxQueue: number;
}

/** Makes pictures of what users send: one process for each image, which ends with it. */
export class PictureMaker {
  readonly #options: PictureMakerOptions;
  readonly #semaphore: FairSemaphore;
  readonly #closing = new AbortController();

  constructor(options: PictureMakerOptions) {
    this.#options = options;
    this.#semaphore = new FairSemaphore({ concurrency: options.processes, maxQueue: options.maxQueue });
  }

  /** Throws `avatars.busy`: before an image is received, to leave its bytes where they are. */
  requireRoom(accountId: string): void {
    if (!this.#closing.signal.aborted && !this.#semaphore.isFull(accountId)) return;
    throw busy();
  }

  make(accountId: string, bytes: Uint8Array, caller: AbortSignal): Promise<Uint8Array> {
    this.requireRoom(accountId);
    const signal = AbortSignal.any([caller, this.#closing.signal]);
    return this.#semaphore.run(accountId, signal, () => this.#run(accountId, bytes, signal));
  }

  close(): void {
    this.#closing.abort(busy());
  }

  async #run(accountId: string, bytes: Uint8Array, signal: AbortSignal): Promise<Uint8Array> {
    const starter = await this.#options.confinement.open();
    signal.throwIfAborted();
    const limits = { ...this.#options, replyBytes };
    const process = new ConfinedProcess<PictureTask, PictureReply>(accountId, decoder, limits, starter);
    try {
      const reply = await process.run({ bytes, limits: { pixels: this.#options.pixels } }, signal);
      signal.throwIfAborted();
      if (typeof reply === 'string') throw processFailure(reply, this.#options);
      if (!reply.ok) throw refusal(reply);
      return reply.content;
    } finally {
      await process.close();
    }
  }
}

function busy(): PlatformError {
  const message = 'Too many images wait to be looked at, or the server is stopping; try again in a moment.';
  return new PlatformError('unavailable', 'avatars.busy', message, { retryAfter: 1 });
}

function refusal({ reason, message }: Extract<PictureReply, { ok: false }>): PlatformError {
  switch (reason) {
    case 'unsupported':
      return new PlatformError('invalid', 'avatars.unsupported_file_type', message, { field: 'file' });
    case 'unreadable':
      return new PlatformError('invalid', 'avatars.unreadable_image', message, { field: 'file' });
    case 'limit':
      return new PlatformError('invalid', 'avatars.limit_exceeded', message, { field: 'file' });
  }
}

function processFailure(end: ProcessEnd, { timeMs, memoryMb }: Omit<ProcessLimits, 'replyBytes'>): PlatformError {
  if (end === 'too-slow' || end === 'too-large') {
    const limit = end === 'too-slow' ? `${timeMs / 1000} s (avatars.timeMs)` : `${memoryMb} MB (avatars.memoryMb)`;
    const message = `The image takes more than ${limit} to decode; make it smaller.`;
    return new PlatformError('invalid', 'avatars.limit_exceeded', message, { field: 'file' });
  }
  const message = 'The process that decoded the image ended unexpectedly; try again, or with another image.';
  return new PlatformError('unavailable', 'avatars.process_died', message);
}
