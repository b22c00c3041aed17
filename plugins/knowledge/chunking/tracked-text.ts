/** A text that is changed, and places in it that keep up. */
export class TrackedText {
  #text: string;
  #places: number[];

  /** `places`: offsets in the text, ascending. */
  constructor(text: string, places: readonly number[]) {
    this.#text = text;
    this.#places = [...places];
  }

  get text(): string {
    return this.#text;
  }

  get places(): readonly number[] {
    return this.#places;
  }

  /** Replaces what a global pattern finds; a place inside of what goes is then behind what came instead. */
  replace(pattern: RegExp, replacement: string | ((found: string, at: number) => string)): void {
    const text = this.#text;
    const pieces: string[] = [];
    let end = 0;
    let shift = 0;
    let next = 0;
    const places = this.#places;
    for (const match of text.matchAll(pattern)) {
      const [found] = match;
      const instead = typeof replacement === 'string' ? replacement : replacement(found, match.index);
      if (instead === found) continue;
      const start = match.index;
      pieces.push(text.slice(end, start), instead);
      end = start + found.length;
      for (let at = places[next]; at !== undefined && at < end; at = places[next]) {
        places[next] = at <= start ? at + shift : start + shift + instead.length;
        next += 1;
      }
      shift += instead.length - found.length;
    }
    if (end === 0) return;
    for (; next < places.length; next += 1) places[next] = (places[next] ?? 0) + shift;
    pieces.push(text.slice(end));
    this.#text = pieces.join('');
  }
}
