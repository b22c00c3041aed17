import { randomUUID } from 'node:crypto';
import { traceText } from './trace-cut.ts';
import { toJson } from './value.ts';
import { checkSize } from './value-size.ts';

const mask = '***';

/** Keeps secret environment values out of traces. Costs nothing in a run without secrets. */
export class SecretMask {
  readonly #secrets: readonly Secret[];
  /** As they appear inside JSON text. */
  readonly #encoded: readonly string[];

  constructor(secrets: readonly Secret[]) {
    // The longest first: a secret may be part of another one.
    this.#secrets = secrets.filter(({ value }) => value !== '').toSorted((a, b) => b.value.length - a.value.length);
    this.#encoded = this.#secrets.map(({ value }) => JSON.stringify(value).slice(1, -1));
  }

  /**
   * JSON text of a value with secrets replaced. Only a text that shows a secret is written twice. Throws
   * `ValueTooLargeError`.
   */
  json(value: unknown): string {
    checkSize(value, 'What the node records');
    const text = toJson(value);
    return this.#shows(text) ? toJson(this.#masked(value)) : text;
  }

  /** The same, cut for display. `isTrue`: neither cut nor masked. Half a secret is never shown: it is masked first. */
  shown(value: unknown): { readonly text: string; readonly isTrue: boolean; readonly isCut: boolean } {
    checkSize(value, 'What the node records');
    const text = this.#encoded.length === 0 ? undefined : toJson(value);
    if (text !== undefined && this.#shows(text)) return { ...traceText(this.#masked(value)), isTrue: false };
    const shown = traceText(value, text);
    return { ...shown, isTrue: !shown.isCut };
  }

  /**
   * JSON text of an object from which `reveal` makes the same object again, and nobody else can read a secret: each is
   * named by its variable. The names are marked with a random word, so that no text of a user can pass for one.
   */
  hide(value: Readonly<Record<string, unknown>>): string {
    const text = toJson(value);
    if (!this.#shows(text)) return text;
    const mark = randomUUID();
    const hidden = replaceTexts(value, (part) =>
      this.#secrets
        .reduce(cutAt, [part])
        .map((piece) => (typeof piece === 'string' ? piece : `<${mark}:${encodeURIComponent(piece.name)}>`))
        .join(''),
    );
    return toJson({ ...(hidden as Readonly<Record<string, unknown>>), mark });
  }

  reveal(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    const { mark, ...hidden } = value;
    if (typeof mark !== 'string') return value;
    const named = new Map(this.#secrets.map(({ name, value: secret }) => [encodeURIComponent(name), secret]));
    const reveal = (part: string): string => {
      const [first = '', ...rest] = part.split(`<${mark}:`);
      return first + rest.map((piece) => piece.replace(/^([^>]*)>/, (_, name) => named.get(name) ?? '')).join('');
    };
    return replaceTexts(hidden, reveal) as Readonly<Record<string, unknown>>;
  }

  #masked(value: unknown): unknown {
    return replaceTexts(value, (part) => this.text(part));
  }

  #shows(text: string): boolean {
    return this.#encoded.some((secret) => text.includes(secret));
  }

  text(text: string): string {
    let result = text;
    for (const { value } of this.#secrets) result = result.replaceAll(value, mask);
    return result;
  }
}

/** A secret environment variable. */
export interface Secret {
  readonly name: string;
  readonly value: string;
}

/** Cuts a secret out of the pieces that are text: no name is looked for in what stands for another. */
function cutAt(pieces: readonly (string | Secret)[], secret: Secret): readonly (string | Secret)[] {
  return pieces.flatMap((piece) => {
    if (typeof piece !== 'string') return [piece];
    return piece.split(secret.value).flatMap((text, index) => (index === 0 ? [text] : [secret, text]));
  });
}

/** The value with strings and keys replaced. Numbers are left: a secret is a text. */
function replaceTexts(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') return replace(value);
  if (Array.isArray(value)) return value.map((item) => replaceTexts(item, replace));
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [replace(key), replaceTexts(item, replace)]));
}
