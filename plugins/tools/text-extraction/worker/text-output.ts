import { Refusal } from './refusal.ts';

/** The text of a document, piece by piece; reading ends as soon as there is more than the limit. */
export class TextOutput {
  readonly limit: number;
  readonly #pieces: string[] = [];
  #length = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  add(text: string): void {
    this.#length += text.length;
    if (this.#length > this.limit) {
      throw new Refusal(
        'limit',
        `holds more than ${this.limit} characters of text, the limit (text-extraction.outputChars)`,
      );
    }
    this.#pieces.push(text);
  }

  line(text: string): void {
    this.add(`${text}\n`);
  }

  /** Text apart from what came before and what follows. Empty text leaves no gap. */
  block(text: string): void {
    const trimmed = text.replace(/^\s*\n/, '').trimEnd();
    if (trimmed !== '') this.add(`${this.#length === 0 ? '' : '\n'}${trimmed}\n`);
  }

  /** Characters that no database takes (NUL, halves of surrogate pairs) are left out. */
  toText(): string {
    return this.#pieces.join('').replaceAll('\0', '').toWellFormed();
  }
}
