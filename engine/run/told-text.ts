/**
 * Compares the text of a resumed run with what its readers were told before: the same text is not told again, and one
 * that has become another is told as a whole.
 */
export class ToldText {
  readonly #told: string;
  #text = '';
  #isReplaced = false;

  constructor(told: string) {
    this.#told = told;
  }

  /** What of a delta is news; null when the text can't be continued and must be replaced. */
  write(delta: string): string | null {
    const before = this.#text.length;
    this.#text += delta;
    if (this.#isReplaced || before >= this.#told.length) return delta;
    const left = this.#told.length - before;
    if (delta.slice(0, left) !== this.#told.slice(before, before + delta.length)) return null;
    return delta.slice(left);
  }

  /** Some of what was told has not come again. */
  get isBehind(): boolean {
    return !this.#isReplaced && this.#text.length < this.#told.length;
  }

  /** The text so far; from here on everything is news. */
  replace(): string {
    this.#isReplaced = true;
    return this.#text;
  }
}
