import { LRUCache } from 'lru-cache';
import { PlatformError } from '#kernel';

const WINDOW = 3_600_000;
const PER_ADDRESS = 20;
/** Addresses that are remembered; beyond it the oldest is forgotten. */
const CAPACITY = 20_000;

/** Counts e-mails by whom they go to, in memory: nobody shall flood another with invitations. */
export class EmailRateLimit {
  readonly #now: () => number;
  readonly #counts = new LRUCache<string, { count: number; readonly until: number }>({ max: CAPACITY });

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Throws `mail.too_many_letters`. */
  add(address: string, about = ''): void {
    const key = `${about} ${address.toLowerCase()}`;
    const known = this.#counts.get(key);
    if (known === undefined || known.until <= this.#now()) {
      this.#counts.set(key, { count: 1, until: this.#now() + WINDOW });
      return;
    }
    known.count += 1;
    if (known.count <= PER_ADDRESS) return;
    const message = `${address} was sent ${PER_ADDRESS} e-mails within an hour; wait, or pass the link on yourself.`;
    const retryAfter = Math.ceil((known.until - this.#now()) / 1000);
    throw new PlatformError('limited', 'mail.too_many_letters', message, { retryAfter });
  }
}
