import { isInteger } from '#engine';
import type { Arguments } from './arguments.ts';
import { getPath } from './attributes.ts';
import type { Filter } from './filters.ts';
import { binaryOperators } from './operators.ts';
import { arrangeBy, foldCase } from './ordering.ts';
import type { Run } from './run.ts';
import { TemplateError } from './template-error.ts';
import { testOf } from './tests.ts';
import { chargeValue, compare, equals, isTrue, iterate, Tuple, textOf, Visits } from './values.ts';

function count(value: unknown, name: string): number {
  if (isInteger(value) && value > 0) return Number(value);
  throw new TemplateError(`${name}() needs a count above zero`);
}

function walk(value: unknown, run: Run): readonly unknown[] {
  const items = iterate(value);
  run.charge(items.length);
  return items;
}

/** What an `attribute=` argument picks of an item; without one, the item. */
function picker(attribute: unknown, fallback?: unknown): (item: unknown) => unknown {
  if (attribute === undefined || attribute === null) return (item) => item;
  return (item) => getPath(item, attribute) ?? fallback;
}

const sort: Filter = (value, args, run) => {
  const [reverse, caseSensitive, attribute] = args.take('sort', ['reverse', 'case_sensitive', 'attribute']);
  const picks = textOf(attribute ?? '')
    .split(',')
    .filter((name) => name !== '');
  const fold = (item: unknown): unknown => foldCase(item, isTrue(caseSensitive), run);
  const key = (item: unknown): unknown => {
    if (isInteger(attribute)) return fold(getPath(item, attribute));
    return picks.length === 0 ? fold(item) : new Tuple(picks.map((name) => fold(getPath(item, name))));
  };
  return arrangeBy(walk(value, run), key, { run, isReversed: isTrue(reverse) });
};

const extreme =
  (name: string, sign: 1 | -1): Filter =>
  (value, args, run) => {
    const [caseSensitive, attribute] = args.take(name, ['case_sensitive', 'attribute']);
    const pick = picker(attribute);
    const key = (item: unknown): unknown => foldCase(pick(item), isTrue(caseSensitive), run);
    const [first, ...rest] = walk(value, run);
    return rest.reduce((best, item) => (compare(key(item), key(best)) * sign > 0 ? item : best), first);
  };

const sum: Filter = (value, args, run) => {
  const [attribute, start = 0] = args.take('sum', ['attribute', 'start']);
  const pick = picker(attribute);
  return walk(value, run).reduce((total, item) => binaryOperators['+'](total, pick(item), run), start);
};

const unique: Filter = (value, args, run) => {
  const [caseSensitive, attribute] = args.take('unique', ['case_sensitive', 'attribute']);
  const pick = picker(attribute);
  const key = (item: unknown): unknown => foldCase(pick(item), isTrue(caseSensitive), run);
  const simple = new Set<unknown>();
  const others: unknown[] = [];
  const visits = new Visits();
  return walk(value, run).filter((item) => {
    const candidate = key(item);
    if (typeof candidate === 'string') return simple.has(candidate) ? false : simple.add(candidate) !== undefined;
    run.charge(others.length >> 3);
    if (others.some((other) => equals(other, candidate, 0, visits))) return false;
    others.push(candidate);
    return true;
  });
};

const groupBy: Filter = (value, args, run) => {
  const [attribute, fallback, caseSensitive] = args.take('groupby', ['attribute', 'default', 'case_sensitive']);
  const pick = picker(attribute, fallback);
  const key = (item: unknown): unknown => foldCase(pick(item), isTrue(caseSensitive), run);
  const groups: { key: unknown; grouper: unknown; list: unknown[] }[] = [];
  for (const item of arrangeBy(walk(value, run), key, { run })) {
    const last = groups.at(-1);
    if (last !== undefined && equals(last.key, key(item))) last.list.push(item);
    else groups.push({ key: key(item), grouper: pick(item), list: [item] });
  }
  return groups.map(({ grouper, list }) => new Tuple([grouper, list], ['grouper', 'list']));
};

const batch: Filter = (value, args, run) => {
  const [lineCount, fill] = args.take('batch', ['linecount', 'fill_with']);
  const size = count(lineCount, 'batch');
  const items = walk(value, run);
  const rows: unknown[][] = [];
  for (let at = 0; at < items.length; at += size) rows.push([...items.slice(at, at + size)]);
  const last = rows.at(-1);
  if (fill !== undefined && fill !== null && last !== undefined) {
    run.charge(size);
    while (last.length < size) last.push(fill);
  }
  return rows;
};

const slice: Filter = (value, args, run) => {
  const [slices, fill] = args.take('slice', ['slices', 'fill_with']);
  const columns = count(slices, 'slice');
  run.charge(columns);
  const items = walk(value, run);
  const per = Math.floor(items.length / columns);
  const longer = items.length % columns;
  let at = 0;
  return Array.from({ length: columns }, (_, index) => {
    const size = per + (index < longer ? 1 : 0);
    const column = [...items.slice(at, at + size)];
    at += size;
    if (fill !== undefined && fill !== null && index >= longer && longer > 0) column.push(fill);
    return column;
  });
};

const reverse: Filter = (value, _args, run) =>
  typeof value === 'string' ? [...value].reverse().join('') : [...walk(value, run)].reverse();

const random: Filter = (value, _args, run) => {
  const items = walk(value, run);
  return items[Math.floor(Math.random() * items.length)];
};

/** The test of select and its kin: by name with arguments, else truth. */
function condition(args: Arguments, run: Run): (value: unknown) => boolean {
  const [name, ...rest] = args.positional;
  if (name === undefined) return isTrue;
  const test = testOf(textOf(name));
  return (value) => {
    chargeValue(run, value);
    return test(value, rest, run);
  };
}

const choose =
  (wanted: boolean): Filter =>
  (value, args, run) => {
    const holds = condition(args, run);
    return walk(value, run).filter((item) => holds(item) === wanted);
  };

const chooseByAttribute =
  (wanted: boolean): Filter =>
  (value, args, run) => {
    if (args.positional.length === 0) throw new TemplateError('Missing parameter for attribute name');
    const pick = picker(args.positional[0]);
    const holds = condition(args.skip(1), run);
    return walk(value, run).filter((item) => holds(pick(item)) === wanted);
  };

/** `map` applies another filter by name, so the registry is handed in. */
export function listFilters(filterOf: (name: string) => Filter): readonly (readonly [string, Filter])[] {
  const map: Filter = (value, args, run) => {
    const items = walk(value, run);
    if (args.named.has('attribute')) return items.map(picker(args.named.get('attribute'), args.named.get('default')));
    const [name] = args.positional;
    if (name === undefined) throw new TemplateError('map requires a filter argument');
    const filter = filterOf(textOf(name));
    const rest = args.skip(1);
    return items.map((item) => {
      chargeValue(run, item);
      const result = filter(item, rest, run);
      chargeValue(run, result);
      return result;
    });
  };
  return [
    ['map', map],
    ['sort', sort],
    ['min', extreme('min', -1)],
    ['max', extreme('max', 1)],
    ['sum', sum],
    ['unique', unique],
    ['groupby', groupBy],
    ['batch', batch],
    ['slice', slice],
    ['reverse', reverse],
    ['random', random],
    ['first', (value) => iterate(value)[0]],
    ['last', (value) => iterate(value).at(-1)],
    ['select', choose(true)],
    ['reject', choose(false)],
    ['selectattr', chooseByAttribute(true)],
    ['rejectattr', chooseByAttribute(false)],
  ];
}
