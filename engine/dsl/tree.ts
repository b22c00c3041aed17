/** Looking into document trees: what is not of the expected kind reads as absent, nothing is inherited. */
import { Float, isMapping } from '#engine/run/values/value.ts';

export type Mapping = Readonly<Record<string, unknown>>;

/** The value under a key of a mapping; undefined when there is none (or no mapping). */
export function valueAt(owner: unknown, key: string): unknown {
  return isMapping(owner) && Object.hasOwn(owner, key) ? owner[key] : undefined;
}

export function mappingAt(owner: unknown, key: string): Mapping {
  const value = valueAt(owner, key);
  return isMapping(value) ? value : {};
}

export function listAt(owner: unknown, key: string): readonly unknown[] {
  const value = valueAt(owner, key);
  return Array.isArray(value) ? value : [];
}

/** Text of a scalar: numbers and booleans by their own text, everything else is the fallback. */
export function textAt(owner: unknown, key: string, fallback = ''): string {
  return textOf(valueAt(owner, key)) ?? fallback;
}

export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  return value instanceof Float ? String(value.value) : undefined;
}

export function textsAt(owner: unknown, key: string): string[] {
  return listAt(owner, key)
    .map(textOf)
    .filter((text) => text !== undefined);
}

/** A whole number, also written as text; undefined for everything else. */
export function integerAt(owner: unknown, key: string): number | undefined {
  const value = valueAt(owner, key);
  const number =
    value instanceof Float ? value.value : typeof value === 'string' && value.trim() ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}

/** A copy without the key. */
export function without(owner: Mapping, ...keys: readonly string[]): Mapping {
  return Object.fromEntries(Object.entries(owner).filter(([key]) => !keys.includes(key)));
}

/** The list or mapping with what `change` makes of each value in it; itself where that changes none: copies of thousands take long. */
export function withEach<Owner extends readonly unknown[] | Mapping>(
  owner: Owner,
  change: (value: unknown, key: string) => unknown,
): Owner {
  let copy: object | undefined;
  for (const key of Object.keys(owner)) {
    const old: unknown = Reflect.get(owner, key);
    const value = change(old, key);
    if (value === old) continue;
    copy ??= Array.isArray(owner) ? [...owner] : { ...owner };
    Object.defineProperty(copy, key, { value, writable: true, enumerable: true, configurable: true });
  }
  return (copy as Owner | undefined) ?? owner;
}

/** The same data as JSON readers see it: every number plain. For JSON Schema and for the wire. */
export function plainJson(value: unknown): unknown {
  if (value instanceof Float) return value.value;
  if (typeof value === 'bigint') return Number(value);
  return Array.isArray(value) || isMapping(value) ? withEach(value, plainJson) : value;
}
