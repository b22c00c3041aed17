/** Where a sentence ends: behind a mark that something follows, behind a mark that nothing needs to follow, at a line's end. */
const END = /[.!?…]["'”’)\]]*\s|[。！？]["'”’）」』]*|\n/g;

/** Cuts a text that is still being written into what can be said. */
export class Sentences {
  readonly #longest: number;
  #room: number;
  #text = '';

  /** `longest`: characters that are taken at once; `room`: characters that are taken in all. */
  constructor(longest: number, room: number) {
    this.#longest = longest;
    this.#room = room;
  }

  /** What is beyond the room is left out. */
  add(text: string): void {
    const taken = text.slice(0, this.#room);
    this.#room -= taken.length;
    this.#text += taken;
  }

  clear(): void {
    this.#text = '';
  }

  /** All whole sentences that fit; `isAll`: the rest as well. '' when there is nothing to say yet. */
  take(isAll: boolean): string {
    for (;;) {
      const end = this.#end(isAll);
      if (end === 0) return '';
      const taken = this.#text.slice(0, end).trim().toWellFormed();
      this.#text = this.#text.slice(end);
      if (/[\p{L}\p{N}]/u.test(taken)) return taken;
    }
  }

  #end(isAll: boolean): number {
    if (isAll && this.#text.length <= this.#longest) return this.#text.length;
    const start = this.#text.slice(0, this.#longest);
    const ends = Array.from(start.matchAll(END), (match) => match.index + match[0].length);
    const end = ends.at(-1) ?? 0;
    if (end > 0 || start.length < this.#longest) return end;
    // A sentence without an end: between two words, or between two characters.
    const space = start.search(/\s\S*$/);
    if (space > 0) return space + 1;
    const isSplit = /[\uD800-\uDBFF]$/.test(start);
    return isSplit ? this.#longest - 1 : this.#longest;
  }
}
