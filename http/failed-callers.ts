import { LRUCache } from 'lru-cache';
import { PlatformError } from '#kernel';
import { isThisMachine, networkOf } from './caller-address.ts';

const WINDOW = 60_000;
/** Addresses that are remembered; beyond it the oldest is forgotten. */
const CAPACITY = 20_000;

interface Failures {
  count: number;
  readonly until: number;
}

/**
 * Counts requests with wrong keys by the address of their caller, in memory. Callers on this machine are not counted:
 * they are a proxy that nobody told us of, or its owner.
 */
export class FailedCallers {
  readonly #limit: number;
  readonly #now: () => number;
  readonly #failures = new LRUCache<string, Failures>({ max: CAPACITY });

  /** `limit` failures are answered per minute; 0: all. */
  constructor(limit: number, now: () => number = () => performance.now()) {
    this.#limit = limit;
    this.#now = now;
  }

  /** False as long as nobody failed: then there is no need to find out who calls. */
  get isWatching(): boolean {
    return this.#failures.size > 0;
  }

  /** What a caller is told who failed too often; undefined: they may try. */
  refusal(address: string): PlatformError | undefined {
    const key = networkOf(address);
    const failures = this.#failures.get(key);
    if (failures === undefined) return undefined;
    const left = failures.until - this.#now();
    if (left <= 0) this.#failures.delete(key);
    if (left <= 0 || failures.count < this.#limit) return undefined;
    const retryAfter = Math.max(1, Math.ceil(left / 1000));
    const message = `Too many requests without a right key came from your address; try again in ${retryAfter} s.`;
    return new PlatformError('limited', 'http.too_many_requests', message, { retryAfter });
  }

  /** Notes a failure. */
  add(address: string): void {
    if (this.#limit === 0 || address === '' || isThisMachine(address)) return;
    const key = networkOf(address);
    const known = this.#failures.get(key);
    if (known !== undefined && known.until > this.#now()) {
      known.count++;
      return;
    }
    this.#failures.set(key, { count: 1, until: this.#now() + WINDOW });
  }
}
