import { FairSemaphore } from '#kernel';

/** Megabytes that answers of one thread may hold while they arrive, those of one workspace half of it. */
const HELD_MB = 256;

/**
 * Answers that are read beyond their first megabyte: so many at a time, and half of them of one workspace. A server that
 * sends slowly would else have each run of a workspace hold a file in memory for as long as the run may take.
 */
export class LargeAnswers {
  readonly #shared: FairSemaphore;
  readonly #share: number;
  readonly #own = new Map<string, FairSemaphore>();

  /** `largestMb`: megabytes that one may have. */
  constructor(largestMb: number, heldMb = HELD_MB) {
    const width = Math.max(2, Math.floor(heldMb / largestMb));
    this.#shared = gate(width);
    this.#share = Math.ceil(width / 2);
  }

  /** Waits for room; rejects with the signal's reason. The result makes it free again. */
  acquire(workspaceId: string, signal: AbortSignal): Promise<() => void> {
    const { promise: isOver, resolve: leave } = Promise.withResolvers<void>();
    return new Promise((resolve, reject) => {
      const inside = () => {
        resolve(leave);
        return isOver;
      };
      this.#pass(workspaceId, signal, inside).catch(reject);
    });
  }

  async #pass(workspaceId: string, signal: AbortSignal, inside: () => Promise<void>): Promise<void> {
    const own = this.#own.get(workspaceId) ?? gate(this.#share);
    this.#own.set(workspaceId, own);
    try {
      await own.run(workspaceId, signal, () => this.#shared.run(workspaceId, signal, inside));
    } finally {
      if (own.isIdle && this.#own.get(workspaceId) === own) this.#own.delete(workspaceId);
    }
  }
}

function gate(width: number): FairSemaphore {
  return new FairSemaphore({ concurrency: width, maxQueue: Number.POSITIVE_INFINITY });
}
