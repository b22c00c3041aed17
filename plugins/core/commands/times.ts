import { UsageError } from './terminal.ts';

/** Seconds since 1970, for people. */
export function timeOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}

/** A time like 2026-01-31 or 2026-01-31T12:00:00Z, or seconds since 1970. */
export function secondsOf(time: string): number {
  if (/^\d+$/.test(time)) return Number(time);
  const at = Date.parse(time) / 1000;
  if (Number.isNaN(at)) throw new UsageError(`'${time}' is no time: write 2026-01-31 or 2026-01-31T12:00:00Z`);
  return Math.floor(at);
}
