import { type Float, isInteger, numberOf } from '#engine';
import type { Arguments } from './arguments.ts';

type NumberMethod = (value: number | bigint | Float, args: Arguments) => unknown;

const whole = (value: number | bigint | Float): string | null =>
  isInteger(value) ? BigInt(value).toString(2).replace('-', '') : null;

const isWhole: NumberMethod = (value, args) => {
  args.take('is_integer', []);
  return isInteger(value) || Number.isInteger(numberOf(value));
};

const bitLength: NumberMethod = (value, args) => {
  args.take('bit_length', []);
  const bits = whole(value) ?? '0';
  return bits === '0' ? 0 : bits.length;
};

const bitCount: NumberMethod = (value, args) => {
  args.take('bit_count', []);
  return (whole(value) ?? '').replaceAll('0', '').length;
};

/** Methods of integers and floats; those of bits are of integers only. */
export function numberMethod(value: number | bigint | Float, name: string): NumberMethod | undefined {
  if (name === 'is_integer') return isWhole;
  if (!isInteger(value)) return undefined;
  return name === 'bit_length' ? bitLength : name === 'bit_count' ? bitCount : undefined;
}
