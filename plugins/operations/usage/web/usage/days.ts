import { pageLanguage } from '#plugins/ui/web/contract.ts';

const DAY_MS = 86_400_000;

/** The day so many days ago, as UTC has it. */
export function daysBefore(count: number): string {
  return new Date(Date.now() - count * DAY_MS).toISOString().slice(0, 10);
}

/** A day (`2026-03-01`) as the language of the page writes it. */
export function dayText(day: string): string {
  const format = new Intl.DateTimeFormat(pageLanguage(), { dateStyle: 'medium', timeZone: 'UTC' });
  return format.format(new Date(`${day}T00:00:00Z`));
}

/** All days of a time, in order, also those on which nothing happened. */
export function daysOf(from: string, to: string): readonly string[] {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  const count = Math.max(0, Math.floor((last - first) / DAY_MS) + 1) || 0;
  return Array.from({ length: count }, (_, at) => new Date(first + at * DAY_MS).toISOString().slice(0, 10));
}

/** The first and last day that an address asks for (`period`, and `from` and `to` of an own one). */
export function rangeOf(period: string, from: string, to: string): { readonly from: string; readonly to: string } {
  if (period === 'own') return { from: from || daysBefore(29), to: to || daysBefore(0) };
  return { from: daysBefore((Number(period) || 30) - 1), to: daysBefore(0) };
}
