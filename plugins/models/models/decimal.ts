/** A decimal number without rounding: `digits` / 10^`scale`. Money is never a float. */
export interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

export const ZERO: Decimal = { digits: 0n, scale: 0 };

/** Reads plain or exponent notation; null when the text is no number. */
export function parseDecimal(text: string): Decimal | null {
  const match = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/.exec(text.trim());
  if (match === null) return null;
  const fraction = match[3] ?? '';
  const scale = fraction.length - Number(match[4] ?? 0);
  const digits = BigInt(`${match[1] === '-' ? '-' : ''}${match[2]}${fraction}`);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

export function multiply(left: Decimal, right: Decimal): Decimal {
  return { digits: left.digits * right.digits, scale: left.scale + right.scale };
}

export function add(left: Decimal, right: Decimal): Decimal {
  const scale = Math.max(left.scale, right.scale);
  return { digits: atScale(left, scale) + atScale(right, scale), scale };
}

/** Rounds half up (away from zero), as money is rounded. */
export function round(value: Decimal, scale: number): Decimal {
  if (value.scale <= scale) return value;
  const unit = 10n ** BigInt(value.scale - scale);
  const half = unit / 2n;
  const digits = value.digits < 0n ? (value.digits - half) / unit : (value.digits + half) / unit;
  return { digits, scale };
}

/** Plain notation without trailing zeros: `0.000041`, `0`. */
export function formatDecimal(value: Decimal): string {
  const isNegative = value.digits < 0n;
  const digits = (isNegative ? -value.digits : value.digits).toString().padStart(value.scale + 1, '0');
  const whole = digits.slice(0, digits.length - value.scale);
  const fraction = value.scale === 0 ? '' : digits.slice(-value.scale).replace(/0+$/, '');
  return `${isNegative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

function atScale(value: Decimal, scale: number): bigint {
  return value.digits * 10n ** BigInt(scale - value.scale);
}
