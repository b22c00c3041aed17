import { LRUCache } from 'lru-cache';
import { PlatformError } from '#kernel';

const WINDOW_MS = 60_000;

/** Counts calls of a minute, in this process. */
export class MinuteCounter {
  readonly #limit: number;
  readonly #calls = new LRUCache<string, { count: number; readonly until: number }>({ max: 20_000 });

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Throws `plugin-endpoints.too_many_requests` beyond the limit. */
  take(key: string): void {
    const now = Date.now();
    const known = this.#calls.get(key);
    const calls = known !== undefined && known.until > now ? known : { count: 0, until: now + WINDOW_MS };
    if (calls.count >= this.#limit) {
      const retryAfter = Math.max(1, Math.ceil((calls.until - now) / 1000));
      const message = `This address of a plugin was called ${this.#limit} times within a minute; try again later.`;
      throw new PlatformError('limited', 'plugin-endpoints.too_many_requests', message, { retryAfter });
    }
    calls.count += 1;
    this.#calls.set(key, calls);
  }
}
