/**
 * Compares the text of a resumed run with what its readers were told before: the same text is not told again, and one
 * that has become another is told as a whole.
 */
export class EmittedText {
  readonly #emitted: string;
  #text = '';
  #isReplaced = false;

  constructor(emitted: string) {
    this.#emitted = emitted;
  }

  /** What of a delta is news; null when the text can't be continued and must be replaced. */
  write(delta: string): string | null {
    const before = this.#text.length;
    this.#text += delta;
    if (this.#isReplaced || before >= this.#emitted.length) return delta;
    const left = this.#emitted.length - before;
    if (delta.slice(0, left) !== this.#emitted.slice(before, before + delta.length)) return null;
    return delta.slice(left);
  }

  /** Some of what was told has not come again. */
  get isBehind(): boolean {
    return !this.#isReplaced && this.#text.length < this.#emitted.length;
  }

  /** The text so far; from here on everything is news. */
  replace(): string {
    this.#isReplaced = true;
    return this.#text;
  }
}
