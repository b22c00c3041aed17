/** Keys that are looked up with one query. */
const BATCH = 500;

interface Waiting<Found> {
  readonly key: string;
  resolve(found: Found | null): void;
  reject(error: unknown): void;
}

/**
 * Looks keys up, one query at a time: what is asked for meanwhile goes together in the next. However many unknown keys
 * come in, the database sees one query after the other.
 */
export class BatchedLookup<Found> {
  readonly #find: (keys: readonly string[]) => Promise<ReadonlyMap<string, Found>>;
  #waiting: Waiting<Found>[] = [];
  #isBusy = false;

  /** `find` tells of the keys that exist. */
  constructor(find: (keys: readonly string[]) => Promise<ReadonlyMap<string, Found>>) {
    this.#find = find;
  }

  get(key: string): Promise<Found | null> {
    const { promise, resolve, reject } = Promise.withResolvers<Found | null>();
    this.#waiting.push({ key, resolve, reject });
    if (!this.#isBusy) void this.#work();
    return promise;
  }

  async #work(): Promise<void> {
    this.#isBusy = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, BATCH);
      try {
        const found = await this.#find(batch.map(({ key }) => key));
        for (const { key, resolve } of batch) resolve(found.get(key) ?? null);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#isBusy = false;
  }
}
