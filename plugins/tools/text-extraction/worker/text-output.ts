import type { TextMark } from '#plugins/text-extraction/contract.ts';
import { Refusal } from './refusal.ts';

/** The text of a document, piece by piece; reading ends as soon as there is more than the limit. */
export class TextOutput {
  readonly limit: number;
  readonly #setting: string;
  readonly #pieces: string[] = [];
  readonly #marks: TextMark[] = [];
  #length = 0;

  constructor(limit: number, setting = 'text-extraction.outputChars') {
    this.limit = limit;
    this.#setting = setting;
  }

  add(text: string): void {
    this.#length += text.length;
    this.check(this.#length);
    this.#pieces.push(text);
  }

  /** Refuses a text of more characters than there may be. */
  check(length: number): void {
    if (length <= this.limit) return;
    throw new Refusal('limit', `holds more than ${this.limit} characters of text, the limit (${this.#setting})`);
  }

  line(text: string): void {
    this.add(`${text}\n`);
  }

  /** Text apart from what came before and what follows. Empty text leaves no gap. */
  block(text: string): void {
    const trimmed = text.replace(/^\s*\n/, '').trimEnd();
    if (trimmed !== '') this.add(`${this.#length === 0 ? '' : '\n'}${trimmed}\n`);
  }

  /** Characters so far. */
  get length(): number {
    return this.#length;
  }

  /** What comes from here on, or from an earlier place, is on a page or under a heading. */
  mark(place: Omit<TextMark, 'at'>, at = this.#length): void {
    this.#marks.push({ at, ...place });
  }

  /** Where marks lie in what `toText` gives, in its order. */
  get marks(): readonly TextMark[] {
    if (this.#marks.length === 0) return [];
    const text = this.#pieces.join('');
    let nul = text.indexOf('\0');
    let removed = 0;
    const inOrder = this.#marks.toSorted((left, right) => left.at - right.at);
    return inOrder.map((mark) => {
      for (; nul >= 0 && nul < mark.at; nul = text.indexOf('\0', nul + 1)) removed += 1;
      return { ...mark, at: mark.at - removed };
    });
  }

  /** Characters that no database takes (NUL, halves of surrogate pairs) are left out. */
  toText(): string {
    return this.#pieces.join('').replaceAll('\0', '').toWellFormed();
  }
}
