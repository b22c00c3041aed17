import { Float, isInteger, isNumeric, numberOf, toFloat } from '#engine';
import { getItem, readOnly } from './attributes.ts';
import type { Filter } from './filters.ts';
import { toJsonText } from './json-text.ts';
import { arrangeBy, foldCase } from './ordering.ts';
import { fixed, toFloatValue, toInteger } from './percent-format.ts';
import { prettyText } from './pretty.ts';
import { TemplateError } from './template-error.ts';
import { dictEntries, isDict, isTrue, iterate, lengthOf, Tuple, textOf, typeName } from './values.ts';

const orDefault: Filter = (value, args) => {
  const [fallback, isBoolean] = args.take('default', ['default_value', 'boolean']);
  const isMissing = isTrue(isBoolean) ? !isTrue(value) : value === undefined;
  return isMissing ? (args.positional.length === 0 && !args.named.has('default_value') ? '' : fallback) : value;
};

const length: Filter = (value, args) => {
  args.take('length', []);
  return lengthOf(value);
};

const round: Filter = (value, args) => {
  const [precisionGiven, method = 'common'] = args.take('round', ['precision', 'method']);
  const precision = isInteger(precisionGiven) ? Number(precisionGiven) : 0;
  const number = typeof value === 'boolean' ? Number(value) : value;
  if (!isNumeric(number)) throw new TemplateError(`type ${typeName(value)} doesn't define __round__ method`);
  if (method === 'ceil' || method === 'floor') {
    const factor = 10 ** precision;
    // Added to zero: there is no whole number -0.
    return toFloat((Math[method](numberOf(number) * factor) + 0) / factor);
  }
  if (method !== 'common') throw new TemplateError('method must be common, ceil or floor');
  if (isInteger(number))
    return precision >= 0 ? number : Math.round(Number(number) / 10 ** -precision) * 10 ** -precision;
  const plain = numberOf(number);
  if (precision < 0) return toFloat(Number(fixed(plain / 10 ** -precision, 0)) * 10 ** -precision);
  return toFloat(Number(fixed(plain, Math.min(precision, 100))));
};

const absolute: Filter = (value) => {
  if (value instanceof Float) return new Float(Math.abs(value.value));
  if (typeof value === 'boolean') return Number(value);
  if (typeof value !== 'number' && typeof value !== 'bigint') {
    throw new TemplateError(`bad operand type for abs(): '${typeName(value)}'`);
  }
  return value < 0 ? -value : value;
};

const int: Filter = (value, args) => {
  const [fallback = 0, base] = args.take('int', ['default', 'base']);
  const direct = toInteger(value, isInteger(base) ? Number(base) : 10);
  if (direct !== undefined) return direct;
  const viaFloat = toFloatValue(value);
  return viaFloat === undefined ? fallback : (toInteger(viaFloat) ?? fallback);
};

const float: Filter = (value, args) => {
  const [fallback = new Float(0)] = args.take('float', ['default']);
  return toFloatValue(value) ?? fallback;
};

const toJson: Filter = (value, args, run) => {
  const [indent] = args.take('tojson', ['indent']);
  const text = toJsonText(value, isInteger(indent) ? Number(indent) : null);
  run.chargeText(text.length);
  return text;
};

const dictSort: Filter = (value, args, run) => {
  const [caseSensitive, by = 'key', reverse] = args.take('dictsort', ['case_sensitive', 'by', 'reverse']);
  if (!isDict(value)) throw new TemplateError(`dictsort needs a dict, got '${typeName(value)}'`);
  if (by !== 'key' && by !== 'value') throw new TemplateError('You can only sort by either "key" or "value"');
  const entries = dictEntries(value).map((entry) => new Tuple(entry));
  const key = (entry: Tuple) => foldCase(entry.items[by === 'key' ? 0 : 1], isTrue(caseSensitive), run);
  return arrangeBy(entries, key, { run, isReversed: isTrue(reverse) });
};

const items: Filter = (value) => {
  if (value === undefined) return [];
  if (!isDict(value)) throw new TemplateError('Can only get item pairs from a mapping.');
  return dictEntries(value).map((entry) => new Tuple(entry));
};

const attribute: Filter = (value, args) => {
  const [name] = args.take('attr', ['name']);
  return typeof name === 'string'
    ? isDict(value)
      ? readOnly(value, name)
      : (getItem(value, name) ?? readOnly(value, name))
    : undefined;
};

const fileSize: Filter = (value, args) => {
  const [binary] = args.take('filesizeformat', ['binary']);
  const bytes = numberOf((toFloatValue(value) ?? new Float(0)) as number | Float);
  const base = isTrue(binary) ? 1024 : 1000;
  if (bytes === 1) return '1 Byte';
  if (bytes < base) return `${Math.trunc(bytes)} Bytes`;
  const units = isTrue(binary)
    ? ['KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB', 'ZiB', 'YiB']
    : ['kB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'];
  const index = units.findIndex((_unit, at) => bytes < base ** (at + 2));
  const at = index < 0 ? units.length - 1 : index;
  return `${fixed(bytes / base ** (at + 1), 1)} ${units[at]}`;
};

export const valueFilters: readonly (readonly [string, Filter])[] = [
  ['default', orDefault],
  ['d', orDefault],
  ['length', length],
  ['count', length],
  ['round', round],
  ['abs', absolute],
  ['int', int],
  ['float', float],
  ['tojson', toJson],
  ['dictsort', dictSort],
  ['items', items],
  ['attr', attribute],
  ['filesizeformat', fileSize],
  ['string', (value) => textOf(value)],
  ['safe', (value) => value],
  ['pprint', (value, _args, run) => prettyText(value, run)],
  ['list', (value) => [...iterate(value)]],
];
