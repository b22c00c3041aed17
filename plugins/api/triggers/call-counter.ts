import { LRUCache } from 'lru-cache';
import { PlatformError } from '#kernel';

const WINDOW_MS = 60_000;

interface Calls {
  count: number;
  readonly until: number;
}

/** Counts calls of a minute by whose they are, in this process. */
export class CallCounter {
  readonly #limit: number;
  readonly #now: () => number;
  readonly #calls: LRUCache<string, Calls>;

  /** `limit` calls per minute; 0: any number. */
  constructor(limit: number, now: () => number) {
    this.#limit = limit;
    this.#now = now;
    this.#calls = new LRUCache({ max: 20_000 });
  }

  /** Throws `triggers.too_many_requests` beyond the limit. `isCounted` false: only looks. */
  take(key: string, message: string, isCounted = true): void {
    if (this.#limit === 0) return;
    const now = this.#now();
    const known = this.#calls.get(key);
    const calls = known !== undefined && known.until > now ? known : { count: 0, until: now + WINDOW_MS };
    if (calls.count >= this.#limit) {
      const retryAfter = Math.max(1, Math.ceil((calls.until - now) / 1_000));
      throw new PlatformError('limited', 'triggers.too_many_requests', message, { retryAfter });
    }
    if (!isCounted) return;
    calls.count += 1;
    this.#calls.set(key, calls);
  }
}
