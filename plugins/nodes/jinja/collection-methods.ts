import { isInteger } from '#engine';
import type { Arguments } from './arguments.ts';
import { arrangeBy } from './ordering.ts';
import type { Run } from './run.ts';
import { TemplateError } from './template-error.ts';
import {
  compare,
  type Dict,
  dictEntries,
  dictGet,
  dictHas,
  equalTo,
  isDict,
  isTrue,
  iterate,
  keyOf,
  listOf,
  repr,
  Tuple,
  typeName,
  View,
} from './values.ts';

type ListMethod = (list: unknown[], args: Arguments, run: Run) => unknown;
type DictMethod = (dict: Dict, args: Arguments, run: Run) => unknown;

/** Methods that change their value: a template that names one works on a copy of its inputs. */
export const mutatingMethods: ReadonlySet<string> = new Set([
  'append',
  'extend',
  'insert',
  'pop',
  'popitem',
  'remove',
  'clear',
  'reverse',
  'sort',
  'update',
  'setdefault',
]);

function indexOf(value: unknown, fallback: number): number {
  if (value === undefined) return fallback;
  if (isInteger(value)) return Number(value);
  throw new TemplateError(`'${typeName(value)}' object cannot be interpreted as an integer`);
}

const listMethods: ReadonlyMap<string, ListMethod> = new Map<string, ListMethod>([
  ['append', (list, args) => void list.push(args.take('append', ['object'])[0] ?? null)],
  [
    'extend',
    (list, args, run) => {
      const items = iterate(args.take('extend', ['iterable'])[0]);
      run.charge(items.length);
      for (const item of [...items]) list.push(item);
    },
  ],
  [
    'insert',
    (list, args, run) => {
      run.charge(list.length >> 4);
      const [index, item] = args.take('insert', ['index', 'object']);
      list.splice(indexOf(index, 0), 0, item);
    },
  ],
  [
    'pop',
    (list, args, run) => {
      const index = indexOf(args.take('pop', ['index'])[0], -1);
      const at = index < 0 ? list.length + index : index;
      if (at < 0 || at >= list.length) throw new TemplateError('pop index out of range');
      run.charge((list.length - at) >> 4);
      return list.splice(at, 1)[0];
    },
  ],
  [
    'remove',
    (list, args, run) => {
      run.charge(list.length);
      const [item] = args.take('remove', ['value']);
      const index = list.findIndex(equalTo(item));
      if (index < 0) throw new TemplateError('list.remove(x): x not in list');
      list.splice(index, 1);
    },
  ],
  ['clear', (list) => void list.splice(0)],
  ['reverse', (list) => void list.reverse()],
  [
    'sort',
    (list, args, run) => {
      const [reverse] = args.take('sort', ['reverse']);
      const sorted = arrangeBy(list, (item) => item, { run, isReversed: isTrue(reverse), order: compare });
      list.splice(0, list.length, ...sorted);
    },
  ],
  ['copy', (list) => [...list]],
  [
    'index',
    (list, args, run) => {
      run.charge(list.length);
      const [item, start, stop] = args.take('index', ['value', 'start', 'stop']);
      const from = (bound: unknown, fallback: number) => {
        const at = indexOf(bound, fallback);
        return at < 0 ? Math.max(0, at + list.length) : at;
      };
      const [first, end] = [from(start, 0), from(stop, list.length)];
      const isSame = equalTo(item);
      const index = list.findIndex((other, at) => at >= first && at < end && isSame(other));
      if (index < 0) throw new TemplateError(`${repr(item)} is not in list`);
      return index;
    },
  ],
  [
    'count',
    (list, args, run) => {
      run.charge(list.length);
      const [item] = args.take('count', ['value']);
      return list.filter(equalTo(item)).length;
    },
  ],
]);

function view(name: string, dict: Dict, pick: (entry: readonly [unknown, unknown]) => unknown): View {
  return new View(`dict_${name}`, dictEntries(dict).map(pick));
}

const dictMethods: ReadonlyMap<string, DictMethod> = new Map<string, DictMethod>([
  ['items', (dict) => view('items', dict, (entry) => new Tuple(entry))],
  ['keys', (dict) => view('keys', dict, ([key]) => key)],
  ['values', (dict) => view('values', dict, ([, value]) => value)],
  [
    'get',
    (dict, args) => {
      const [key, fallback] = args.take('get', ['key', 'default']);
      return dictHas(dict, key) ? dictGet(dict, key) : (fallback ?? null);
    },
  ],
  ['copy', (dict) => new Map(dictEntries(dict))],
  [
    'pop',
    (dict, args) => {
      const [key, fallback] = args.take('pop', ['key', 'default']);
      if (!dictHas(dict, key)) {
        if (args.positional.length + args.named.size > 1) return fallback;
        throw new TemplateError(repr(key));
      }
      const value = dictGet(dict, key);
      writable(dict).delete(keyOf(key));
      return value;
    },
  ],
  [
    'update',
    (dict, args, run) => {
      const target = writable(dict);
      for (const other of args.positional) {
        const added = isDict(other) ? dictEntries(other) : listOf(other)?.map(pairOf);
        if (added === undefined) throw new TemplateError(`cannot update a dict with '${typeName(other)}'`);
        run.charge(added.length);
        for (const [key, value] of added) target.set(keyOf(key), value);
      }
      for (const [key, value] of args.named) target.set(key, value);
    },
  ],
  [
    'setdefault',
    (dict, args) => {
      const [key, fallback] = args.take('setdefault', ['key', 'default']);
      if (!dictHas(dict, key)) writable(dict).set(keyOf(key), fallback ?? null);
      return dictGet(dict, key);
    },
  ],
  [
    'popitem',
    (dict) => {
      const last = dictEntries(dict).at(-1);
      if (last === undefined) throw new TemplateError("'popitem(): dictionary is empty'");
      writable(dict).delete(last[0]);
      return new Tuple(last);
    },
  ],
  [
    'fromkeys',
    (_dict, args, run) => {
      const [keys, value = null] = args.take('fromkeys', ['iterable', 'value']);
      const all = iterate(keys);
      run.charge(all.length);
      return new Map(all.map((key) => [keyOf(key), value] as const));
    },
  ],
  ['clear', (dict) => writable(dict).clear()],
]);

function pairOf(pair: unknown): readonly [unknown, unknown] {
  const [key, value, ...rest] = iterate(pair);
  if (value === undefined || rest.length > 0) {
    throw new TemplateError('a dict is updated with a dict or with pairs of a key and a value');
  }
  return [key, value];
}

/** Templates that change dicts work on copies, which are Maps. */
function writable(dict: Dict): Map<unknown, unknown> {
  if (dict instanceof Map) return dict;
  throw new TemplateError('this dict can only be read');
}

export function listMethod(name: string): ListMethod | undefined {
  return listMethods.get(name);
}

export function dictMethod(name: string): DictMethod | undefined {
  return dictMethods.get(name);
}

/** A deep copy whose lists may be changed and whose dicts are Maps. */
export function mutableCopy(value: unknown, run: Run, depth = 0): unknown {
  if (depth > 100) throw new TemplateError('the variables are nested too deeply');
  if (Array.isArray(value)) {
    run.charge(value.length >> 3);
    return value.map((item) => mutableCopy(item, run, depth + 1));
  }
  if (!isDict(value)) return value;
  return new Map(dictEntries(value).map(([key, item]) => [key, mutableCopy(item, run, depth + 1)] as const));
}
