import { number } from '#plugins/studio/web/contract.tsx';
import { pageLanguage } from '#plugins/ui/web/contract.ts';

/** Seconds since the epoch, to the second: runs follow each other closely. */
export function secondTime(seconds: number): string {
  return new Intl.DateTimeFormat(pageLanguage(), { dateStyle: 'medium', timeStyle: 'medium' }).format(seconds * 1000);
}

/** Seconds as people read them: `340 ms`, `2.4 s`, `3 min 5 s`. */
export function duration(seconds: number): string {
  if (seconds < 1) return number(Math.round(seconds * 1000), { style: 'unit', unit: 'millisecond' });
  const whole = Math.floor(seconds / 60);
  const short = { style: 'unit', unitDisplay: 'short' } as const;
  if (whole === 0) return number(seconds, { ...short, unit: 'second', maximumFractionDigits: 1 });
  const rest = number(Math.round(seconds - whole * 60), { ...short, unit: 'second' });
  return `${number(whole, { ...short, unit: 'minute' })} ${rest}`;
}

/** A decimal text of a price with its currency; small ones keep the figures that count. */
export function price(amount: string | null, currency: string | null): string | null {
  const value = Number(amount);
  if (amount === null || currency === null || !Number.isFinite(value)) return null;
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: value !== 0 && value < 0.1 ? 6 : 2 };
  // A currency that is no letters of a standard is shown as it is.
  return /^[A-Z]{3}$/.test(currency)
    ? number(value, { style: 'currency', currency, ...digits })
    : `${number(value, digits)} ${currency}`;
}
