import {
  type DocumentOperation,
  isMapping,
  type Mapping,
  type Path,
  valueAt,
} from '#plugins/drafts/web/document/operations.ts';
import { keysOf } from './read-graph.ts';

/** Writes a setting below a place, with the mappings that are missing on the way; undefined removes it. */
export function writeSetting(tree: Mapping, base: Path, path: string, value: unknown): readonly DocumentOperation[] {
  const keys = keysOf(path);
  let depth = 0;
  while (depth < keys.length - 1 && isMapping(valueAt(tree, [...base, ...keys.slice(0, depth + 1)]))) depth++;
  const at = [...base, ...keys.slice(0, depth + 1)];
  if (value === undefined) return depth === keys.length - 1 ? [{ path: at, remove: true }] : [];
  const missing = keys.slice(depth + 1).reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
  return [{ path: keys.length === 0 ? base : at, set: missing }];
}

/** The same in a value that is written as a whole: an item of a list. */
export function withSetting(settings: unknown, path: string, value: unknown): unknown {
  const [key, ...rest] = keysOf(path);
  if (key === undefined) return value;
  const owner = isMapping(settings) ? settings : {};
  const next = rest.length === 0 ? value : withSetting(owner[key], rest.join('.'), value);
  if (next !== undefined) return { ...owner, [key]: next };
  const { [key]: _, ...others } = owner;
  return others;
}
