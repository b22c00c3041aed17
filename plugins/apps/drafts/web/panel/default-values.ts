import { isMapping, type Mapping } from '#plugins/drafts/web/document/operations.ts';
import { list } from '#plugins/drafts/web/fields/values.ts';
import type { Variable } from '#plugins/drafts/web/graph/variables.ts';

/** An output of a node that a value may stand in for. */
export interface Output {
  readonly name: string;
  /** As documents name types here: `string`, `number`, `boolean`, `object`, `array[…]`. */
  readonly type: string;
}

/** The outputs of a node by their own names, with types that values can be written for. */
export function outputsOf(variables: readonly Variable[]): readonly Output[] {
  return variables.flatMap(({ selector, type }) => {
    const [, name] = selector;
    if (selector.length !== 2 || name === undefined || /file/.test(type)) return [];
    return [{ name, type: type === 'integer' ? 'number' : type === 'any' ? 'string' : type }];
  });
}

/** A value to begin with: JSON values of objects and lists stand as text. */
export function firstDefault({ name, type }: Output): Mapping {
  const value =
    type === 'number'
      ? 0
      : type === 'boolean'
        ? false
        : type === 'object'
          ? '{}'
          : type.startsWith('array')
            ? '[]'
            : '';
  return { key: name, type, value };
}

/** What `default_value` says of an output; the last one counts. */
export function defaultOf(values: unknown, name: string): Mapping | undefined {
  return list(values)
    .filter(isMapping)
    .findLast((entry) => entry.key === name);
}

/** Sets what stands in for an output, or takes it away; everything else stays as it is and where it is. */
export function withDefault(values: unknown, name: string, entry: Mapping | undefined): readonly unknown[] {
  const entries = list(values);
  const isIt = (each: unknown) => isMapping(each) && each.key === name;
  if (entry === undefined) return entries.filter((each) => !isIt(each));
  const at = entries.findLastIndex(isIt);
  return at < 0 ? [...entries, entry] : entries.with(at, entry);
}

/** Entries of outputs that the node does not have. */
export function otherDefaults(values: unknown, outputs: readonly Output[]): readonly Mapping[] {
  return list(values)
    .filter(isMapping)
    .filter(({ key }) => !outputs.some(({ name }) => name === key));
}

/** Whether a text is JSON of a type; numbers may be written as text, too. */
export function isOfType(type: string, value: unknown): boolean {
  if (type === 'string') return typeof value === 'string';
  if (typeof value !== 'string') return true;
  try {
    const read = JSON.parse(value) as unknown;
    if (type === 'number') return typeof read === 'number';
    if (type === 'object') return read === null || isMapping(read);
    return !type.startsWith('array') || read === null || Array.isArray(read);
  } catch {
    return false;
  }
}
