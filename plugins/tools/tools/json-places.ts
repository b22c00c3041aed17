import type { TemplatePart } from '#engine';

/**
 * Where a placeholder stands in a JSON text: inside a string, alone as a value, as an element of a list, as a key; or
 * next to something else outside strings, where JSON has no name for it.
 */
export type JsonPlace = 'inside' | 'value' | 'element' | 'key' | 'glued';

/** The place of each part that is a placeholder, null for texts. The text may be JSON as people write it. */
export function jsonPlaces(parts: readonly TemplatePart[]): readonly (JsonPlace | null)[] {
  const reader = new JsonReader();
  return parts.map((part, index) => {
    if (part.kind === 'variable') return reader.place(parts[index + 1], index + 2 >= parts.length);
    reader.read(part.text);
    return null;
  });
}

class JsonReader {
  /** The quote of the string that is open. */
  #quote = '';
  #isEscaped = false;
  readonly #containers: string[] = [];
  /** The last character outside strings that is no space; empty at the start. */
  #last = '';

  read(text: string): void {
    for (let index = 0; index < text.length; index += 1) {
      const character = text.charAt(index);
      if (this.#quote !== '') this.#readInside(character);
      else if (character === '/' && this.#last !== ':') index = pastComment(text, index);
      else if (character.trim() !== '') this.#readOutside(character);
    }
  }

  place(next: TemplatePart | undefined, isNextLast: boolean): JsonPlace {
    this.#isEscaped = false;
    if (this.#quote !== '') return 'inside';
    const before = this.#last;
    this.#last = '#';
    const after = next === undefined ? '' : next.kind === 'variable' ? '#' : next.text.trim().charAt(0);
    // Nothing but space before another placeholder.
    if (after === '' && !isNextLast) return 'glued';
    if (!'{[,:'.includes(before) || !':,]}'.includes(after)) return 'glued';
    if (this.#containers.at(-1) === '[') return after === ':' || before === ':' ? 'glued' : 'element';
    if (before === ':') return after === ':' ? 'glued' : 'value';
    if (after === ':') return 'key';
    return before === '' && after === '' ? 'value' : 'glued';
  }

  #readInside(character: string): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (character === '\\') this.#isEscaped = true;
    else if (character === this.#quote) this.#quote = '';
  }

  #readOutside(character: string): void {
    // An apostrophe in the middle of something opens nothing.
    if (character === '"' || (character === "'" && '{[,:'.includes(this.#last))) this.#quote = character;
    else if (character === '{' || character === '[') this.#containers.push(character);
    else if (character === '}' || character === ']') this.#containers.pop();
    this.#last = character;
  }
}

/** The index of the last character of the comment that begins at `start`, or `start` where none does. */
function pastComment(text: string, start: number): number {
  const end = text.startsWith('/*', start) ? '*/' : text.startsWith('//', start) ? '\n' : '';
  if (end === '') return start;
  const found = text.indexOf(end, start + 2);
  return found === -1 ? text.length : found + end.length - 1;
}
