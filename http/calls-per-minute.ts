import { LRUCache } from 'lru-cache';

const WINDOW_MS = 60_000;
const MAX_KEYS = 20_000;

/** Counts calls of a minute by whose they are, in this process. */
export class CallsPerMinute {
  readonly #limit: number;
  readonly #now: () => number;
  readonly #calls = new LRUCache<string, { count: number; readonly until: number }>({ max: MAX_KEYS });

  /** `limit` calls per minute; 0: any number. */
  constructor(limit: number, now: () => number = Date.now) {
    this.#limit = limit;
    this.#now = now;
  }

  /** Whole seconds until there may be another call; null: this one may be. `isCounted` false: only looks. */
  take(key: string, isCounted = true): number | null {
    if (this.#limit === 0) return null;
    const now = this.#now();
    const known = this.#calls.get(key);
    const calls = known !== undefined && known.until > now ? known : { count: 0, until: now + WINDOW_MS };
    if (calls.count >= this.#limit) return Math.max(1, Math.ceil((calls.until - now) / 1_000));
    if (!isCounted) return null;
    calls.count += 1;
    this.#calls.set(key, calls);
    return null;
  }
}
