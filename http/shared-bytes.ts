import { hash } from 'node:crypto';

/** Characters from which on texts are shared: below, looking for them costs more than holding them. */
const LARGE = 16_384;

/**
 * The bytes of large texts, one copy of equal ones for as long as somebody holds it. Readers of one run are told the same; what
 * waits for those who don't read would be held once for each of them.
 */
export class SharedBytes {
  readonly #kept = new Map<string, WeakRef<Buffer>>();
  readonly #gone = new FinalizationRegistry<string>((key) => {
    if (this.#kept.get(key)?.deref() === undefined) this.#kept.delete(key);
  });

  /** The text itself where it is short. */
  of(text: string): string | Buffer {
    if (text.length < LARGE) return text;
    const key = hash('sha256', text, 'base64');
    const kept = this.#kept.get(key)?.deref();
    if (kept !== undefined) return kept;
    const bytes = Buffer.from(text);
    this.#kept.set(key, new WeakRef(bytes));
    this.#gone.register(bytes, key);
    return bytes;
  }
}
