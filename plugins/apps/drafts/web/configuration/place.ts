import {
  type DocumentOperation,
  isMapping,
  isSame,
  type Mapping,
  type Path,
  valueAt,
} from '#plugins/drafts/web/document/operations.ts';

/** Writes one place, with the mappings that are missing on the way; undefined removes it. Nothing where it is so already. */
export function putAt(tree: Mapping, path: Path, value: unknown): readonly DocumentOperation[] {
  const before = valueAt(tree, path);
  if (isSame(before, value)) return [];
  if (value === undefined) return [{ path, remove: true }];
  let depth = 0;
  while (depth < path.length - 1 && isOwner(valueAt(tree, path.slice(0, depth + 1)))) depth++;
  const missing = path.slice(depth + 1).reduceRight<unknown>((inner, key) => ({ [String(key)]: inner }), value);
  return [{ path: path.slice(0, depth + 1), set: missing }];
}

/** Makes a place hold a value by its smallest changes: what is the same on both sides is not written. */
export function putChanges(tree: Mapping, path: Path, value: unknown): readonly DocumentOperation[] {
  const before = valueAt(tree, path);
  if (!isMapping(before) || !isMapping(value)) return putAt(tree, path, value);
  const keys = [...new Set([...Object.keys(before), ...Object.keys(value)])];
  return keys.flatMap((key) => putChanges(tree, [...path, key], value[key]));
}

/** Adds a member to a list, which may be missing. */
export function addTo(tree: Mapping, path: Path, member: unknown): readonly DocumentOperation[] {
  return Array.isArray(valueAt(tree, path)) ? [{ path: [...path, '-'], insert: member }] : putAt(tree, path, [member]);
}

/** Moves a member of a list to the place of its neighbour. */
export function move(tree: Mapping, path: Path, from: number, to: number): readonly DocumentOperation[] {
  const items = valueAt(tree, path);
  const isThere = (at: number) => Array.isArray(items) && at >= 0 && at < items.length;
  if (!Array.isArray(items) || !isThere(from) || !isThere(to)) return [];
  const inserted = to === items.length - 1 ? '-' : to;
  return [
    { path: [...path, from], remove: true },
    { path: [...path, inserted], insert: items[from] },
  ];
}

function isOwner(value: unknown): boolean {
  return isMapping(value) || Array.isArray(value);
}
