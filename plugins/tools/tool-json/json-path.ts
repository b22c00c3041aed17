/**
 * JSONPath, as far as documents use it: names (`a.b`, `['a']`), places (`[0]`, `[-1]`), slices (`[1:3]`), `*` and `..`.
 * `$` in front may be left out. Filters and functions are none of it.
 */
import { Float } from '#engine';

type Step =
  | { readonly kind: 'name'; readonly names: readonly string[] }
  | { readonly kind: 'place'; readonly place: number }
  | { readonly kind: 'slice'; readonly from: number; readonly to: number; readonly by: number }
  | { readonly kind: 'all' }
  | { readonly kind: 'below' };

/** Values that one search may come to: `..` more than once multiplies them. */
const mostValues = 100_000;
const quoted = String.raw`'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"`;
const tokens: readonly (readonly [RegExp, (found: RegExpExecArray) => readonly Step[]])[] = [
  [/\$(?=[.[]|$)/y, () => []],
  [/\.\.(?=\[)/y, () => [{ kind: 'below' }]],
  [/\.\.(?=[^.[])/y, () => [{ kind: 'below' }]],
  [/\.(?=[^.[])/y, () => []],
  [/\[\s*\*\s*\]|\*/y, () => [{ kind: 'all' }]],
  [/\[\s*(-?\d{1,9})\s*\]/y, (found) => [{ kind: 'place', place: Number(found[1]) }]],
  [
    /\[\s*(-?\d{1,9})?\s*:\s*(-?\d{1,9})?\s*(?::\s*(\d{1,9})?\s*)?\]/y,
    ([, from = '0', to = 'Infinity', by = '1']) => [
      { kind: 'slice', from: Number(from), to: Number(to), by: Math.max(1, Number(by)) },
    ],
  ],
  [
    new RegExp(String.raw`\[\s*((?:${quoted})(?:\s*,\s*(?:${quoted}))*)\s*\]`, 'y'),
    ([, list = '']) => [
      { kind: 'name', names: [...list.matchAll(new RegExp(quoted, 'g'))].map(([name]) => bare(name)) },
    ],
  ],
  [new RegExp(quoted, 'y'), ([name]) => [{ kind: 'name', names: [bare(name)] }]],
  [/[^\s.[\]'"`$*@?(),:]+/y, ([name]) => [{ kind: 'name', names: [name] }]],
];

/** The values at a path, in the order of the text. Throws a SyntaxError with what is wrong with the path. */
export function valuesAt(path: string, root: unknown): unknown[] {
  let values: unknown[] = [root];
  for (const step of readPath(path.trim())) {
    const next: unknown[] = [];
    for (const value of values) {
      for (const found of taken(step, value)) {
        if (next.push(found) > mostValues) throw new SyntaxError(`the path leads to more than ${mostValues} values`);
      }
    }
    values = next;
  }
  return values;
}

function readPath(path: string): Step[] {
  const steps: Step[] = [];
  let at = 0;
  while (at < path.length) {
    const [end, read] = nextToken(path, at);
    steps.push(...read);
    at = end;
  }
  return steps;
}

function nextToken(path: string, at: number): readonly [number, readonly Step[]] {
  for (const [pattern, read] of tokens) {
    pattern.lastIndex = at;
    const found = pattern.exec(path);
    if (found !== null) return [pattern.lastIndex, read(found)];
  }
  throw new SyntaxError(`the path can not be read from '${path.slice(at, at + 30)}' on`);
}

function bare(name: string): string {
  return name.slice(1, -1).replaceAll(/\\(.)/g, '$1');
}

function taken(step: Step, value: unknown): Iterable<unknown> {
  switch (step.kind) {
    case 'name':
      return isObject(value) ? step.names.filter((name) => Object.hasOwn(value, name)).map((name) => value[name]) : [];
    case 'place':
      return Array.isArray(value) && value.at(step.place) !== undefined ? [value.at(step.place)] : [];
    case 'slice':
      return Array.isArray(value) ? sliced(value, step) : [];
    case 'all':
      return childrenOf(value);
    case 'below':
      return withAllBelow(value);
  }
}

function sliced(list: readonly unknown[], { from, to, by }: Extract<Step, { kind: 'slice' }>): unknown[] {
  return list.slice(from, to).filter((_item, index) => index % by === 0);
}

function* withAllBelow(root: unknown): Generator<unknown> {
  const waiting = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    yield value;
    for (const child of childrenOf(value).toReversed()) waiting.push(child);
  }
}

function childrenOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return isObject(value) ? Object.values(value) : [];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Float);
}
