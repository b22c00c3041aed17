import { isInteger, isNumeric } from '#engine';
import { Bytes, bytesMethod } from './bytes.ts';
import { dictMethod, listMethod, mutatingMethods } from './collection-methods.ts';
import { numberMethod } from './number-methods.ts';
import type { Run } from './run.ts';
import { stringMethod } from './string-methods.ts';
import { TemplateError } from './template-error.ts';
import {
  Callable,
  characters,
  chargeValue,
  dictGet,
  dictHas,
  isDict,
  listOf,
  Namespace,
  Range,
  Tuple,
  typeName,
} from './values.ts';

/** Python's names of its own machinery: never an attribute, always nothing. */
const isInternal = (name: string): boolean => name.startsWith('__');

/** A method of a value, bound to it; undefined when there is none. */
function methodOf(value: unknown, name: string): Callable | undefined {
  if (isInternal(name)) return undefined;
  if (typeof value === 'string') {
    const method = stringMethod(name);
    return method && bound(name, value, (args, run) => method(value, args, run));
  }
  if (isNumeric(value)) {
    const method = numberMethod(value, name);
    return method && bound(name, undefined, (args) => method(value, args));
  }
  if (value instanceof Bytes) {
    const method = bytesMethod(name);
    return method && bound(name, value, (args, run) => method(value, args, run));
  }
  const items = listOf(value);
  if (items !== undefined) {
    const method = !Array.isArray(value) && mutatingMethods.has(name) ? undefined : listMethod(name);
    return (
      method && bound(name, walking.has(name) ? value : undefined, (args, run) => method(items as unknown[], args, run))
    );
  }
  if (!isDict(value)) return undefined;
  const method = dictMethod(name);
  return method && bound(name, walking.has(name) ? value : undefined, (args, run) => method(value, args, run));
}

/** Methods that walk over their whole list or dict; the others charge for what they do themselves. */
const walking: ReadonlySet<string> = new Set(['copy', 'items', 'keys', 'popitem', 'reverse', 'values']);

/** A method that is charged for the size of what it works on. */
function bound(name: string, value: unknown, call: Callable['call']): Callable {
  return new Callable(name, (args, run) => {
    chargeValue(run, value);
    return call(args, run);
  });
}

function ownAttribute(value: unknown, name: string): unknown {
  if (value instanceof Namespace) return value.values.get(name);
  if (value instanceof Callable) return value.attributes.get(name)?.();
  if (value instanceof Tuple) {
    const index = value.names.indexOf(name);
    return index < 0 ? undefined : value.items[index];
  }
  return undefined;
}

/** `value.name`: a method or attribute first, then the item of a dict. */
export function getAttribute(value: unknown, name: string): unknown {
  if (isDict(value)) return methodOf(value, name) ?? dictGet(value, name);
  return ownAttribute(value, name) ?? methodOf(value, name);
}

/** `value[key]`: an item first, then an attribute. What isn't there is undefined. */
export function getItem(value: unknown, key: unknown): unknown {
  if (isDict(value)) return dictHas(value, key) ? dictGet(value, key) : undefined;
  if (typeof key === 'string') return ownAttribute(value, key);
  if (!isInteger(key) && typeof key !== 'boolean') return undefined;
  const items = value instanceof Bytes ? value.octets : typeof value === 'string' ? characters(value) : listOf(value);
  const index = Number(key);
  return items === undefined ? undefined : items[index < 0 ? items.length + index : index];
}

/** A dotted path as `attribute=` filters take it; digits are positions. */
export function getPath(value: unknown, path: unknown): unknown {
  if (isInteger(path)) return getItem(value, path);
  let current = value;
  for (const part of String(path).split('.')) {
    current = getItem(current, /^\d+$/.test(part) ? Number(part) : part) ?? readOnly(current, part);
  }
  return current;
}

/** An attribute by computed name: methods that change their value are not handed out. */
export function readOnly(value: unknown, name: string): unknown {
  return mutatingMethods.has(name) ? undefined : (ownAttribute(value, name) ?? methodOf(value, name));
}

const MAX_STEP = 2 ** 31;

/** `value[start:stop:step]`. */
export function getSlice(value: unknown, bounds: readonly unknown[], run: Run): unknown {
  if (value instanceof Bytes) {
    run.charge(value.octets.length >> 4);
    return new Bytes(Uint8Array.from(getSlice([...value.octets], bounds, run) as number[]));
  }
  const items = typeof value === 'string' ? characters(value) : listOf(value);
  if (items === undefined) throw new TemplateError(`'${typeName(value)}' object can't be sliced`);
  const [start, stop, step] = bounds.map(sliceBound);
  // A longer step than any text is long: an infinite one could not be counted with.
  const by = Math.max(-MAX_STEP, Math.min(MAX_STEP, step ?? 1));
  if (by === 0) throw new TemplateError('slice step cannot be zero');
  const [from, to] = sliceRange(items.length, start, stop, by);
  const count = Math.max(0, Math.ceil((to - from) / by));
  run.charge(count >> 4);
  if (value instanceof Range) {
    const at = (index: number): number => value.start + index * value.step;
    return new Range(at(from), at(to), by * value.step);
  }
  if (by === 1 && typeof items === 'string') return items.slice(from, from + count);
  const picked = Array.from({ length: count }, (_, place) => items[from + place * by]);
  if (typeof value === 'string') return picked.join('');
  return value instanceof Tuple ? new Tuple(picked) : picked;
}

function sliceBound(bound: unknown): number | undefined {
  if (bound === undefined || bound === null) return undefined;
  if (isInteger(bound)) return Number(bound);
  throw new TemplateError('slice indices must be integers or None');
}

function sliceRange(
  length: number,
  start: number | undefined,
  stop: number | undefined,
  step: number,
): readonly [number, number] {
  const lowest = step > 0 ? 0 : -1;
  const highest = step > 0 ? length : length - 1;
  const clamp = (index: number): number => Math.min(Math.max(index < 0 ? index + length : index, lowest), highest);
  return [
    start === undefined ? (step > 0 ? lowest : highest) : clamp(start),
    stop === undefined ? (step > 0 ? highest : lowest) : clamp(stop),
  ];
}
