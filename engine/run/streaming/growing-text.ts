/** Characters that wait for each other. */
const ENOUGH = 256;

/**
 * A text that grows piece by piece. V8 keeps one that was put together as a tree of its pieces: 32 bytes for every token,
 * and the token. Here pieces become one text when there are enough of them.
 */
export class GrowingText {
  #text = '';
  #pieces: string[] = [];
  #waiting = 0;

  get length(): number {
    return this.#text.length + this.#waiting;
  }

  add(piece: string): void {
    this.#pieces.push(piece);
    this.#waiting += piece.length;
    if (this.#waiting >= ENOUGH) this.#join();
  }

  toString(): string {
    if (this.#pieces.length > 0) this.#join();
    return this.#text;
  }

  #join(): void {
    this.#text += this.#pieces.join('');
    this.#pieces = [];
    this.#waiting = 0;
  }
}
