import { LRUCache } from 'lru-cache';

/** Milliseconds of the first rest; each that follows at once is twice as long. */
const FIRST_REST = 1_000;
const MAX_REST = 60_000;
/** What a server may ask for at most. */
const MAX_ASKED = 10 * 60_000;

interface Rest {
  readonly until: number;
  readonly length: number;
}

/** What rests. Keys tell nothing but ids. */
export interface Resting {
  readonly restKey?: string;
}

/**
 * Which credentials have failed a moment ago, for one model each: they rest for as long as the server asked for, else for a
 * short time that grows while they keep failing. In memory, of this thread.
 */
export class SetRests {
  readonly #rests = new LRUCache<string, Rest>({ max: 10_000 });
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** `asked`: milliseconds; undefined: the server asked for none. */
  failed(key: string, asked?: number): void {
    const now = this.#now();
    const before = this.#rests.get(key);
    const isStill = before !== undefined && now < before.until;
    // Calls that were under way together fail together: that is one failure.
    const isFollowing = before !== undefined && now < before.until + 2 * before.length;
    const length = isStill ? before.length : isFollowing ? Math.min(before.length * 2, MAX_REST) : FIRST_REST;
    const rest = Math.max(isStill ? before.until - now : length, Math.min(asked ?? 0, MAX_ASKED));
    this.#rests.set(key, { until: now + rest, length });
  }

  /** Those that don't rest, in the order given; where all do, the one that may be asked again first. */
  order<Candidate extends Resting>(candidates: readonly Candidate[]): readonly Candidate[] {
    const now = this.#now();
    const until = ({ restKey }: Candidate) => (restKey === undefined ? 0 : (this.#rests.get(restKey)?.until ?? 0));
    const ready = candidates.filter((candidate) => until(candidate) <= now);
    if (ready.length > 0 || candidates.length === 0) return ready;
    const soonest = candidates.reduce((first, other) => (until(other) < until(first) ? other : first));
    return [soonest];
  }
}
