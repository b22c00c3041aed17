import { PlatformError } from '../../kernel/index.ts';

const WINDOW = 3_600_000;
const PER_ADDRESS = 20;
/** Addresses that are remembered; beyond it the oldest is forgotten. */
const CAPACITY = 20_000;

/** Counts letters by whom they go to, in memory: nobody shall flood another with invitations. */
export class LetterCounts {
  readonly #now: () => number;
  readonly #counts = new Map<string, { count: number; readonly until: number }>();

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Throws `mail.too_many_letters`. */
  add(address: string, about = ''): void {
    const key = `${about} ${address.toLowerCase()}`;
    const known = this.#counts.get(key);
    if (known === undefined || known.until <= this.#now()) {
      this.#counts.delete(key);
      this.#counts.set(key, { count: 1, until: this.#now() + WINDOW });
      const [oldest] = this.#counts.keys();
      if (this.#counts.size > CAPACITY && oldest !== undefined) this.#counts.delete(oldest);
      return;
    }
    known.count += 1;
    if (known.count <= PER_ADDRESS) return;
    const message = `${address} was sent ${PER_ADDRESS} letters within an hour; wait, or pass the link on yourself.`;
    const retryAfter = Math.ceil((known.until - this.#now()) / 1000);
    throw new PlatformError('limited', 'mail.too_many_letters', message, { retryAfter });
  }
}
