import { currentTime, PlatformError } from '#kernel';
import type { DayRange } from './contract.ts';
import { dayOf } from './usage-rows.ts';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;
const MAX_DAYS = 400;

const day = { type: 'string', format: 'date', pattern: '^\\d{4}-\\d{2}-\\d{2}$', examples: ['2026-01-31'] } as const;

/** Query parameters that name days. */
export const rangeQuery = {
  from: {
    ...day,
    description: `First day in UTC, such as 2026-01-31. Defaults to the first of the ${DEFAULT_DAYS} days that end with \`to\`.`,
  },
  to: { ...day, description: 'Last day in UTC, such as 2026-01-31. Defaults to today.' },
} as const;

/** What a query of `rangeQuery` has. */
export interface AskedRange {
  readonly from?: string;
  readonly to?: string;
}

/** The days a query names. Throws `usage.invalid_range`. */
export function readRange({ from, to = dayOf(currentTime()) }: AskedRange): DayRange {
  const last = Date.parse(to);
  const first = from === undefined ? last - (DEFAULT_DAYS - 1) * DAY_MS : Date.parse(from);
  const days = (last - first) / DAY_MS + 1;
  if (days >= 1 && days <= MAX_DAYS && first >= 0) return { from: dayOf(first), to };
  const message = `\`from\` and \`to\` must name days in order, of 1970 or later, at most ${MAX_DAYS} of them; ask for the rest apart.`;
  throw new PlatformError('invalid', 'usage.invalid_range', message);
}
