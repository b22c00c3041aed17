import { isMapping } from '#plugins/drafts/web/document/operations.ts';

export const valueKinds = ['string', 'number', 'boolean', 'object', 'array', 'null'] as const;
/** What a value of JSON is. */
export type ValueKind = (typeof valueKinds)[number];

export function kindOf(value: unknown): ValueKind {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'array';
  if (isMapping(value)) return 'object';
  return typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : 'string';
}

/** The first value of a kind; what was there before is kept where it can be read as one. */
export function emptyOf(kind: ValueKind, before?: unknown): unknown {
  switch (kind) {
    case 'object':
      return isMapping(before) ? before : {};
    case 'array':
      return Array.isArray(before) ? before : [];
    case 'number': {
      const read = typeof before === 'string' && before.trim() !== '' ? Number(before) : 0;
      return Number.isFinite(read) ? read : 0;
    }
    case 'boolean':
      return before === 'true' || before === 1;
    case 'null':
      return null;
    default:
      return typeof before === 'number' || typeof before === 'boolean' ? String(before) : '';
  }
}

/** What `array[number]` is a list of; undefined: anything. */
export function itemTypeOf(type: string): ValueKind | undefined {
  const inner = /^array\[(.+)\]$/.exec(type)?.[1];
  return valueKinds.find((kind) => kind === inner);
}

/** A name that none has. */
export function freeKey(taken: readonly string[]): string {
  let count = taken.length + 1;
  while (taken.includes(`key_${count}`)) count += 1;
  return `key_${count}`;
}

export function keyProblem(taken: readonly string[], own: string, typed: string): 'empty' | 'taken' | null {
  if (typed === '') return 'empty';
  return typed !== own && taken.includes(typed) ? 'taken' : null;
}

/** The mapping with another name for one of its keys; keys stay in their order. */
export function withKey(value: unknown, key: string, name: string): unknown {
  return Object.fromEntries(
    Object.entries(isMapping(value) ? value : {}).map(([each, held]) => [each === key ? name : each, held]),
  );
}

/** What somebody typed in place of a member of a list: a number stays one where it can be read as one. */
export function likeBefore(typed: string, before: unknown): unknown {
  const read = Number(typed);
  return typeof before === 'number' && typed.trim() !== '' && Number.isFinite(read) ? read : typed;
}
