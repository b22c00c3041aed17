/** Characters that every model takes in names of tools and parameters. */
const MAX_NAME = 64;
/** What every object inherits: never a name of ours. */
const inherited = new Set(Object.getOwnPropertyNames(Object.prototype));

/** A name that models take; '' when nothing is left of it. */
export function toolName(text: string): string {
  return trimmed(text.replace(/[^A-Za-z0-9_-]+/g, '_'));
}

/** The same for a parameter; dots stay. */
export function parameterName(text: string): string {
  const plain = /^[A-Za-z0-9_.-]{1,64}$/.test(text) && !inherited.has(text);
  return plain ? text : trimmed(text.replace(/[^A-Za-z0-9_.-]+/g, '_'));
}

/** Gives each name once: a second one gets `_2`, and so on. */
export class UniqueNames {
  readonly #taken = new Set<string>();

  constructor(taken: Iterable<string> = []) {
    for (const name of taken) this.#taken.add(name);
  }

  take(wanted: string): string {
    let name = wanted;
    for (let number = 2; this.#taken.has(name) || inherited.has(name); number += 1) {
      const suffix = `_${number}`;
      name = `${wanted.slice(0, MAX_NAME - suffix.length)}${suffix}`;
    }
    this.#taken.add(name);
    return name;
  }
}

function trimmed(text: string): string {
  return text
    .replace(/^_+|_+$/g, '')
    .slice(0, MAX_NAME)
    .replace(/_+$/, '');
}
