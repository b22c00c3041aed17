const maxLines = 1000;

/** What the code printed, up to a bound; a flood costs nothing once it is reached. */
export class LogBuffer {
  readonly lines: string[] = [];
  isFull = false;
  #left: number;

  constructor(maxChars: number) {
    this.#left = maxChars;
  }

  add(line: string): void {
    if (line.length > this.#left || this.lines.length >= maxLines) {
      this.isFull = true;
      this.lines.push('[more output was dropped]');
      return;
    }
    this.#left -= line.length;
    this.lines.push(line);
  }
}
