import { number } from '#plugins/studio/web/contract.tsx';
import { pageLanguage } from '#plugins/ui/web/contract.ts';

/** A decimal text of a price with its currency; small ones keep the figures that count. */
export function money(amount: string, currency: string): string {
  const value = Number(amount);
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: value !== 0 && Math.abs(value) < 0.1 ? 6 : 2 };
  // A currency that is no letters of a standard is shown as it is.
  return /^[A-Z]{3}$/.test(currency)
    ? number(value, { style: 'currency', currency, ...digits })
    : `${number(value, digits)} ${currency}`;
}

/** Prices in all their currencies. */
export function prices(all: readonly { readonly amount: string; readonly currency: string }[]): string {
  return all.map(({ amount, currency }) => money(amount, currency)).join(' + ') || '–';
}

/** Seconds since the epoch, without the time of day. */
export function dateOf(seconds: number): string {
  return new Intl.DateTimeFormat(pageLanguage(), { dateStyle: 'medium' }).format(seconds * 1000);
}
