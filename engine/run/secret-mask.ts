import { toJson } from './value.ts';
import { checkSize } from './value-size.ts';

const mask = '***';

/** Keeps secret environment values out of traces. Costs nothing in a run without secrets. */
export class SecretMask {
  readonly #secrets: readonly string[];
  /** As they appear inside JSON text. */
  readonly #encoded: readonly string[];

  constructor(secrets: Iterable<string>) {
    // The longest first: a secret may be part of another one.
    this.#secrets = [...new Set(secrets)].filter((secret) => secret !== '').toSorted((a, b) => b.length - a.length);
    this.#encoded = this.#secrets.map((secret) => JSON.stringify(secret).slice(1, -1));
  }

  /**
   * JSON text of a value with secrets replaced. Only a text that shows a secret is written twice. Throws
   * `ValueTooLargeError`.
   */
  json(value: unknown): string {
    checkSize(value, 'What the node records');
    const text = toJson(value);
    if (!this.#encoded.some((secret) => text.includes(secret))) return text;
    return toJson(this.#masked(value));
  }

  text(text: string): string {
    let result = text;
    for (const secret of this.#secrets) result = result.replaceAll(secret, mask);
    return result;
  }

  /** Strings and keys are masked, numbers are not: a secret is a text. */
  #masked(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return value.map((item) => this.#masked(item));
    if (typeof value !== 'object' || value === null || 'toJSON' in value) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [this.text(key), this.#masked(item)]));
  }
}
