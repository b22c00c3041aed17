import { mappingOf, type SettingWarning } from '#engine';
import { cronProblem } from './cron.ts';
import {
  frequencies,
  isListOf,
  isMonthDay,
  isTimezone,
  isWeekday,
  isWhole,
  readTime,
  settingsOf,
  textOf,
  timezoneOf,
  weekdays,
} from './schedule.ts';

type Settings = Readonly<Record<string, unknown>>;

/** What keeps a schedule from ever firing as its builder meant (app DSL, triggers, datasource, knowledge-index). */
export function scheduleWarnings(data: Settings): readonly SettingWarning[] {
  const read = settingsOf(data);
  const warnings =
    textOf(read('mode')) === 'cron' ? cronWarnings(textOf(read('cron_expression'))) : visualWarnings(read);
  const timezone = timezoneOf(read);
  if (isTimezone(timezone)) return warnings;
  const message = `is '${timezone}', which is no time zone: the schedule never fires. Use one like Europe/Berlin.`;
  return [...warnings, { field: 'timezone', message }];
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
    if (!isWhole(visual.on_minute ?? 0, 0, 59)) say('visual_config.on_minute', 'must be a minute from 0 to 59.');
    return warnings;
  }
  if (readTime(visual.time ?? '12:00 AM') === null) say('visual_config.time', 'must be a time like "9:30 AM".');
  if (frequency === 'weekly' && !isListOf(visual.weekdays, isWeekday)) {
    say('visual_config.weekdays', `must name days of the week: ${weekdays.join(', ')}.`);
  }
  if (frequency === 'monthly' && !isListOf(visual.monthly_days, isMonthDay)) {
    say('visual_config.monthly_days', 'must name days of the month, from 1 to 31, or "last".');
  }
  return warnings;
}
