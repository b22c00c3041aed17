/**
 * A map for what comes and goes all the time, such as runs in progress. `Map` moves to a new table now and then, and V8
 * chains each table to the next. Once one of them has become old, minor collections find every later one in use, with
 * whatever was in it when it was left: ended runs, and all they refer to, stay until a major collection. The tables of this
 * map hold slots, which are emptied.
 */
export class TransientMap<Key, Value> {
  readonly #slots = new Map<Key, { value: Value | undefined }>();

  get size(): number {
    return this.#slots.size;
  }

  has(key: Key): boolean {
    return this.#slots.has(key);
  }

  get(key: Key): Value | undefined {
    return this.#slots.get(key)?.value;
  }

  set(key: Key, value: Value): this {
    const slot = this.#slots.get(key);
    if (slot === undefined) this.#slots.set(key, { value });
    else slot.value = value;
    return this;
  }

  /** Tells whether it was there. */
  delete(key: Key): boolean {
    const slot = this.#slots.get(key);
    if (slot === undefined) return false;
    slot.value = undefined;
    return this.#slots.delete(key);
  }

  clear(): void {
    for (const slot of this.#slots.values()) slot.value = undefined;
    this.#slots.clear();
  }

  keys(): IterableIterator<Key> {
    return this.#slots.keys();
  }

  *values(): IterableIterator<Value> {
    for (const { value } of this.#slots.values()) yield value as Value;
  }

  *[Symbol.iterator](): IterableIterator<[Key, Value]> {
    for (const [key, { value }] of this.#slots) yield [key, value as Value];
  }
}
