import type { RunEvent } from '../../engine/contract.ts';

const losses = new Set(['engine.thread_died', 'engine.thread_blocked']);
/** Threads a run may lose without any of its nodes having finished meanwhile: it may be what kills them. */
const MOST = 3;

/** Counts the engine threads that died under a run. */
export class ThreadLosses {
  #deaths = 0;

  /** Whether the event tells of a loss after which the run should go on. */
  isLoss(event: RunEvent | undefined): boolean {
    if (event?.kind !== 'run-finished' || event.errorCode === null || !losses.has(event.errorCode)) return false;
    this.#deaths += 1;
    return this.#deaths < MOST;
  }

  /** A node has finished. */
  progress(): void {
    this.#deaths = 0;
  }

  /** It may be this run that kills threads. */
  get isSuspect(): boolean {
    return this.#deaths > 1;
  }

  /** Milliseconds before it goes on: threads that die of one cause die close to each other. */
  get pause(): number {
    return 25 * 2 ** this.#deaths;
  }
}
