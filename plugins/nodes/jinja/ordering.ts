import type { Run } from './run.ts';
import { chargeValue, compare } from './values.ts';

interface Arrangement {
  readonly run: Run;
  readonly isReversed?: boolean;
  readonly order?: (left: unknown, right: unknown) => number;
}

/** A stable sort by a key. Reversed, equal items keep their order, as in Python. */
export function arrangeBy<Item>(
  items: readonly Item[],
  key: (item: Item) => unknown,
  { run, isReversed = false, order = compare }: Arrangement,
): Item[] {
  run.charge(items.length * Math.max(1, Math.ceil(Math.log2(items.length + 1) / 4)));
  const keyed = items.map((item) => ({ item, key: key(item) }));
  keyed.sort((left, right) => {
    chargeValue(run, left.key);
    return isReversed ? order(right.key, left.key) : order(left.key, right.key);
  });
  return keyed.map(({ item }) => item);
}

/** Texts compare without case unless asked. */
export function foldCase(value: unknown, isCaseSensitive: boolean, run: Run): unknown {
  if (typeof value !== 'string' || isCaseSensitive) return value;
  chargeValue(run, value);
  return value.toLowerCase();
}
