import { isInteger } from '#engine';
import type { Arguments } from './arguments.ts';
import { TemplateError } from './template-error.ts';
import { Callable, dictEntries, isDict, keyOf, listOf, Namespace, Range, textOf, typeName } from './values.ts';

const maxRange = 100_000;

const range = new Callable('range', (args, run) => {
  const numbers = args.take('range', ['start', 'stop', 'step']).map((value) => {
    if (value === undefined) return undefined;
    if (isInteger(value)) return Number(value);
    throw new TemplateError(`'${typeName(value)}' object cannot be interpreted as an integer`);
  });
  const [first = 0, second, step = 1] = numbers;
  const [start, stop] = second === undefined ? [0, first] : [first, second];
  if (step === 0) throw new TemplateError('range() arg 3 must not be zero');
  const length = Range.lengthOf(start, stop, step);
  if (length > maxRange) throw new TemplateError(`range() is limited to ${maxRange} items`);
  run.charge(length >> 3);
  return new Range(start, stop, step);
});

/** Entries of a mapping or of pairs, then the named ones. */
function entries(args: Arguments): (readonly [unknown, unknown])[] {
  const given = args.positional.flatMap((source) => {
    if (isDict(source)) return dictEntries(source);
    return (listOf(source) ?? []).map((pair) => {
      const [key, value] = listOf(pair) ?? [];
      return [key, value] as const;
    });
  });
  return [...given, ...args.named];
}

const dict = new Callable('dict', (args) => new Map(entries(args).map(([key, value]) => [keyOf(key), value] as const)));

const namespace = new Callable('namespace', (args) => {
  const made = new Namespace();
  for (const [key, value] of entries(args)) made.values.set(textOf(key), value);
  return made;
});

const cycler = new Callable('cycler', ({ positional: items }) => {
  if (items.length === 0) throw new TemplateError('at least one item has to be provided');
  let at = 0;
  const next = new Callable('next', () => items[at++ % items.length]);
  const reset = new Callable('reset', () => {
    at = 0;
    return null;
  });
  return new Callable(
    'cycler',
    next.call,
    new Map([
      ['next', () => next],
      ['reset', () => reset],
      ['current', () => items[at % items.length]],
    ]),
  );
});

const joiner = new Callable('joiner', (args) => {
  const [separator = ', '] = args.take('joiner', ['sep']);
  let isUsed = false;
  return new Callable('joiner', () => {
    const text = isUsed ? separator : '';
    isUsed = true;
    return text;
  });
});

/** Names every template sees. */
export const globals: ReadonlyMap<string, unknown> = new Map(
  [range, dict, namespace, cycler, joiner].map((callable) => [callable.name, callable] as const),
);
