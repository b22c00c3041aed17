/** Milliseconds a run is watched alone; one that lives so long is let go on beside others. */
const WATCHED = 10_000;

interface Waiting {
  readonly begin: () => void;
}

/** A run's place in the quarantine. */
export interface QuarantineSlot {
  /** Whether it is its turn now: no other run of it is at work beside it. */
  readonly isWatched: boolean;
  /** The run has ended, or lost its thread again. */
  end(): void;
}

/**
 * Runs that lost more than one engine thread go on one after another: the one that kills threads is found out without
 * taking the others along until they count as lost too.
 */
export class QuarantineQueue {
  readonly #waiting: Waiting[] = [];
  #current: Waiting | null = null;
  #timer: NodeJS.Timeout | undefined;

  /** Calls `begin` when it is the run's turn. */
  acquire(begin: () => void): QuarantineSlot {
    const waiting = { begin };
    this.#waiting.push(waiting);
    if (this.#current === null) this.#next();
    const isCurrent = () => this.#current === waiting;
    return {
      get isWatched() {
        return isCurrent();
      },
      end: () => {
        const place = this.#waiting.indexOf(waiting);
        if (place !== -1) this.#waiting.splice(place, 1);
        if (isCurrent()) this.#next();
      },
    };
  }

  #next(): void {
    clearTimeout(this.#timer);
    this.#current = this.#waiting.shift() ?? null;
    if (this.#current === null) return;
    this.#timer = setTimeout(() => this.#next(), WATCHED);
    this.#timer.unref();
    this.#current.begin();
  }
}
