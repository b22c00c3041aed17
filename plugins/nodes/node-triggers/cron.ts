interface CronField {
  readonly name: string;
  readonly least: number;
  readonly most: number;
  readonly words?: readonly string[];
  /** What else a part may be. */
  readonly special?: RegExp;
}

const fields: readonly CronField[] = [
  { name: 'minute', least: 0, most: 59 },
  { name: 'hour', least: 0, most: 23 },
  { name: 'day of the month', least: 1, most: 31, special: /^(?:\?|l)$/ },
  {
    name: 'month',
    least: 1,
    most: 12,
    words: ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
  },
  {
    name: 'day of the week',
    least: 0,
    most: 7,
    words: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'],
    special: /^(?:\?|l[0-7]|[0-7]l|[0-7]#[1-5])$/,
  },
];

/**
 * What is wrong with a cron expression of five fields (app DSL, triggers, datasource, knowledge-index), in a few words;
 * null when nothing is.
 */
export function cronProblem(expression: string): string | null {
  const texts = expression.trim().toLowerCase().split(/\s+/);
  if (expression.length > 500 || texts.length !== fields.length) {
    return 'must have five fields (minute, hour, day of the month, month, day of the week), such as "0 9 * * *"';
  }
  for (const [index, field] of fields.entries()) {
    const text = texts[index] ?? '';
    const part = text.split(',').find((item) => !fits(item, field));
    if (part !== undefined) {
      return `has "${part}" as ${field.name}: use * or numbers from ${field.least} to ${field.most}, with -, / and ,`;
    }
  }
  return null;
}

/** `*`, `5`, `mon-fri`, each with an optional step. */
function fits(part: string, field: CronField): boolean {
  if (field.special?.test(part)) return true;
  const [range = '', step, ...more] = part.split('/');
  if (more.length > 0 || (step !== undefined && !isStep(step, field))) return false;
  if (range === '*') return true;
  const [from = '', to, ...rest] = range.split('-');
  const first = numberOf(from, field);
  if (rest.length > 0 || first === null) return false;
  if (to === undefined) return true;
  const last = numberOf(to, field);
  // Of the words of a week and a year a range may pass the end: fri-mon.
  return last !== null && (first <= last || field.words !== undefined);
}

function isStep(text: string, field: CronField): boolean {
  return /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= field.most;
}

function numberOf(text: string, { words, least, most }: CronField): number | null {
  const word = words?.indexOf(text) ?? -1;
  if (word >= 0) return word + least;
  if (!/^\d{1,2}$/.test(text)) return null;
  const number = Number(text);
  return number >= least && number <= most ? number : null;
}
