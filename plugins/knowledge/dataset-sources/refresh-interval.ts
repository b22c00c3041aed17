import type { RefreshInterval } from './contract.ts';

const HOUR = 3_600_000;

/** Milliseconds between two runs; null: they begin by hand alone. */
const intervals: Readonly<Record<RefreshInterval, number | null>> = {
  never: null,
  hourly: HOUR,
  every_6_hours: 6 * HOUR,
  daily: 24 * HOUR,
  weekly: 7 * 24 * HOUR,
};

/** When a source is read next, by itself. */
export function nextRefresh(refresh: RefreshInterval, isPaused: boolean, now: number): Date | null {
  const interval = intervals[refresh];
  return interval === null || isPaused ? null : new Date(now + interval);
}
