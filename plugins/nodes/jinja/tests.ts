import { Float, isInteger, isNumeric } from '#engine';
import { Bytes } from './bytes.ts';
import { binaryOperators } from './operators.ts';
import type { Run } from './run.ts';
import { TemplateError } from './template-error.ts';
import { Callable, equals, isDict, listOf, textOf } from './values.ts';

/** `value is name(argument…)`. */
export type Test = (value: unknown, args: readonly unknown[], run: Run) => boolean;

const compared =
  (operator: '<' | '<=' | '>' | '>=' | '!=' | 'in'): Test =>
  (value, [other], run) =>
    binaryOperators[operator](value, other, run) === true;

const even: Test = (value, _args, run) => equals(binaryOperators['%'](value, 2, run), 0);
const equal: Test = (value, [other]) => equals(value, other);
const isSequence = (value: unknown): boolean =>
  typeof value === 'string' || listOf(value) !== undefined || isDict(value) || value instanceof Bytes;
const hasCase = /\p{L}/u;

const tests: ReadonlyMap<string, Test> = new Map<string, Test>([
  ['boolean', (value) => typeof value === 'boolean'],
  ['callable', (value) => value instanceof Callable],
  ['defined', (value) => value !== undefined],
  ['undefined', (value) => value === undefined],
  ['none', (value) => value === null],
  ['true', (value) => value === true],
  ['false', (value) => value === false],
  ['divisibleby', (value, [other], run) => equals(binaryOperators['%'](value, other, run), 0)],
  ['even', even],
  ['odd', (value, args, run) => !even(value, args, run)],
  ['eq', equal],
  ['==', equal],
  ['equalto', equal],
  ['ne', compared('!=')],
  ['!=', compared('!=')],
  ['lt', compared('<')],
  ['<', compared('<')],
  ['lessthan', compared('<')],
  ['le', compared('<=')],
  ['<=', compared('<=')],
  ['gt', compared('>')],
  ['>', compared('>')],
  ['greaterthan', compared('>')],
  ['ge', compared('>=')],
  ['>=', compared('>=')],
  ['in', compared('in')],
  ['escaped', () => false],
  ['filter', () => false],
  ['test', (value) => typeof value === 'string' && tests.has(value)],
  ['float', (value) => value instanceof Float || (typeof value === 'number' && !Number.isInteger(value))],
  ['integer', (value) => isInteger(value)],
  ['number', (value) => isNumeric(value) || typeof value === 'boolean'],
  ['string', (value) => typeof value === 'string'],
  ['mapping', (value) => isDict(value)],
  ['iterable', (value) => isSequence(value) || value === undefined],
  ['sequence', isSequence],
  ['sameas', (value, [other]) => Object.is(value, other)],
  ['lower', (value) => hasCase.test(textOf(value)) && textOf(value) === textOf(value).toLowerCase()],
  ['upper', (value) => hasCase.test(textOf(value)) && textOf(value) === textOf(value).toUpperCase()],
]);

export function testOf(name: string): Test {
  const test = tests.get(name);
  if (test === undefined) throw new TemplateError(`No test named '${name}'.`);
  return test;
}
