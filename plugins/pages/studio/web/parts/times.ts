import { pageLanguage } from '#plugins/ui/web/contract.ts';

const steps = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** Seconds since the epoch, as far from now as people say it: `3 hours ago`. */
export function ago(seconds: number): string {
  const format = new Intl.RelativeTimeFormat(pageLanguage(), { numeric: 'auto' });
  const away = seconds - Date.now() / 1000;
  for (const [unit, size] of steps) {
    if (Math.abs(away) >= size) return format.format(Math.trunc(away / size), unit);
  }
  return format.format(0, 'second');
}

/** Seconds since the epoch, with date and time. */
export function dateTime(seconds: number): string {
  return new Intl.DateTimeFormat(pageLanguage(), { dateStyle: 'medium', timeStyle: 'short' }).format(seconds * 1000);
}

/** A number as the language of the page writes it. */
export function number(value: number, options: Intl.NumberFormatOptions = {}): string {
  return new Intl.NumberFormat(pageLanguage(), options).format(value);
}
