import { randomUUID } from 'node:crypto';
import type { Variables } from '#engine';
import { toJson } from '#engine/run/values/value.ts';
import { checkSize } from '#engine/run/values/value-size.ts';
import { SecretForms } from './secret-forms.ts';
import { traceText } from './trace-cut.ts';

const mask = '***';

/**
 * Keeps secret environment values out of everything that leaves a run: records, text, outputs, variables. Nodes see them
 * as they are. Costs nothing in a run without secrets.
 */
export class SecretMask {
  readonly #forms: SecretForms;

  constructor(secrets: readonly Secret[]) {
    this.#forms = new SecretForms(secrets);
  }

  /** JSON text of a value with secrets replaced, for records. Throws `ValueTooLargeError`. */
  json(value: unknown): string {
    checkSize(value, 'What the node records');
    return this.masked(value);
  }

  /** The same of a value of any size. Only a text that shows a secret is written twice. */
  masked(value: unknown): string {
    const text = toJson(value);
    return this.#forms.areInJson(text) ? toJson(this.#masked(value)) : text;
  }

  /** The same, cut for display. `isTrue`: neither cut nor masked. Half a secret is never shown: it is masked first. */
  shown(value: unknown): { readonly text: string; readonly isTrue: boolean; readonly isCut: boolean } {
    checkSize(value, 'What the node records');
    const text = this.#forms.isEmpty ? undefined : toJson(value);
    if (text !== undefined && this.#forms.areInJson(text)) return { ...traceText(this.#masked(value)), isTrue: false };
    const shown = traceText(value, text);
    return { ...shown, isTrue: !shown.isCut };
  }

  /**
   * JSON text of an object from which `reveal` makes the same object again, and nobody else can read a secret: each is
   * named by its variable. The names are marked with a random word, so that no text of a user can pass for one.
   */
  hide(value: Readonly<Record<string, unknown>>): string {
    const text = toJson(value);
    if (!this.#forms.areInJson(text)) return text;
    const mark = randomUUID();
    const hide = (part: string): string =>
      this.#forms.replace(part, (form) => `<${mark}:${encodeURIComponent(this.#forms.nameOf(form))}>`);
    return toJson({ ...(replaceTexts(value, hide) as Readonly<Record<string, unknown>>), mark });
  }

  reveal(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    const { mark, ...hidden } = value;
    if (typeof mark !== 'string') return value;
    const reveal = (part: string): string => {
      const [first = '', ...rest] = part.split(`<${mark}:`);
      const texts = rest.map((piece) => piece.replace(/^([^>]*)>/, (_, name) => this.#formOf(name)));
      return first + texts.join('');
    };
    return replaceTexts(hidden, reveal) as Readonly<Record<string, unknown>>;
  }

  text(text: string): string {
    return this.#forms.replace(text, () => mask);
  }

  get isEmpty(): boolean {
    return this.#forms.isEmpty;
  }

  /** A text that comes in pieces, which never shows a secret that lies in several of them. */
  stream(): TextMask {
    return new TextMask(this.#forms);
  }

  #formOf(encodedName: string): string {
    return this.#forms.named(decodeURIComponent(encodedName)) ?? '';
  }

  #masked(value: unknown): unknown {
    return replaceTexts(value, (part) => this.text(part));
  }
}

/** The mask of what a node sees, for what it shows elsewhere than in its result. */
export function secretMask(variables: Variables): SecretMask {
  const secrets = variables.names('env').flatMap((name): Secret[] => {
    const value = variables.type(['env', name]) === 'secret' ? variables.get(['env', name]) : undefined;
    return typeof value === 'string' ? [{ name, value }] : [];
  });
  return new SecretMask(secrets);
}

/** A secret environment variable. */
export interface Secret {
  readonly name: string;
  readonly value: string;
}

/** Takes text with the place, in what came in, of its first character. */
export type TextSink = (text: string, at: number) => void;

/** Holds back what may become a secret, until it is one or is none. */
export class TextMask {
  readonly #forms: SecretForms;
  #held = '';
  /** Characters before what is held. */
  #at = 0;

  constructor(forms: SecretForms) {
    this.#forms = forms;
  }

  add(piece: string, write: TextSink): void {
    this.#held += piece;
    this.#release(write, false);
  }

  /** No more comes: what is held is no secret. */
  end(write: TextSink): void {
    this.#release(write, true);
  }

  #release(write: TextSink, isEnd: boolean): void {
    for (;;) {
      const hold = isEnd ? this.#held.length : this.#forms.beginsAt(this.#held);
      const found = this.#forms.find(this.#held);
      // Where something longer may begin as well, the rest tells which it is.
      if (found === null || found.index >= hold) {
        this.#pass(write, this.#held.slice(0, hold), hold);
        return;
      }
      this.#pass(write, this.#held.slice(0, found.index), found.index);
      this.#pass(write, mask, found.length);
    }
  }

  /** `length`: characters of what is held that the text stands for. */
  #pass(write: TextSink, text: string, length: number): void {
    const at = this.#at;
    this.#held = this.#held.slice(length);
    this.#at += length;
    if (text !== '') write(text, at);
  }
}

/** The value with strings and keys replaced. Numbers are left: a secret is a text. */
function replaceTexts(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') return replace(value);
  if (Array.isArray(value)) return value.map((item) => replaceTexts(item, replace));
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [replace(key), replaceTexts(item, replace)]));
}
