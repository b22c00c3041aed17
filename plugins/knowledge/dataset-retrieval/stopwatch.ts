/** How long the parts of a search took, in milliseconds. Parts that run side by side are each counted in full. */
export class Stopwatch {
  readonly #parts = new Map<string, number>();
  readonly #start = performance.now();

  async measure<T>(part: string, work: () => Promise<T>): Promise<T> {
    const start = performance.now();
    try {
      return await work();
    } finally {
      this.#parts.set(part, (this.#parts.get(part) ?? 0) + performance.now() - start);
    }
  }

  /** Rounded to a tenth, with `total`. */
  get milliseconds(): Readonly<Record<string, number>> {
    const all = [...this.#parts, ['total', performance.now() - this.#start] as const];
    return Object.fromEntries(all.map(([part, time]) => [part, Math.round(time * 10) / 10]));
  }
}
