import { PlatformError } from '#kernel';

/** Bytes of all recordings that are whole in memory. What arrives slowly takes little of it. */
const MEMORY = 256 * 1024 * 1024;

/** What one recording takes; given back when it is disposed of. */
export interface AudioRoom extends Disposable {
  /** Throws `speech-api.too_many_requests` when there is no more. */
  take(bytes: number): void;
}

/** Bounds the memory of recordings over all callers. */
export class AudioMemory {
  readonly #limit: number;
  #used = 0;

  constructor(limit = MEMORY) {
    this.#limit = limit;
  }

  open(): AudioRoom {
    let own = 0;
    return {
      take: (bytes) => {
        if (this.#used + bytes > this.#limit) throw full();
        own += bytes;
        this.#used += bytes;
      },
      [Symbol.dispose]: () => {
        this.#used -= own;
        own = 0;
      },
    };
  }
}

function full(): PlatformError {
  const message = 'The recordings being heard take all the memory they may; try again in a moment.';
  return new PlatformError('limited', 'speech-api.too_many_requests', message, { retryAfter: 1 });
}
