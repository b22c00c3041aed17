/** How two values of documents differ, field by field. */
import type { FieldChange } from '#engine';
import { isMapping, toJson } from '#engine/run/values/value.ts';
import { type Mapping, plainJson, textOf, valueAt } from './tree.ts';

/** Keys by which entries of lists are told apart, the first that fits. */
const names = ['id', 'case_id', 'variable', 'key', 'name', 'tool_name'];

/** What differs; `path` is where the values stand. The order of keys is none. */
export function compareValues(before: unknown, after: unknown, path = ''): FieldChange[] {
  if (before === undefined && after === undefined) return [];
  if (before === undefined) return [{ path, change: 'added', after: plainJson(after) }];
  if (after === undefined) return [{ path, change: 'removed', before: plainJson(before) }];
  if (isMapping(before) && isMapping(after)) return compareMappings(before, after, path);
  if (Array.isArray(before) && Array.isArray(after)) return compareLists(before, after, path);
  if (sameText(before, after)) return [];
  return [{ path, change: 'changed', before: plainJson(before), after: plainJson(after) }];
}

function compareMappings(before: Mapping, after: Mapping, path: string): FieldChange[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) =>
    compareValues(valueAt(before, key), valueAt(after, key), path === '' ? key : `${path}.${key}`),
  );
}

function compareLists(before: readonly unknown[], after: readonly unknown[], path: string): FieldChange[] {
  const old = byName(before);
  const young = byName(after);
  if (old !== null && young !== null && old.key === young.key) {
    const entries = [...new Set([...old.entries.keys(), ...young.entries.keys()])];
    const changes = entries.flatMap((name) =>
      compareValues(old.entries.get(name), young.entries.get(name), `${path}[${name}]`),
    );
    const kept = [...old.entries.keys()].filter((name) => young.entries.has(name));
    const order = [...young.entries.keys()].filter((name) => old.entries.has(name));
    if (sameText(kept, order)) return changes;
    return [...changes, { path: `${path}[order]`, change: 'changed', before: kept, after: order }];
  }
  if (before.every(isScalar) && after.every(isScalar)) {
    if (sameText(before, after)) return [];
    return [{ path, change: 'changed', before: plainJson(before), after: plainJson(after) }];
  }
  const length = Math.max(before.length, after.length);
  return Array.from({ length }, (_, index) => compareValues(before[index], after[index], `${path}[${index}]`)).flat();
}

/** The entries of a list by what names them; null for a list whose entries have no names of their own. */
function byName(list: readonly unknown[]): { key: string; entries: Map<string, unknown> } | null {
  for (const key of names) {
    const entries = new Map<string, unknown>();
    for (const entry of list) {
      const name = textOf(valueAt(entry, key));
      if (name !== undefined && name !== '') entries.set(name, entry);
    }
    if (list.length > 0 && entries.size === list.length) return { key, entries };
  }
  return null;
}

function isScalar(value: unknown): boolean {
  return textOf(value) !== undefined || value === null;
}

function sameText(before: unknown, after: unknown): boolean {
  return Object.is(before, after) || toJson(before) === toJson(after);
}
