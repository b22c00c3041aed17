import { type Position, TemplateError } from './template-error.ts';

export const maxSteps = 200_000;
/** Characters of a result unless told otherwise, and of any text on the way to it times four (app DSL, limits). */
export const usualOutput = 400_000;
const maxDepth = 100;
/** Milliseconds one rendering may take: the last resort, should an operation cost more than it counts. */
const maxTime = 5_000;
/** Steps between two looks at the clock. */
const clockSteps = 32;

/** How long a result may be. */
export interface OutputLimit {
  /** Characters. */
  readonly maxOutput?: number;
  /** The setting that says so, for errors. */
  readonly setting?: string;
}

/** One rendering: what it has used up, and where it is. */
export class Run {
  #left = maxSteps;
  #depth = 0;
  #nextLook = maxSteps - clockSteps;
  readonly #deadline = performance.now() + maxTime;
  /** The tag that is being executed, for errors. */
  position: Position | undefined;
  /** Characters of the result. */
  readonly maxOutput: number;
  /** The setting that `maxOutput` is of, in brackets, for errors; empty: none. */
  readonly setting: string;

  constructor({ maxOutput = usualOutput, setting = '' }: OutputLimit = {}) {
    this.maxOutput = maxOutput;
    this.setting = setting === '' ? '' : ` (${setting})`;
  }

  /** Counts work. Called for every statement and round, and by the size of what an operation walks over. */
  charge(steps = 1): void {
    this.#left -= steps;
    if (this.#left < 0) throw new TemplateError(`the template needs more than ${maxSteps} steps`);
    if (this.#left > this.#nextLook) return;
    this.#nextLook = this.#left - clockSteps;
    if (performance.now() > this.#deadline) throw new TemplateError(`the template needs more than ${maxTime / 1000} s`);
  }

  /** A text of this many characters is about to exist. */
  chargeText(length: number): void {
    this.limitText(length);
    if (length > 256) this.charge(length >> 8);
  }

  /** The same for a text that grows piece by piece, which costs nothing before it is whole. */
  limitText(length: number): void {
    const maxText = 4 * this.maxOutput;
    if (length > maxText)
      throw new TemplateError(`the template builds a text of more than ${maxText} characters${this.setting}`);
  }

  /** Runs a macro or a recursive loop one level deeper. */
  deeper<T>(body: () => T): T {
    if (this.#depth >= maxDepth) throw new TemplateError('maximum recursion depth exceeded');
    this.#depth++;
    try {
      return body();
    } finally {
      this.#depth--;
    }
  }
}

/** The text written so far. */
export class Output {
  text = '';
  readonly #run: Run;

  constructor(run: Run) {
    this.#run = run;
  }

  write(text: string): void {
    this.text += text;
    const { maxOutput, setting } = this.#run;
    if (this.text.length > maxOutput) {
      throw new TemplateError(`the output is longer than ${maxOutput} characters${setting}`, this.#run.position);
    }
  }
}
