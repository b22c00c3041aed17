import { LRUCache } from 'lru-cache';

/** Milliseconds of the first cooldown; each that follows at once is twice as long. */
const MIN_COOLDOWN = 1_000;
const MAX_COOLDOWN = 60_000;
/** What a server may ask for at most. */
const MAX_ASKED = 10 * 60_000;

interface Cooldown {
  readonly until: number;
  readonly length: number;
}

/** What may have to cool down. Keys tell nothing but ids. */
export interface Cooled {
  readonly cooldownKey?: string;
}

/**
 * Which credentials have failed a moment ago, for one model each: they are left alone for as long as the server asked for, else for a
 * short time that grows while they keep failing. In memory, of this thread.
 */
export class Cooldowns {
  readonly #cooldowns = new LRUCache<string, Cooldown>({ max: 10_000 });
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** `asked`: milliseconds; undefined: the server asked for none. */
  failed(key: string, asked?: number): void {
    const now = this.#now();
    const before = this.#cooldowns.get(key);
    const isCooling = before !== undefined && now < before.until;
    // Calls that were under way together fail together: that is one failure.
    const isFollowing = before !== undefined && now < before.until + 2 * before.length;
    const length = isCooling ? before.length : isFollowing ? Math.min(before.length * 2, MAX_COOLDOWN) : MIN_COOLDOWN;
    const left = Math.max(isCooling ? before.until - now : length, Math.min(asked ?? 0, MAX_ASKED));
    this.#cooldowns.set(key, { until: now + left, length });
  }

  /** Those that need not cool down, in the order given; where all do, the one that may be asked again first. */
  order<Candidate extends Cooled>(candidates: readonly Candidate[]): readonly Candidate[] {
    const now = this.#now();
    const until = ({ cooldownKey }: Candidate) =>
      cooldownKey === undefined ? 0 : (this.#cooldowns.get(cooldownKey)?.until ?? 0);
    const ready = candidates.filter((candidate) => until(candidate) <= now);
    if (ready.length > 0 || candidates.length === 0) return ready;
    const soonest = candidates.reduce((first, other) => (until(other) < until(first) ? other : first));
    return [soonest];
  }
}
