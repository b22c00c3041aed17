import { comparable, type FileValue, isNumeric } from '#engine';
import { checkFileKey, fileSize, fileText, type ItemKind } from './filter.ts';

type Key = string | number | bigint;

/** A sorted copy; items that are equal keep their order in both directions. */
export function orderItems(
  items: readonly unknown[],
  kind: ItemKind,
  { key, isDescending }: { readonly key: string; readonly isDescending: boolean },
): readonly unknown[] {
  if (kind === 'file') checkFileKey(key);
  const keyed = items.map((item) => ({ item, key: keyOf(item, kind, key) }));
  const sign = isDescending ? -1 : 1;
  return keyed.sort((left, right) => sign * compare(left.key, right.key)).map(({ item }) => item);
}

function keyOf(item: unknown, kind: ItemKind, key: string): Key {
  if (kind === 'file') return key === 'size' ? fileSize(item as FileValue) : fileText(item as FileValue, key);
  if (isNumeric(item)) return comparable(item);
  return typeof item === 'boolean' ? Number(item) : String(item);
}

function compare(left: Key, right: Key): number {
  if (typeof left === 'string' && typeof right === 'string') return compareText(left, right);
  return left < right ? -1 : left > right ? 1 : 0;
}

/** By code points: code units would put characters beyond the basic plane before some of it. */
function compareText(left: string, right: string): number {
  if (left === right) return 0;
  let at = 0;
  while (left.charCodeAt(at) === right.charCodeAt(at)) at += 1;
  const [a, b] = [left.charCodeAt(at), right.charCodeAt(at)];
  if (Number.isNaN(a) || Number.isNaN(b)) return Number.isNaN(a) ? -1 : 1;
  const isSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdfff;
  if (isSurrogate(a) !== isSurrogate(b)) return isSurrogate(a) ? 1 : -1;
  return a - b;
}
