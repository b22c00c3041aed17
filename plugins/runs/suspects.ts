/** Milliseconds a run is watched alone; one that lives so long is let go on beside others. */
const WATCHED = 10_000;

interface Suspect {
  readonly begin: () => void;
}

/** A run's place among the suspects. */
export interface Suspicion {
  /** Whether it is its turn now: no other suspect is at work beside it. */
  readonly isWatched: boolean;
  /** The run has ended, or lost its thread again. */
  end(): void;
}

/**
 * Runs that lost more than one engine thread go on one after another: the one that kills threads is found out without
 * taking the others along until they count as lost too.
 */
export class Suspects {
  readonly #waiting: Suspect[] = [];
  #current: Suspect | null = null;
  #timer: NodeJS.Timeout | undefined;

  /** Calls `begin` when it is the run's turn. */
  enter(begin: () => void): Suspicion {
    const suspect = { begin };
    this.#waiting.push(suspect);
    if (this.#current === null) this.#next();
    const isCurrent = () => this.#current === suspect;
    return {
      get isWatched() {
        return isCurrent();
      },
      end: () => {
        const place = this.#waiting.indexOf(suspect);
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
