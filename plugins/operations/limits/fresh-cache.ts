import { LRUCache } from 'lru-cache';

/** Milliseconds a value is believed without asking: what other processes change is seen within this time. */
const FRESH = 1_500;
const CAPACITY = 20_000;

interface Entry<Value> {
  readonly value: Value;
  readonly readAt: number;
}

/** Values by key, read again when they are older than 1.5 s. While that fails, what was known last goes on to count. */
export class FreshCache<Value> {
  readonly #load: (key: string) => Promise<Value>;
  readonly #now: () => number;
  readonly #entries = new LRUCache<string, Entry<Value>>({ max: CAPACITY });
  readonly #pending = new Map<string, Promise<Value>>();
  #generation = 0;

  constructor(load: (key: string) => Promise<Value>, now: () => number = () => performance.now()) {
    this.#load = load;
    this.#now = now;
  }

  /** The value, at once where it is known. */
  get(key: string): Value | Promise<Value> {
    const entry = this.#entries.get(key);
    return entry !== undefined && this.#isFresh(entry) ? entry.value : this.#read(key);
  }

  /** The value as it was last known, at once; an old one is read again meanwhile. */
  peek(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry !== undefined && !this.#isFresh(entry)) this.#read(key).catch(() => {});
    return entry?.value;
  }

  /** Forgets everything: this process changed something. */
  clear(): void {
    this.#generation++;
    this.#entries.clear();
    this.#pending.clear();
  }

  #isFresh({ readAt }: Entry<Value>): boolean {
    return this.#now() - readAt < FRESH;
  }

  #read(key: string): Promise<Value> {
    const pending = this.#pending.get(key) ?? this.#reload(key, this.#entries.get(key));
    this.#pending.set(key, pending);
    return pending;
  }

  async #reload(key: string, known: Entry<Value> | undefined): Promise<Value> {
    const generation = this.#generation;
    const readAt = this.#now();
    let value: Value;
    try {
      value = await this.#load(key);
    } catch (error) {
      if (known === undefined) throw error;
      value = known.value;
    } finally {
      if (generation === this.#generation) this.#pending.delete(key);
    }
    if (generation === this.#generation) this.#entries.set(key, { value, readAt });
    return value;
  }
}
