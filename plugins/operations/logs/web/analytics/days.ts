import { type AnswerOf, pageLanguage } from '#plugins/ui/web/contract.ts';

/** Figures of a day. */
export type Day = AnswerOf<'/console/api/apps/{app_id}/figures'>['data'][number];

/** Days of figures are those of UTC. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** The day so many days ago. */
export function daysBefore(count: number): string {
  return new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10);
}

/** A day (`2026-03-01`) as the language of the page writes it. */
export function dayText(day: string, style: 'short' | 'long' = 'long'): string {
  const options = style === 'long' ? ({ dateStyle: 'medium' } as const) : ({ month: 'short', day: 'numeric' } as const);
  return new Intl.DateTimeFormat(pageLanguage(), { ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
}

/** Each day of a time; what is null is one on which nothing happened, of which the server tells nothing. */
export interface PlotDay {
  readonly day: string;
  readonly figures: Day | null;
}

/** Every day from one to another (both are in), with what is known of it. */
export function everyDay(
  range: { readonly from: string; readonly to: string },
  days: readonly Day[],
): readonly PlotDay[] {
  const known = new Map(days.map((day) => [day.day, day]));
  const all: PlotDay[] = [];
  const end = Date.parse(`${range.to}T00:00:00Z`);
  for (let time = Date.parse(`${range.from}T00:00:00Z`); time <= end; time += 86_400_000) {
    const day = new Date(time).toISOString().slice(0, 10);
    all.push({ day, figures: known.get(day) ?? null });
  }
  return all;
}

/** What all days cost, by currency. */
export function priceSums(days: readonly Pick<Day, 'prices'>[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { prices } of days) {
    for (const { currency, amount } of prices) sums.set(currency, (sums.get(currency) ?? 0) + Number(amount));
  }
  return sums;
}

/** The end of an axis that holds a value: 1, 2 or 5 times a power of ten. */
export function niceTop(most: number): number {
  if (!(most > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(most));
  const step = [1, 2, 5, 10].find((each) => each * power >= most * (1 - 1e-9)) ?? 10;
  return step * power;
}
