import { FairGate, PlatformError } from '../../kernel/index.ts';
import { ConfinedProcess, type ProcessEnd, type ProcessLimits } from '../confined-processes/contract.ts';
import type { PictureReply, PictureTask } from './protocol.ts';

const decoder = { worker: new URL('./worker/main.ts', import.meta.url), code: new URL('./', import.meta.url) };

export interface PictureMakerOptions extends ProcessLimits {
  /** Pictures that are made at the same time, each in a process of its own. */
  readonly processes: number;
  readonly pixels: number;
  /** Images that may wait; one account may have half of them. */
  readonly maxQueue: number;
}

/** Makes pictures of what users send: one process for each image, which ends with it. */
export class PictureMaker {
  readonly #options: PictureMakerOptions;
  readonly #gate: FairGate;
  readonly #closing = new AbortController();

  constructor(options: PictureMakerOptions) {
    this.#options = options;
    this.#gate = new FairGate({ width: options.processes, maxQueue: options.maxQueue });
  }

  /** Throws `avatars.busy`: before an image is received, to leave its bytes where they are. */
  requireRoom(accountId: string): void {
    if (!this.#closing.signal.aborted && !this.#gate.isFull(accountId)) return;
    throw busy();
  }

  make(accountId: string, bytes: Uint8Array, caller: AbortSignal): Promise<Uint8Array> {
    this.requireRoom(accountId);
    const signal = AbortSignal.any([caller, this.#closing.signal]);
    return this.#gate.pass(accountId, signal, () => this.#run(accountId, bytes, signal));
  }

  close(): void {
    this.#closing.abort(busy());
  }

  async #run(accountId: string, bytes: Uint8Array, signal: AbortSignal): Promise<Uint8Array> {
    const process = new ConfinedProcess<PictureTask, PictureReply>(accountId, decoder, this.#options);
    try {
      const reply = await process.run({ bytes, limits: { pixels: this.#options.pixels } }, signal);
      signal.throwIfAborted();
      if (typeof reply === 'string') throw processFailure(reply, this.#options);
      if (!reply.ok) throw refusal(reply);
      return reply.png;
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

function processFailure(end: ProcessEnd, { timeMs, memoryMb }: ProcessLimits): PlatformError {
  if (end === 'too-slow' || end === 'too-large') {
    const limit = end === 'too-slow' ? `${timeMs / 1000} s (avatars.timeMs)` : `${memoryMb} MB (avatars.memoryMb)`;
    const message = `The image takes more than ${limit} to decode; make it smaller.`;
    return new PlatformError('invalid', 'avatars.limit_exceeded', message, { field: 'file' });
  }
  const message = 'The process that decoded the image ended unexpectedly; try again, or with another image.';
  return new PlatformError('unavailable', 'avatars.process_died', message);
}
