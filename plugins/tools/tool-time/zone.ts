import { badTime } from './time-error.ts';

/** A moment as a clock on the wall shows it. `month` from 1. */
export interface WallTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

const MINUTE = 60_000;

/** Making one costs a tenth of a millisecond; names are checked before they get here, so there are few. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(made.resolvedOptions().timeZone, made);
  return made;
}

/** The zone's name in its usual spelling. Throws for a name nobody knows. */
export function readZone(name: string): string {
  const text = name.trim();
  try {
    if (text.length <= 64)
      return new Intl.DateTimeFormat('en-US', { timeZone: text || 'UTC' }).resolvedOptions().timeZone;
  } catch {
    // Told below, with what would be right.
  }
  throw badTime(`there is no time zone ${JSON.stringify(text.slice(0, 64))}; write it like Europe/Berlin or UTC`);
}

/** What clocks in a zone show at a moment (milliseconds since the epoch). */
export function wallTimeAt(moment: number, zone: string): WallTime {
  const parts: Readonly<Record<string, string>> = Object.fromEntries(
    formatFor(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );
  const read = (type: string) => Number(parts[type]);
  const year = parts.era === 'BC' ? 1 - read('year') : read('year');
  const time = { month: read('month'), day: read('day'), hour: read('hour'), minute: read('minute') };
  return { year, ...time, second: read('second') };
}

/** Milliseconds a zone's clocks are ahead of UTC at a moment. */
export function offsetAt(moment: number, zone: string): number {
  const seconds = Math.floor(moment / 1000) * 1000;
  return asUtc(wallTimeAt(seconds, zone)) - seconds;
}

/**
 * The moment a wall time means. A time that clocks show twice is the first of the two; one they skip is as far after
 * the gap as it is after its beginning.
 */
export function momentOf(wall: WallTime, zone: string): number {
  const local = asUtc(wall);
  const before = offsetAt(local - 24 * 60 * MINUTE, zone);
  const after = offsetAt(local + 24 * 60 * MINUTE, zone);
  for (const offset of [before, after]) {
    if (offsetAt(local - offset, zone) === offset) return local - offset;
  }
  return local - before;
}

/** The same figures read as UTC. Throws for a day no calendar has. */
export function asUtc({ year, month, day, hour, minute, second }: WallTime): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second);
  return date.getTime();
}
