/** Decimals that count: one more than prices of calls have. */
const SCALE = 8;

/** Tokens or money without the errors of floats: a decimal string times 10^8. What is no number counts as 0. */
export function amountOf(text: string): bigint {
  const match = /^(\d+)(?:\.(\d*))?$/.exec(text);
  if (match === null) return 0n;
  const [, whole = '0', fraction = ''] = match;
  return BigInt(whole + fraction.slice(0, SCALE).padEnd(SCALE, '0'));
}

/** The same as a decimal string. */
export function amountText(amount: bigint): string {
  const digits = amount.toString().padStart(SCALE + 1, '0');
  return `${digits.slice(0, -SCALE)}.${digits.slice(-SCALE)}`.replace(/\.?0+$/, '');
}
