import type { TextMark } from '#plugins/text-extraction/contract.ts';

/** Where a part of a text lies. */
export interface MarkedPlace {
  readonly page: number | null;
  readonly heading: string | null;
}

/** Reads marks beside a text, forward only. */
export class MarkReader {
  readonly #marks: readonly TextMark[];
  #next = 0;
  #page: number | null = null;
  #heading: string | null = null;

  /** `marks`: in the order of the text. */
  constructor(marks: readonly TextMark[]) {
    this.#marks = marks;
  }

  /** What holds at an offset, which is not before that of the last call. */
  placeAt(offset: number): MarkedPlace {
    for (let mark = this.#marks[this.#next]; mark !== undefined && mark.at <= offset; mark = this.#marks[this.#next]) {
      this.#next += 1;
      if (mark.page !== undefined) this.#page = mark.page;
      if (mark.heading !== undefined) this.#heading = mark.heading === '' ? null : mark.heading;
    }
    return { page: this.#page, heading: this.#heading };
  }
}
