import type { Secret } from './secret-mask.ts';

/** Shorter values would mask ordinary words, and are no secrets. */
const leastLength = 4;
/** Shorter pieces of base64 are ordinary words too. */
const leastBase64 = 8;

/** What secrets look like in texts: as they are, inside JSON, in addresses and forms, in base64 of any alignment. */
export class SecretForms {
  readonly #names = new Map<string, string>();
  readonly #texts = new Map<string, string>();
  readonly #pattern: RegExp;
  readonly #inJson: RegExp;
  /** The longest first: a secret may be part of another one. */
  readonly #sorted: readonly string[];
  readonly #firstUnits: ReadonlySet<number>;

  constructor(secrets: readonly Secret[]) {
    for (const { name, value } of secrets.filter((secret) => secret.value.length >= leastLength)) {
      for (const [kind, text] of formsOf(value)) {
        if (this.#names.has(text)) continue;
        const formName = kind === '' ? name : `${name}\n${kind}`;
        this.#names.set(text, formName);
        this.#texts.set(formName, text);
      }
    }
    this.#sorted = [...this.#names.keys()].toSorted((a, b) => b.length - a.length);
    this.#firstUnits = new Set(this.#sorted.map((text) => text.charCodeAt(0)));
    this.#pattern = anyOf(this.#sorted);
    this.#inJson = anyOf([...new Set(this.#sorted.map(inJson))]);
  }

  get isEmpty(): boolean {
    return this.#sorted.length === 0;
  }

  /** Whether JSON text of a value shows one. */
  areInJson(text: string): boolean {
    return !this.isEmpty && text.search(this.#inJson) !== -1;
  }

  replace(text: string, put: (form: string) => string): string {
    return this.isEmpty ? text : text.replace(this.#pattern, put);
  }

  /** The first one in a text. */
  find(text: string): { readonly index: number; readonly length: number } | null {
    const index = this.isEmpty ? -1 : text.search(this.#pattern);
    if (index === -1) return null;
    return { index, length: this.#sorted.find((form) => text.startsWith(form, index))?.length ?? 0 };
  }

  /** Where the end of a text may be the beginning of one; its length when nowhere. */
  beginsAt(text: string): number {
    const longest = this.#sorted[0]?.length ?? 0;
    for (let at = Math.max(0, text.length - longest + 1); at < text.length; at += 1) {
      if (!this.#firstUnits.has(text.charCodeAt(at))) continue;
      const end = text.slice(at);
      if (this.#sorted.some((form) => form.length > end.length && form.startsWith(end))) return at;
    }
    return text.length;
  }

  /** What stands for a form where it may not be shown. */
  nameOf(form: string): string {
    return this.#names.get(form) ?? '';
  }

  named(name: string): string | undefined {
    return this.#texts.get(name);
  }
}

function formsOf(value: string): readonly (readonly [kind: string, text: string])[] {
  const inAddress = encodeURIComponent(value.toWellFormed());
  const plain = [
    ['', value],
    ['json', inJson(value)],
    ['address', inAddress],
    ['form', inAddress.replaceAll('%20', '+')],
  ] as const;
  const base64 = [0, 1, 2].flatMap((shift) => {
    const text = base64At(value, shift);
    return [[`base64-${shift}`, text] as const, [`base64url-${shift}`, urlSafe(text)] as const];
  });
  return [...plain, ...base64.filter(([, text]) => text.length >= leastBase64)];
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** What of the base64 of a longer text only the value decides, where it begins `shift` bytes into a group of three. */
function base64At(value: string, shift: number): string {
  const bytes = Buffer.from(value);
  const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
  return text.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + bytes.length) * 8) / 6));
}

function urlSafe(base64: string): string {
  return base64.replaceAll('+', '-').replaceAll('/', '_');
}

function anyOf(texts: readonly string[]): RegExp {
  return new RegExp(texts.map((text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|'), 'g');
}
