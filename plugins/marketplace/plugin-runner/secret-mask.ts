import { filled, type Injection, settingsIn } from '#plugins/plugin-packages/contract.ts';

/** Shorter ones would be found everywhere. */
const leastMasked = 8;
const mask = '***';
const placeholders = /\{[a-z0-9_]+(?::[a-z0-9_]+)?\}/g;

type Texts = Readonly<Record<string, string>>;

/**
 * Takes out of answers what was put into requests: servers may send back what they were sent, as it is or written as JSON,
 * in addresses, in base64 or in hexadecimal. It is no wall against a server that wants to tell: that one knows the secret.
 */
export class SecretMask {
  readonly #inBytes: readonly string[];
  /** Of bytes as they are read here: those of UTF-8, one character each. */
  readonly #anyInBytes: RegExp;
  readonly #anyInText: RegExp;

  constructor(secrets: readonly string[]) {
    const forms = secrets.flatMap(formsOf).filter((form) => form.length >= leastMasked);
    this.#inBytes = [...new Set(forms.map((form) => Buffer.from(form).toString('latin1')))];
    this.#anyInBytes = anyOf(this.#inBytes);
    this.#anyInText = anyOf([...forms, ...this.#inBytes]);
  }

  text(text: string): string {
    return text.replace(this.#anyInText, mask);
  }

  bytes(bytes: Uint8Array): Uint8Array {
    const found = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (!this.#inBytes.some((form) => found.includes(form, 0, 'latin1'))) return bytes;
    return Buffer.from(found.toString('latin1').replace(this.#anyInBytes, mask), 'latin1');
  }

  /** The same for bytes that come in pieces: the end of one waits for the next where a secret could begin in it. */
  async *pieces(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    if (this.#inBytes.length === 0) return yield* body;
    let kept = '';
    for await (const piece of body) {
      const text = kept + Buffer.from(piece).toString('latin1');
      let end = text.length - this.#begunIn(text);
      let shown = '';
      let at = 0;
      for (const { 0: found, index } of text.matchAll(this.#anyInBytes)) {
        if (index >= end) break;
        shown += text.slice(at, index) + mask;
        at = index + found.length;
        if (at > end) end = text.length - this.#begunIn(text.slice(at));
      }
      yield Buffer.from(shown + text.slice(at, end), 'latin1');
      kept = text.slice(end);
    }
    if (kept !== '') yield Buffer.from(kept.replace(this.#anyInBytes, mask), 'latin1');
  }

  /** How many characters at the end of a text may be the beginning of a secret. */
  #begunIn(text: string): number {
    return Math.max(...this.#inBytes.map((form) => begunIn(text, form)));
  }
}

/**
 * What is masked: secrets, what is made of them (`{user:password}`), and whole values with a short secret, which is masked
 * with what surrounds it. `plain` settings are known to the package.
 */
export function secretsOf(inject: readonly Injection[], secrets: Texts, plain: Texts): readonly string[] {
  const isHidden = (name: string) => Object.hasOwn(secrets, name) && !Object.hasOwn(plain, name);
  const values = { ...plain, ...secrets };
  const single = Object.entries(secrets).flatMap(([name, secret]) => (isHidden(name) ? [secret] : []));
  const holdsSecret = (text: string) => [...text.matchAll(/[a-z0-9_]+/g)].some(([name]) => isHidden(name));
  const used = inject.map(({ value }) => value).filter((value) => (value.match(placeholders) ?? []).some(holdsSecret));
  const isShort = (value: string) =>
    settingsIn(value).some((name) => isHidden(name) && (secrets[name] ?? '').length < leastMasked);
  const whole = used.filter(isShort);
  const parts = used.flatMap((value) => (value.match(placeholders) ?? []).filter(holdsSecret));
  return [...single, ...[...parts, ...whole].map((text) => filled(text, values))];
}

function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const json = JSON.stringify(secret).slice(1, -1);
  const percent = encodeURIComponent(secret.toWellFormed());
  return [
    ...[secret, json, json.replaceAll('/', '\\/'), percent, percent.toLowerCase()],
    ...[new URLSearchParams([['', secret]]).toString().slice(1), bytes.toString('base64'), bytes.toString('hex')],
    bytes.toString('base64url'),
  ];
}

/** Longer ones first: they may hold others. */
function anyOf(forms: readonly string[]): RegExp {
  const sorted = [...new Set(forms)].toSorted((a, b) => b.length - a.length);
  return new RegExp(sorted.length === 0 ? '(?!)' : sorted.map(escaped).join('|'), 'g');
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** How many characters at the end of a text are the beginning of another one. */
function begunIn(text: string, form: string): number {
  for (let length = Math.min(form.length - 1, text.length); length > 0; length -= 1)
    if (text.endsWith(form.slice(0, length))) return length;
  return 0;
}
