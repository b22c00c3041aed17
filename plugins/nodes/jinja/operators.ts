import { Float, isInteger, isNumeric, numberOf, toFloat } from '#engine';
import { Bytes } from './bytes.ts';
import { percentFormat } from './percent-format.ts';
import type { Run } from './run.ts';
import { TemplateError } from './template-error.ts';
import { compare, dictHas, equals, equalTo, isDict, listOf, Range, Tuple, textOf, typeName } from './values.ts';

type Numeric = number | bigint | Float;
type BinaryOperator = (left: unknown, right: unknown, run: Run) => unknown;

/** Bits of the largest integer a template may compute. */
const maxIntegerBits = 4096;

function numeric(value: unknown): Numeric | undefined {
  if (typeof value === 'boolean') return Number(value);
  return isNumeric(value) ? value : undefined;
}

function unsupported(symbol: string, left: unknown, right: unknown): TemplateError {
  if (left === undefined || right === undefined) return new TemplateError(`an undefined value is used with ${symbol}`);
  return new TemplateError(`unsupported operand type(s) for ${symbol}: '${typeName(left)}' and '${typeName(right)}'`);
}

/** An integer of any size; plain when it is safe. */
export function integer(value: bigint): number | bigint {
  return value >= -9007199254740991n && value <= 9007199254740991n ? Number(value) : value;
}

function arithmetic(
  symbol: string,
  plain: (a: number, b: number) => number,
  exact: (a: bigint, b: bigint) => bigint,
): BinaryOperator {
  return (left, right) => {
    const a = numeric(left);
    const b = numeric(right);
    if (a === undefined || b === undefined) throw unsupported(symbol, left, right);
    if (!isInteger(a) || !isInteger(b)) return toFloat(plain(numberOf(a), numberOf(b)));
    const result = plain(Number(a), Number(b));
    return Number.isSafeInteger(result) ? result : bounded(exact(BigInt(a), BigInt(b)));
  };
}

function bounded(value: bigint): number | bigint {
  if (value.toString(16).length * 4 > maxIntegerBits) throw new TemplateError('the integer is too large');
  return integer(value);
}

function nonZero(divisor: number, name: string): void {
  if (divisor === 0) throw new TemplateError(name);
}

const sum = arithmetic(
  '+',
  (a, b) => a + b,
  (a, b) => a + b,
);
const product = arithmetic(
  '*',
  (a, b) => a * b,
  (a, b) => a * b,
);
const difference = arithmetic(
  '-',
  (a, b) => a - b,
  (a, b) => a - b,
);
const floorDivision = arithmetic(
  '//',
  (a, b) => {
    nonZero(b, 'integer division or modulo by zero');
    return Math.floor(a / b);
  },
  (a, b) => (a - modulo(a, b)) / b,
);
const remainder = arithmetic(
  '%',
  (a, b) => {
    nonZero(b, 'integer division or modulo by zero');
    const rest = a % b;
    return rest !== 0 && rest < 0 !== b < 0 ? rest + b : rest;
  },
  modulo,
);

function modulo(a: bigint, b: bigint): bigint {
  const rest = a % b;
  return rest !== 0n && rest < 0n !== b < 0n ? rest + b : rest;
}

const add: BinaryOperator = (left, right, run) => {
  if (typeof left === 'string' && typeof right === 'string') {
    run.chargeText(left.length + right.length);
    return left + right;
  }
  if (Array.isArray(left) && Array.isArray(right)) {
    run.charge(left.length + right.length);
    return [...left, ...right];
  }
  if (left instanceof Tuple && right instanceof Tuple) {
    run.charge(left.items.length + right.items.length);
    return new Tuple([...left.items, ...right.items]);
  }
  if (left instanceof Bytes && right instanceof Bytes) {
    run.chargeText(left.octets.length + right.octets.length);
    return new Bytes(Buffer.concat([left.octets, right.octets]));
  }
  return sum(left, right, run);
};

const multiply: BinaryOperator = (left, right, run) => {
  const count = isInteger(right) ? right : isInteger(left) ? left : undefined;
  const repeated = isInteger(right) ? left : right;
  if (count === undefined) return product(left, right, run);
  const times = Math.max(0, Number(count));
  if (typeof repeated === 'string') {
    run.chargeText(repeated.length * times);
    return repeated.repeat(times);
  }
  const items = listOf(repeated);
  if (items === undefined || repeated instanceof Range) return product(left, right, run);
  run.charge(items.length * times);
  const all = Array.from({ length: items.length * times }, (_, index) => items[index % items.length]);
  return Array.isArray(repeated) ? all : new Tuple(all);
};

const divide: BinaryOperator = (left, right) => {
  const a = numeric(left);
  const b = numeric(right);
  if (a === undefined || b === undefined) throw unsupported('/', left, right);
  nonZero(numberOf(b), 'division by zero');
  return toFloat(numberOf(a) / numberOf(b));
};

const power: BinaryOperator = (left, right) => {
  const a = numeric(left);
  const b = numeric(right);
  if (a === undefined || b === undefined) throw unsupported('** or pow()', left, right);
  const exponent = Number(isInteger(b) ? b : -1);
  if (!isInteger(a) || exponent < 0) return toFloat(numberOf(a) ** numberOf(b));
  const bits = BigInt(a).toString(2).length * exponent;
  if (bits > maxIntegerBits) throw new TemplateError('the integer is too large');
  return integer(BigInt(a) ** BigInt(exponent));
};

const percent: BinaryOperator = (left, right, run) => {
  if (typeof left !== 'string') return remainder(left, right, run);
  return percentFormat(left, right, run);
};

const concatenate: BinaryOperator = (left, right, run) => {
  const a = textOf(left);
  const b = textOf(right);
  run.chargeText(a.length + b.length);
  return a + b;
};

const contained: BinaryOperator = (left, right, run) => {
  if (typeof right === 'string') {
    if (typeof left !== 'string') {
      throw new TemplateError(`'in <string>' requires string as left operand, not ${typeName(left)}`);
    }
    return right.includes(left);
  }
  const items = listOf(right);
  if (items !== undefined) {
    run.charge(items.length);
    return items.some(equalTo(left));
  }
  if (right === undefined) return false;
  if (isDict(right)) return dictHas(right, left);
  throw new TemplateError(`argument of type '${typeName(right)}' is not iterable`);
};

export const binaryOperators = {
  '+': add,
  '-': difference,
  '*': multiply,
  '/': divide,
  '//': floorDivision,
  '%': percent,
  '**': power,
  '~': concatenate,
  in: contained,
  'not in': (left, right, run) => !contained(left, right, run),
  '==': (left, right) => equals(left, right),
  '!=': (left, right) => !equals(left, right),
  '<': (left, right) => compare(left, right) < 0,
  '<=': (left, right) => compare(left, right) <= 0,
  '>': (left, right) => compare(left, right) > 0,
  '>=': (left, right) => compare(left, right) >= 0,
} as const satisfies Readonly<Record<string, BinaryOperator>>;

export function negate(value: unknown): unknown {
  const number = numeric(value);
  if (number === undefined) throw new TemplateError(`bad operand type for unary -: '${typeName(value)}'`);
  if (number instanceof Float) return new Float(-number.value);
  return number === 0 ? 0 : -number;
}

export function plus(value: unknown): unknown {
  const number = numeric(value);
  if (number === undefined) throw new TemplateError(`bad operand type for unary +: '${typeName(value)}'`);
  return number;
}
