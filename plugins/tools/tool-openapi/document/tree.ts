import { isMapping } from '#engine';

/** An object of a document as it was read. Documents come from anywhere: only own properties are looked at. */
export type Mapping = Readonly<Record<string, unknown>>;

export const noMapping: Mapping = Object.freeze({});

/** The own property; undefined for what every object inherits. */
export function valueAt(owner: unknown, key: string): unknown {
  return isMapping(owner) && Object.hasOwn(owner, key) ? (owner as Mapping)[key] : undefined;
}

export function mappingAt(owner: unknown, key: string): Mapping {
  const value = valueAt(owner, key);
  return isMapping(value) ? value : noMapping;
}

export function listAt(owner: unknown, key: string): readonly unknown[] {
  const value = valueAt(owner, key);
  return Array.isArray(value) ? value : [];
}

/** Texts; numbers count as what they look like (`version: 1.0`). */
export function textAt(owner: unknown, key: string): string {
  const value = valueAt(owner, key);
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : '';
}

/** Without control characters and halves of characters, which a database refuses; line breaks stay. */
export function plainText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is taken out
  return text.toWellFormed().replace(/[\x00-\x08\x0b-\x1f\x7f]/g, '');
}

/** Plain text, cut to a length. */
export function cut(text: string, length: number): string {
  const plain = plainText(text.slice(0, 4 * length)).trim();
  return plain.length > length ? `${plain.slice(0, length - 1).toWellFormed()}…` : plain;
}
