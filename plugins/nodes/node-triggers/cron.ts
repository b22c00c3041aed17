import { Cron } from 'croner';

const fiveFields =
  'must have five fields (minute, hour, day of the month, month, day of the week), such as "0 9 * * *"';
const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const weekdays = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

/**
 * A cron expression of five fields (app DSL, triggers, datasource, knowledge-index) in a time zone. Throws a `TypeError` whose
 * message says what is wrong with the expression; the zone must be one.
 */
export function openCron(expression: string, timezone: string): Cron {
  const fields = expression.trim().toUpperCase().split(/\s+/);
  if (expression.length > 500 || fields.length !== 5) throw new TypeError(fiveFields);
  const [minute, hour, day, month = '', weekday = ''] = fields;
  const pattern = [minute, hour, day, unwrapped(month, months), unwrapped(lastWeekday(weekday), weekdays)].join(' ');
  // Times in lists and ranges are told from those of intervals when a clock is put on, as Vixie cron does.
  const options = { timezone, paused: true, mode: '5-part', sloppyRanges: true, fixedTimeRule: 'no-wildcard' } as const;
  return new Cron(pattern, options);
}

/** What is wrong with a cron expression, in a few words; null when nothing is. */
export function cronProblem(expression: string): string | null {
  let cron: Cron;
  try {
    cron = openCron(expression, 'UTC');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (reason === fiveFields) return reason;
    const text = expression.trim().slice(0, 60);
    return `is "${text}", which is no cron expression (${reason.replace(/^CronPattern: /, '').slice(0, 200)})`;
  }
  return cron.nextRun() === null ? 'names a day that never comes' : null;
}

/** A range of names may pass the end of the week or the year (`FRI-MON`), which the library does not take. */
function unwrapped(field: string, names: readonly string[]): string {
  const [first = '', last = ''] = [names[0], names.at(-1)];
  const mended = field.split(',').map((part) => {
    const [from = '', to = '', ...more] = part.split('-');
    const isWrapped = names.includes(from) && names.includes(to) && names.indexOf(from) > names.indexOf(to);
    return isWrapped && more.length === 0 ? `${from}-${last},${first}-${to}` : part;
  });
  return mended.join(',');
}

/** `L5` is another way to write `5L`: the last Friday of a month. */
function lastWeekday(field: string): string {
  return field.replaceAll(/\bL([0-7])\b/g, '$1#L').replaceAll(/\b([0-7])L\b/g, '$1#L');
}
