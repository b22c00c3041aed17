/**
 * Numbers and dates as a language writes them, and texts in its order: the interpreter has no `Intl` of its own. Takes a
 * request of the bootstrap, `[method, value, locales, options]` as JSON, and answers with JSON: a value, or an error.
 */
export function localized(request: string): string {
  try {
    if (request.length > longestRequest) throw new RangeError(tooLong);
    const [name, value, locales, options] = JSON.parse(request) as Request;
    const method = methods.get(name);
    if (method === undefined) throw new RangeError('there is no such method');
    return JSON.stringify({ value: method(String(value), locales ?? standardLocale, options ?? {}) });
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new RangeError('invalid');
    return JSON.stringify({ error: message.slice(0, 200), name });
  }
}

type Locales = string | string[];
type Options = Readonly<Record<string, unknown>>;
type Request = readonly [string, unknown, Locales | null, Options | null];
type Ago = [number, Intl.RelativeTimeFormatUnit];
type Method = (value: string, locales: Locales, options: Options) => unknown;

const longestRequest = 20_000;
const tooLong = 'the value, the locales or the options are too long';
const standardLocale = 'en-US';
const mostKept = 50;
/** Making one costs far more than using it, and code makes the same ones again and again. */
const kept = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat | Intl.Collator>();

const dayParts = ['weekday', 'year', 'month', 'day'];
const dayDefaults = ['year', 'month', 'day'];
const timeParts = ['dayPeriod', 'hour', 'minute', 'second', 'fractionalSecondDigits'];
const timeDefaults = ['hour', 'minute', 'second'];

const methods: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['number', (value, ...how) => numberFormat(...how).format(numberOf(value))],
  ['numberParts', (value, ...how) => numberFormat(...how).formatToParts(numberOf(value))],
  ['numberOptions', (_value, ...how) => numberFormat(...how).resolvedOptions()],
  ['date', (value, ...how) => dateFormat(...how).format(Number(value))],
  ['dateParts', (value, ...how) => dateFormat(...how).formatToParts(Number(value))],
  ['dateOptions', (_value, ...how) => dateFormat(...how).resolvedOptions()],
  ['plural', (value, ...how) => new Intl.PluralRules(...how).select(Number(value))],
  ['relative', (value, ...how) => new Intl.RelativeTimeFormat(...how).format(...(JSON.parse(value) as Ago))],
  ['list', (value, ...how) => new Intl.ListFormat(...how).format(JSON.parse(value) as string[])],
  ['name', (value, ...how) => nameOf(value, ...how)],
  ['segments', (value, ...how) => segmentsOf(value, new Intl.Segmenter(...how))],
  ['toLocaleString', written('toLocaleString', [...dayParts, ...timeParts], [...dayDefaults, ...timeDefaults])],
  ['toLocaleDateString', written('toLocaleDateString', dayParts, dayDefaults)],
  ['toLocaleTimeString', written('toLocaleTimeString', timeParts, timeDefaults)],
]);

function numberFormat(locales: Locales, options: Options): Intl.NumberFormat {
  return keep(Intl.NumberFormat, locales, options);
}

function dateFormat(locales: Locales, options: Options): Intl.DateTimeFormat {
  return keep(Intl.DateTimeFormat, locales, inZone(options));
}

/**
 * The order of two texts: -1, 0 or 1. The request is `[locales, options]` as JSON, empty for the standard ones, and the
 * texts, with U+0001 between the three. Throws what is wrong with them. Sorting asks this very often, so it has a bridge
 * of its own, and one text goes through it faster than three.
 */
export function compared(request: string): number {
  if (request.length > longestRequest) throw new RangeError(tooLong);
  const [how = '', a = '', b = ''] = request.split('\u0001');
  // What `keep` has begins with a bracket: code that forges requests puts nothing in its place.
  const key = `order ${how}`;
  let made = kept.get(key) as Intl.Collator | undefined;
  if (made === undefined) {
    const [locales, options] = how === '' ? [null, null] : (JSON.parse(how) as [Locales | null, Options | null]);
    made = remember(key, new Intl.Collator(locales ?? standardLocale, options ?? {}));
  }
  return made.compare(a, b);
}

/** A method of dates: when its options name no part, these are meant; Node makes a formatter each time, which costs far more. */
function written(
  name: 'toLocaleString' | 'toLocaleDateString' | 'toLocaleTimeString',
  parts: readonly string[],
  defaults: readonly string[],
): Method {
  return (value, locales, options) => {
    const date = dateOf(value);
    if (Number.isNaN(date.getTime()) || 'dateStyle' in options || 'timeStyle' in options) {
      return date[name](locales, inZone(options));
    }
    const isBare = parts.every((part) => options[part] === undefined);
    const added = isBare ? Object.fromEntries(defaults.map((part) => [part, 'numeric'])) : {};
    return dateFormat(locales, { ...options, ...added }).format(date);
  };
}

/** Nothing of no code: that only asks whether the languages and options are right. */
function nameOf(code: string, locales: Locales, options: Options): string | undefined {
  const names = new Intl.DisplayNames(locales, options as unknown as Intl.DisplayNamesOptions);
  return code === '' ? undefined : names.of(code);
}

/** Without the text itself, which each of them would carry. */
function segmentsOf(text: string, segmenter: Intl.Segmenter): object[] {
  return Array.from(segmenter.segment(text), ({ input: _input, ...segment }) => segment);
}

/** The clock of the interpreter is UTC, whatever the server's is. */
function inZone(options: Options): Options {
  return { timeZone: 'UTC', ...options };
}

/** Long whole numbers keep their digits. */
function numberOf(value: string): number | bigint {
  return /^-?\d{16,}$/.test(value) ? BigInt(value) : Number(value);
}

function dateOf(value: string): Date {
  return new Date(Number(value));
}

function keep<Made extends Intl.NumberFormat | Intl.DateTimeFormat>(
  maker: new (locales: Locales, options: Options) => Made,
  locales: Locales,
  options: Options,
): Made {
  const key = JSON.stringify([maker.name, locales, options]);
  return (kept.get(key) as Made | undefined) ?? remember(key, new maker(locales, options));
}

function remember<Made extends Intl.NumberFormat | Intl.DateTimeFormat | Intl.Collator>(key: string, made: Made): Made {
  if (kept.size >= mostKept) kept.clear();
  kept.set(key, made);
  return made;
}
