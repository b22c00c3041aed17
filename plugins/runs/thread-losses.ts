import type { RunEvent } from '../../engine/contract.ts';

/** The engine thread is gone, or there is none at the moment. */
const losses = new Set(['engine.thread_died', 'engine.thread_blocked', 'engine.no_thread']);
/** Threads a run may lose without any of its nodes having finished meanwhile: it may be what kills them. */
const MOST = 3;
const MOST_WAITS = 8;

/** Counts the engine threads that died under a run. */
export class ThreadLosses {
  #deaths = 0;
  #waits = 0;

  /** Whether the event tells of a loss after which the run should go on. */
  isLoss(event: RunEvent | undefined): boolean {
    if (event?.kind !== 'run-finished' || event.errorCode === null || !losses.has(event.errorCode)) return false;
    if (event.errorCode !== 'engine.no_thread') this.#deaths += 1;
    else if (this.#deaths === 0) return false;
    this.#waits += 1;
    return this.#deaths < MOST && this.#waits < MOST_WAITS;
  }

  /** A node has finished. */
  progress(): void {
    this.#deaths = 0;
    this.#waits = 0;
  }

  /** It may be this run that kills threads. */
  get isSuspect(): boolean {
    return this.#deaths > 1;
  }

  /** Milliseconds until a new thread can be expected. */
  get pause(): number {
    return 25 * 2 ** this.#waits;
  }
}
