import { FairQueue } from './fair-queue.ts';

interface Waiting {
  grant(): void;
}

export interface SemaphoreOptions {
  /** How many may work at the same time. */
  readonly concurrency: number;
  /** How many may wait, over all workspaces. One workspace may hold half of them. */
  readonly maxQueue: number;
}

/** Runs so much work at a time; the next turn belongs to the workspace with the least at work, of these to the one longest without. */
export class FairSemaphore {
  readonly #options: SemaphoreOptions;
  readonly #queue = new FairQueue<Waiting>();
  #active = 0;

  constructor(options: SemaphoreOptions) {
    this.#options = options;
  }

  get isIdle(): boolean {
    return this.#active === 0 && this.#queue.size === 0;
  }

  /** Whether one more of this workspace would have to wait behind too many. */
  isFull(workspaceId: string): boolean {
    const { maxQueue } = this.#options;
    return this.#queue.size >= maxQueue || this.#queue.waitingOf(workspaceId) >= Math.ceil(maxQueue / 2);
  }

  /** Does the work when there is room; rejects with the signal's reason when it aborts before there is room. */
  async run<T>(workspaceId: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.#acquire(workspaceId, signal);
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      this.#active -= 1;
      this.#queue.finished(workspaceId);
      this.#grant();
    }
  }

  #acquire(workspaceId: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        if (this.#queue.remove(waiting)) reject(signal.reason);
      };
      const waiting: Waiting = {
        grant: () => {
          signal.removeEventListener('abort', giveUp);
          resolve();
        },
      };
      signal.addEventListener('abort', giveUp, { once: true });
      this.#queue.add(workspaceId, waiting);
      this.#grant();
    });
  }

  #grant(): void {
    while (this.#active < this.#options.concurrency) {
      const next = this.#queue.take();
      if (next === undefined) return;
      this.#active += 1;
      next.grant();
    }
  }
}
