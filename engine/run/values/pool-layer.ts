export type Names = Map<string, unknown>;

/** Beyond this many layers reading would become slow. */
const deepest = 16;

/**
 * Values by first part and name, on top of others that are no longer changed. That makes the copy of a pool as cheap as an
 * empty layer, however much it holds.
 */
export class PoolLayer {
  readonly #base: PoolLayer | null;
  readonly #depth: number;
  readonly #values = new Map<string, Names>();
  /** First parts that were cleared here, whatever lies below. */
  #cleared: Set<string> | null = null;

  constructor(base: PoolLayer | null = null) {
    this.#base = base;
    this.#depth = base === null ? 0 : base.#depth + 1;
  }

  /** A layer that may lie below others from now on: this one unless nothing was written to it. */
  get settled(): PoolLayer {
    if (this.#base !== null && this.#values.size === 0 && this.#cleared === null) return this.#base;
    return this.#depth < deepest ? this : this.#flat();
  }

  /** `undefined` when there is none; a stored null is null. */
  get(first: string, name: string): unknown {
    for (let layer: PoolLayer | null = this; layer !== null; layer = layer.#below(first)) {
      const value = layer.#values.get(first)?.get(name);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  names(first: string): readonly string[] {
    const below = this.#below(first)?.names(first) ?? [];
    return [...new Set([...below, ...(this.#values.get(first)?.keys() ?? [])])];
  }

  set(first: string, name: string, value: unknown): void {
    const names = this.#values.get(first);
    if (names === undefined) this.#values.set(first, new Map([[name, value]]));
    else names.set(name, value);
  }

  clear(first: string): void {
    this.#values.delete(first);
    if (this.#base === null) return;
    this.#cleared ??= new Set();
    this.#cleared.add(first);
  }

  #below(first: string): PoolLayer | null {
    return this.#cleared?.has(first) === true ? null : this.#base;
  }

  /** The same values in one layer. */
  #flat(): PoolLayer {
    const flat = new PoolLayer();
    const layers: PoolLayer[] = [];
    for (let layer: PoolLayer | null = this; layer !== null; layer = layer.#base) layers.push(layer);
    for (const layer of layers.reverse()) {
      for (const first of layer.#cleared ?? []) flat.clear(first);
      for (const [first, names] of layer.#values) for (const [name, value] of names) flat.set(first, name, value);
    }
    return flat;
  }
}
