import type { RunEvent } from '#engine';

const losses = new Set(['engine.thread_died', 'engine.thread_blocked']);
/** Threads a run may lose while it is the only one of the quarantine at work: once may be chance. */
const MAX_ALONE = 2;
/** Threads it may lose in all: one that kills them only after it was watched has an end too. */
const MAX = 8;

/** Counts the engine threads that died under a run, without any of its nodes having finished meanwhile. */
export class CrashCounter {
  #deaths = 0;
  #alone = 0;

  /**
   * Whether the event tells of a loss after which the run should go on. `isWatched`: it went on alone of the quarantine
   * when the thread was lost. Others that lost threads with it are not suspected until they do so by themselves.
   */
  isLoss(event: RunEvent | undefined, isWatched: boolean): boolean {
    if (event?.kind !== 'run-finished' || event.errorCode === null || !losses.has(event.errorCode)) return false;
    this.#deaths += 1;
    if (isWatched) this.#alone += 1;
    return this.#alone < MAX_ALONE && this.#deaths < MAX;
  }

  /** A node has finished. */
  progress(): void {
    this.#deaths = 0;
    this.#alone = 0;
  }

  /** It may be this run that kills threads. */
  get isQuarantined(): boolean {
    return this.#deaths > 1;
  }

  /** Milliseconds before it goes on: threads that die of one cause die close to each other. */
  get pause(): number {
    return 25 * 2 ** this.#deaths;
  }
}
