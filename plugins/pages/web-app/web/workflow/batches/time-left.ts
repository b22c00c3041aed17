interface Sample {
  readonly at: number;
  readonly done: number;
}

/** The pace is that of the last minutes: it changes with the model, the rows, the limits. */
const windowMs = 120_000;
const shortestMs = 3000;

/** Tells from how many rows were done when, how long the rest will take. */
export class TimeLeft {
  #samples: Sample[] = [];

  add(done: number, at: number): void {
    const last = this.#samples.at(-1);
    if (last !== undefined && done < last.done) this.#samples = [];
    this.#samples = [...this.#samples.filter((sample) => at - sample.at <= windowMs), { at, done }];
  }

  /** After a pause the pace begins anew. */
  clear(): void {
    this.#samples = [];
  }

  /** In seconds; null: nothing to tell it from. */
  of(rest: number): number | null {
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    if (first === undefined || last === undefined) return null;
    const done = last.done - first.done;
    const time = last.at - first.at;
    return done < 2 || time < shortestMs ? null : (rest * time) / done / 1000;
  }
}
