import { mappingOf } from '#engine';
import { openCron } from './cron.ts';

type Settings = Readonly<Record<string, unknown>>;

export const frequencies = ['hourly', 'daily', 'weekly', 'monthly'];
export const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const clockTime = /^(0?[1-9]|1[0-2]):([0-5]\d)\s*([ap])m$/i;

/** When a schedule fires. */
export interface Schedule {
  /** Five fields of cron: the visual modes are written so, too. */
  readonly cron: string;
  /** IANA name, e.g. `Europe/Berlin`. */
  readonly timezone: string;
  /** The first time after this one; null: there is none. */
  next(after: Date): Date | null;
}

/**
 * The schedule of a node `trigger-schedule` (app DSL, triggers, datasource, knowledge-index); null: it never fires, and
 * `scheduleWarnings` says why. When clocks are put forward, a time that does not exist fires at the end of the gap; when they
 * are put back, one that comes twice fires the first time. What repeats through the hours (`*`, steps) goes on through both.
 */
export function scheduleOf(data: Settings): Schedule | null {
  const read = settingsOf(data);
  const cron = textOf(read('mode')) === 'cron' ? textOf(read('cron_expression')).trim() : visualCron(read);
  const timezone = timezoneOf(read);
  if (cron === null || !isTimezone(timezone)) return null;
  try {
    const opened = openCron(cron, timezone);
    if (opened.nextRun() === null) return null;
    return { cron, timezone, next: (after) => opened.nextRun(after) };
  } catch {
    return null;
  }
}

/** Reads a setting: a `config` mapping may hold the same keys, or repeat them. */
export function settingsOf(data: Settings): (key: string) => unknown {
  const config = mappingOf(data.config);
  return (key) => (isUnset(data[key]) ? config[key] : data[key]);
}

export function timezoneOf(read: (key: string) => unknown): string {
  return textOf(read('timezone')).trim() || 'UTC';
}

/** Hour and minute of a time like `9:30 AM`; null: it is none. */
export function readTime(value: unknown): { readonly hour: number; readonly minute: number } | null {
  const [, hour, minute, half] = clockTime.exec(typeof value === 'string' ? value.trim() : '') ?? [];
  if (hour === undefined || minute === undefined || half === undefined) return null;
  return { hour: (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0), minute: Number(minute) };
}

/** The visual modes as cron; null: something is missing or wrong. */
function visualCron(read: (key: string) => unknown): string | null {
  const visual = mappingOf(read('visual_config'));
  const frequency = textOf(read('frequency'));
  if (frequency === 'hourly') {
    const minute = visual.on_minute ?? 0;
    return isWhole(minute, 0, 59) ? `${Number(minute)} * * * *` : null;
  }
  const time = readTime(visual.time ?? '12:00 AM');
  if (time === null) return null;
  const at = `${time.minute} ${time.hour}`;
  if (frequency === 'daily') return `${at} * * *`;
  if (frequency === 'weekly' && isListOf(visual.weekdays, isWeekday)) {
    return `${at} * * ${distinct(visual.weekdays, (day) => String(weekdays.indexOf(textOf(day).toLowerCase())))}`;
  }
  if (frequency === 'monthly' && isListOf(visual.monthly_days, isMonthDay)) {
    return `${at} ${distinct(visual.monthly_days, (day) => (day === 'last' ? 'L' : String(Number(day))))} * *`;
  }
  return null;
}

export function isWeekday(day: unknown): boolean {
  return weekdays.includes(textOf(day).toLowerCase());
}

export function isMonthDay(day: unknown): boolean {
  return day === 'last' || isWhole(day, 1, 31);
}

export function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export function isListOf(value: unknown, fits: (item: unknown) => boolean): value is readonly unknown[] {
  return Array.isArray(value) && value.length > 0 && value.every(fits);
}

export function isWhole(value: unknown, least: number, most: number): boolean {
  return Number.isInteger(Number(value)) && textOf(value) !== '' && Number(value) >= least && Number(value) <= most;
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

function distinct(list: readonly unknown[], write: (item: unknown) => string): string {
  return [...new Set(list.map(write))].join(',');
}

function isUnset(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
