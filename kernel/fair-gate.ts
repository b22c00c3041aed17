import { FairQueue } from './fair-queue.ts';

interface Waiting {
  enter(): void;
}

export interface GateOptions {
  /** How many may be inside at the same time. */
  readonly width: number;
  /** How many may wait, over all workspaces. One workspace may hold half of them. */
  readonly maxQueue: number;
}

/** Lets so many in at a time; the next one belongs to the workspace with the fewest inside, of these to the one longest without. */
export class FairGate {
  readonly #options: GateOptions;
  readonly #queue = new FairQueue<Waiting>();
  #inside = 0;

  constructor(options: GateOptions) {
    this.#options = options;
  }

  get isIdle(): boolean {
    return this.#inside === 0 && this.#queue.size === 0;
  }

  /** Whether one more of this workspace would have to wait behind too many. */
  isFull(workspaceId: string): boolean {
    const { maxQueue } = this.#options;
    return this.#queue.size >= maxQueue || this.#queue.waitingOf(workspaceId) >= Math.ceil(maxQueue / 2);
  }

  /** Does the work inside; rejects with the signal's reason when it aborts before there is room. */
  async pass<T>(workspaceId: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.#enter(workspaceId, signal);
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      this.#inside -= 1;
      this.#queue.finished(workspaceId);
      this.#admit();
    }
  }

  #enter(workspaceId: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        if (this.#queue.remove(waiting)) reject(signal.reason);
      };
      const waiting: Waiting = {
        enter: () => {
          signal.removeEventListener('abort', giveUp);
          resolve();
        },
      };
      signal.addEventListener('abort', giveUp, { once: true });
      this.#queue.add(workspaceId, waiting);
      this.#admit();
    });
  }

  #admit(): void {
    while (this.#inside < this.#options.width) {
      const next = this.#queue.take();
      if (next === undefined) return;
      this.#inside += 1;
      next.enter();
    }
  }
}
