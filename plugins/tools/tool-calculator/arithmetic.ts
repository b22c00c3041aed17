import { badExpression } from './expression-error.ts';

/** Whole numbers are exact, whatever their size; anything else is a double. */
export type Quantity = bigint | number;

/** Bits of a whole number: about 1200 digits. */
const MAX_BITS = 4096;

export function toDouble(value: Quantity): number {
  return Number(value);
}

/** Refuses what is no number, or too long a one. */
export function checked(value: Quantity, operation: string): Quantity {
  if (typeof value === 'bigint') {
    if (bitsOf(value) <= MAX_BITS) return value;
    throw badExpression(`the result of ${operation} has more than 1200 digits`);
  }
  if (Number.isFinite(value)) return value;
  throw badExpression(`${operation} has no result that is a number`);
}

export function negate(value: Quantity): Quantity {
  return typeof value === 'bigint' ? -value : -value;
}

/** The operators, as the family's Python tools calculate: `/` gives a fraction, `//` and `%` round down. */
export const operators: Readonly<Record<string, (left: Quantity, right: Quantity) => Quantity>> = {
  '+': (left, right) => both(left, right, { whole: (a, b) => a + b, other: (a, b) => a + b }),
  '-': (left, right) => both(left, right, { whole: (a, b) => a - b, other: (a, b) => a - b }),
  '*': (left, right) => both(left, right, { whole: (a, b) => a * b, other: (a, b) => a * b }),
  '/': (left, right) => toDouble(left) / toDouble(nonZero(right)),
  '//': (left, right) => both(left, nonZero(right), { whole: floorDivide, other: (a, b) => Math.floor(a / b) }),
  '%': (left, right) =>
    both(left, nonZero(right), {
      whole: (a, b) => a - b * floorDivide(a, b),
      other: (a, b) => a - b * Math.floor(a / b),
    }),
  '**': power,
};

function both(
  left: Quantity,
  right: Quantity,
  how: { whole(a: bigint, b: bigint): bigint; other(a: number, b: number): number },
): Quantity {
  if (typeof left === 'bigint' && typeof right === 'bigint') return how.whole(left, right);
  return how.other(toDouble(left), toDouble(right));
}

function nonZero(value: Quantity): Quantity {
  if (toDouble(value) !== 0) return value;
  throw badExpression('division by zero');
}

function floorDivide(left: bigint, right: bigint): bigint {
  const quotient = left / right;
  return left % right !== 0n && left < 0n !== right < 0n ? quotient - 1n : quotient;
}

function power(base: Quantity, exponent: Quantity): Quantity {
  if (typeof base === 'bigint' && typeof exponent === 'bigint' && exponent >= 0n) {
    // Before it is calculated: afterwards the memory is gone.
    const bits = bitsOf(base < 0n ? -base : base);
    if (bits > 1 && BigInt(bits - 1) * exponent > BigInt(MAX_BITS)) {
      throw badExpression('the result of ** has more than 1200 digits');
    }
    return base ** exponent;
  }
  if (toDouble(base) === 0 && toDouble(exponent) < 0) throw badExpression('division by zero');
  return toDouble(base) ** toDouble(exponent);
}

function bitsOf(value: bigint): number {
  return value.toString(16).length * 4 - (value < 0n ? 4 : 0);
}
