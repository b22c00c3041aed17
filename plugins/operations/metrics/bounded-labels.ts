/** Longer names are cut: they come from documents. */
const MAX_LENGTH = 100;

/** Values of a label that come from documents: so many are told apart, the others are one, for each costs memory for ever. */
export class BoundedLabels {
  readonly #limit: number;
  readonly #known = new Set<string>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  of(...names: readonly string[]): readonly string[] {
    const cut = names.map((name) => name.slice(0, MAX_LENGTH));
    const key = JSON.stringify(cut);
    if (this.#known.has(key)) return cut;
    if (this.#known.size >= this.#limit) return names.map(() => 'other');
    this.#known.add(key);
    return cut;
  }
}
