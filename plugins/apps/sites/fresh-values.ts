import { LRUCache } from 'lru-cache';

/** Milliseconds a value is believed without asking: what other processes change is seen within a second. */
const FRESH = 900;
/** Milliseconds after which it is read again already while it still counts: who is asked about all the time keeps nobody waiting. */
const RENEWED_AFTER = 450;
const CAPACITY = 5_000;

interface Entry<Value> {
  readonly value: Value;
  readonly readAt: number;
}

/** Values by key, as they were within the last second. While reading fails, what was known last goes on to count. */
export class FreshValues<Value> {
  readonly #load: (key: string) => Promise<Value>;
  readonly #entries = new LRUCache<string, Entry<{ readonly of: Value }>>({ max: CAPACITY });
  readonly #pending = new Map<string, Promise<Value>>();
  #generation = 0;

  constructor(load: (key: string) => Promise<Value>) {
    this.#load = load;
  }

  /** At once where it is known. */
  get(key: string): Value | Promise<Value> {
    const entry = this.#entries.get(key);
    const age = entry === undefined ? Number.POSITIVE_INFINITY : performance.now() - entry.readAt;
    if (entry === undefined || age >= FRESH) return this.read(key);
    if (age >= RENEWED_AFTER) this.read(key).catch(() => {});
    return entry.value.of;
  }

  /** As it was last known. */
  peek(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry !== undefined && performance.now() - entry.readAt >= FRESH) this.read(key).catch(() => {});
    return entry?.value.of;
  }

  /** Looks again. */
  read(key: string): Promise<Value> {
    const pending = this.#pending.get(key) ?? this.#reload(key);
    this.#pending.set(key, pending);
    return pending;
  }

  /** What is known is over, and what is being read may have been too early. */
  forget(key: string): void {
    this.#generation += 1;
    this.#entries.delete(key);
    this.#pending.clear();
  }

  async #reload(key: string): Promise<Value> {
    const generation = this.#generation;
    const known = this.#entries.get(key);
    const readAt = performance.now();
    let of: Value;
    try {
      of = await this.#load(key);
    } catch (error) {
      if (known === undefined) throw error;
      of = known.value.of;
    } finally {
      if (generation === this.#generation) this.#pending.delete(key);
    }
    if (generation === this.#generation) this.#entries.set(key, { value: { of }, readAt });
    return of;
  }
}
