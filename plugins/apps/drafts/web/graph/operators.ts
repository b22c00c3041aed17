const texts = [
  ...['contains', 'not contains', 'start with', 'end with', 'is', 'is not'],
  ...['empty', 'not empty', 'in', 'not in'],
];
const numbers = ['=', '≠', '>', '<', '≥', '≤', 'empty', 'not empty'];
const lists = ['contains', 'not contains', 'all of', 'empty', 'not empty'];
const others = ['exists', 'not exists', 'null', 'not null', 'empty', 'not empty'];

/** Operators that compare with nothing. */
export const comparesNothing: ReadonlySet<string> = new Set([
  ...['empty', 'not empty', 'exists', 'not exists', 'null', 'not null'],
]);
/** Operators that compare with several values. */
export const comparesSeveral: ReadonlySet<string> = new Set(['in', 'not in', 'all of']);

/** Comparisons that values of a type have; the first is what a condition begins with. */
export function operatorsFor(type: string): readonly string[] {
  if (type === 'number' || type === 'integer' || type === 'float') return numbers;
  if (type === 'boolean') return ['is', 'is not'];
  if (type.startsWith('array')) return lists;
  if (type === 'object' || type === 'file') return others;
  return type === 'any' ? [...new Set([...texts, ...numbers, ...lists, ...others])] : texts;
}
