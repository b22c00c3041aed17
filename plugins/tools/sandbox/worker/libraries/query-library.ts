import type { LibraryTools } from './tools.ts';

/** `URLSearchParams`. */
export function queryLibrary({ decode, encode }: LibraryTools) {
  const percentDecode = (text: string): string => {
    if (!text.includes('%')) return text.toWellFormed();
    const bytes = unescape(encodeURIComponent(text.toWellFormed())).replace(/%([\da-f]{2})/gi, (_match, hex) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    return decode(encode(bytes, 'latin1'), 'utf8');
  };
  const decodeForm = (text: string) => percentDecode(text.replace(/\+/g, ' '));
  const encodeForm = (text: string) =>
    encodeURIComponent(text.toWellFormed())
      .replace(/[!'()~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
      .replace(/%20/g, '+');
  type Pair = [string, string];
  const readPairs = (text: string): Pair[] =>
    text
      .split('&')
      .filter((part) => part !== '')
      .map((part) => {
        const [, name = '', value = ''] = /^([^=]*)=?([\s\S]*)$/.exec(part) ?? [];
        return [decodeForm(name), decodeForm(value)];
      });

  class URLSearchParams {
    #pairs: Pair[] = [];
    constructor(init?: unknown) {
      if (init === undefined || init === null) return;
      if (typeof init !== 'object') this.#pairs = readPairs(String(init).replace(/^\?/, ''));
      else if (Symbol.iterator in init) {
        for (const pair of init as Iterable<Iterable<unknown>>) {
          const items = [...pair];
          if (items.length !== 2) throw new TypeError('Each query pair must be an iterable [name, value] tuple');
          this.#pairs.push([String(items[0]), String(items[1])]);
        }
      } else this.#pairs = Object.entries(init).map(([name, value]) => [name, String(value)]);
    }
    get size(): number {
      return this.#pairs.length;
    }
    append(name: unknown, value: unknown): void {
      this.#pairs.push([String(name), String(value)]);
    }
    set(name: unknown, value: unknown): void {
      const first = this.#pairs.find((pair) => pair[0] === String(name));
      if (first === undefined) {
        this.append(name, value);
        return;
      }
      first[1] = String(value);
      this.#pairs = this.#pairs.filter((pair) => pair === first || pair[0] !== String(name));
    }
    delete(name: unknown, value?: unknown): void {
      const isMeant = (pair: Pair) => pair[0] === String(name) && (value === undefined || pair[1] === String(value));
      this.#pairs = this.#pairs.filter((pair) => !isMeant(pair));
    }
    get(name: unknown): string | null {
      return this.#pairs.find((pair) => pair[0] === String(name))?.[1] ?? null;
    }
    getAll(name: unknown): string[] {
      return this.#pairs.filter((pair) => pair[0] === String(name)).map((pair) => pair[1]);
    }
    has(name: unknown, value?: unknown): boolean {
      return this.#pairs.some((pair) => pair[0] === String(name) && (value === undefined || pair[1] === String(value)));
    }
    sort(): void {
      this.#pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    }
    forEach(call: (value: string, name: string, params: URLSearchParams) => void): void {
      for (const [name, value] of this) call(value, name, this);
    }
    *entries(): Generator<Pair> {
      for (let at = 0; at < this.#pairs.length; at++) yield [...(this.#pairs[at] as Pair)];
    }
    *keys(): Generator<string> {
      for (const [name] of this) yield name;
    }
    *values(): Generator<string> {
      for (const [, value] of this) yield value;
    }
    [Symbol.iterator](): Generator<Pair> {
      return this.entries();
    }
    toString(): string {
      return this.#pairs.map(([name, value]) => `${encodeForm(name)}=${encodeForm(value)}`).join('&');
    }
  }
  return { URLSearchParams };
}
