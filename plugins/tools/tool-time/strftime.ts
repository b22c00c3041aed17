import { badTime } from './time-error.ts';
import { asUtc, offsetAt, type WallTime, wallTimeAt } from './zone.ts';

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const DAY = 86_400_000;
const MAX_FORMAT = 1_000;

interface Shown extends WallTime {
  readonly moment: number;
  readonly zone: string;
  /** 0 is Sunday. */
  readonly weekday: number;
  /** From 1. */
  readonly yearday: number;
}

/** A moment in a zone, in the notation of C's strftime: `%Y-%m-%d %H:%M:%S`. Unknown letters stay as they are. */
export function strftime(moment: number, zone: string, format: string): string {
  if (format.length > MAX_FORMAT) throw badTime(`the format is longer than ${MAX_FORMAT} characters`);
  const wall = wallTimeAt(moment, zone);
  const midnight = asUtc({ ...wall, hour: 0, minute: 0, second: 0 });
  const newYear = asUtc({ year: wall.year, month: 1, day: 1, hour: 0, minute: 0, second: 0 });
  const shown: Shown = {
    ...wall,
    moment,
    zone,
    weekday: new Date(midnight).getUTCDay(),
    yearday: Math.round((midnight - newYear) / DAY) + 1,
  };
  return format.replace(/%(-?)([A-Za-z%])/g, (whole, dash: string, letter: string) => {
    const text = directives[letter]?.(shown) ?? whole;
    return dash === '' ? text : text.replace(/^0+(?=\d)/, '');
  });
}

const pad = (value: number, width = 2) => String(value).padStart(width, '0');

const directives: Readonly<Record<string, (shown: Shown) => string>> = {
  a: ({ weekday }) => (DAYS[weekday] ?? '').slice(0, 3),
  A: ({ weekday }) => DAYS[weekday] ?? '',
  b: ({ month }) => (MONTHS[month - 1] ?? '').slice(0, 3),
  B: ({ month }) => MONTHS[month - 1] ?? '',
  h: ({ month }) => (MONTHS[month - 1] ?? '').slice(0, 3),
  c: (shown) =>
    `${part(shown, 'a')} ${part(shown, 'b')} ${String(shown.day).padStart(2)} ${part(shown, 'T')} ${part(shown, 'Y')}`,
  d: ({ day }) => pad(day),
  D: (shown) => part(shown, 'x'),
  e: ({ day }) => String(day).padStart(2),
  f: ({ moment }) => pad(Math.floor(((moment % 1000) + 1000) % 1000) * 1000, 6),
  F: (shown) => `${part(shown, 'Y')}-${part(shown, 'm')}-${part(shown, 'd')}`,
  G: (shown) => pad(isoWeek(shown).year, 4),
  H: ({ hour }) => pad(hour),
  I: ({ hour }) => pad(hour % 12 || 12),
  j: ({ yearday }) => pad(yearday, 3),
  m: ({ month }) => pad(month),
  M: ({ minute }) => pad(minute),
  n: () => '\n',
  p: ({ hour }) => (hour < 12 ? 'AM' : 'PM'),
  r: (shown) => `${part(shown, 'I')}:${part(shown, 'M')}:${part(shown, 'S')} ${part(shown, 'p')}`,
  R: (shown) => `${part(shown, 'H')}:${part(shown, 'M')}`,
  s: ({ moment }) => String(Math.floor(moment / 1000)),
  S: ({ second }) => pad(second),
  t: () => '\t',
  T: (shown) => `${part(shown, 'H')}:${part(shown, 'M')}:${part(shown, 'S')}`,
  u: ({ weekday }) => String(weekday || 7),
  U: ({ weekday, yearday }) => pad(Math.floor((yearday + 6 - weekday) / 7)),
  V: (shown) => pad(isoWeek(shown).week),
  w: ({ weekday }) => String(weekday),
  W: ({ weekday, yearday }) => pad(Math.floor((yearday + 6 - ((weekday + 6) % 7)) / 7)),
  x: ({ month, day, year }) => `${pad(month)}/${pad(day)}/${pad(year % 100)}`,
  X: (shown) => part(shown, 'T'),
  y: ({ year }) => pad(year % 100),
  Y: ({ year }) => pad(year, 4),
  z: offsetText,
  Z: zoneText,
  '%': () => '%',
};

function part(shown: Shown, letter: string): string {
  return directives[letter]?.(shown) ?? '';
}

function offsetText({ moment, zone }: Shown): string {
  const minutes = Math.round(offsetAt(moment, zone) / 60_000);
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}${pad(size % 60)}`;
}

function zoneText({ moment, zone }: Shown): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'short' }).formatToParts(moment);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone;
}

/** Weeks begin on Monday; the first one of a year has its first Thursday. */
function isoWeek({ year, yearday, weekday }: Shown): { readonly year: number; readonly week: number } {
  const week = Math.floor((yearday + 9 - (weekday || 7)) / 7);
  if (week < 1) return { year: year - 1, week: weeksOf(year - 1) };
  return week > weeksOf(year) ? { year: year + 1, week: 1 } : { year, week };
}

function weeksOf(year: number): number {
  const newYear = new Date(asUtc({ year, month: 1, day: 1, hour: 0, minute: 0, second: 0 })).getUTCDay();
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return newYear === 4 || (isLeap && newYear === 3) ? 53 : 52;
}
