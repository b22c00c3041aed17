import { mappingOf, type SettingWarning } from '#engine';
import { cronProblem } from './cron.ts';

type Settings = Readonly<Record<string, unknown>>;

const frequencies = ['hourly', 'daily', 'weekly', 'monthly'];
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const clockTime = /^(?:0?[1-9]|1[0-2]):[0-5]\d\s*[ap]m$/i;

/** What keeps a schedule from ever firing as its builder meant (app DSL, triggers, datasource, knowledge-index). */
export function scheduleWarnings(data: Settings): readonly SettingWarning[] {
  // A `config` mapping may hold the same keys, or repeat them.
  const config = mappingOf(data.config);
  const read = (key: string): unknown => (isUnset(data[key]) ? config[key] : data[key]);
  const warnings =
    textOf(read('mode')) === 'cron' ? cronWarnings(textOf(read('cron_expression'))) : visualWarnings(read);
  const timezone = textOf(read('timezone')) || 'UTC';
  if (isTimezone(timezone)) return warnings;
  return [
    ...warnings,
    { field: 'timezone', message: `is '${timezone}', which is no time zone: use one like Europe/Berlin.` },
  ];
}

function cronWarnings(expression: string): SettingWarning[] {
  const field = 'cron_expression';
  if (expression.trim() === '')
    return [{ field, message: 'is missing: the schedule never fires. Write one like "0 9 * * *".' }];
  const problem = cronProblem(expression);
  return problem === null ? [] : [{ field, message: `${problem}. The schedule never fires.` }];
}

function visualWarnings(read: (key: string) => unknown): SettingWarning[] {
  const frequency = textOf(read('frequency'));
  const visual = mappingOf(read('visual_config'));
  const warnings: SettingWarning[] = [];
  const say = (field: string, message: string) => warnings.push({ field, message });
  if (!frequencies.includes(frequency)) {
    say('frequency', `must be ${frequencies.join(', ')}: the schedule never fires.`);
    return warnings;
  }
  if (frequency === 'hourly') {
    const minute = visual.on_minute ?? 0;
    if (!isWhole(minute, 0, 59)) say('visual_config.on_minute', 'must be a minute from 0 to 59.');
    return warnings;
  }
  const time = visual.time ?? '12:00 AM';
  if (typeof time !== 'string' || !clockTime.test(time.trim())) {
    say('visual_config.time', 'must be a time like "9:30 AM".');
  }
  if (frequency === 'weekly' && !isListOf(visual.weekdays, (day) => weekdays.includes(textOf(day).toLowerCase()))) {
    say('visual_config.weekdays', `must name days of the week: ${weekdays.join(', ')}.`);
  }
  if (frequency === 'monthly' && !isListOf(visual.monthly_days, (day) => day === 'last' || isWhole(day, 1, 31))) {
    say('visual_config.monthly_days', 'must name days of the month, from 1 to 31, or "last".');
  }
  return warnings;
}

function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function isListOf(value: unknown, fits: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(fits);
}

function isWhole(value: unknown, least: number, most: number): boolean {
  return Number.isInteger(Number(value)) && textOf(value) !== '' && Number(value) >= least && Number(value) <= most;
}

function isUnset(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}
