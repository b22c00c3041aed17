/**
 * Numbers and dates as a language writes them, and texts in its order: the interpreter has no `Intl` of its own. Takes a
 * request of the prelude, `[method, value, locales, options]` as JSON, and answers with JSON: a value, or an error.
 */
export function localized(request: string): string {
  try {
    if (request.length > longestRequest) throw new RangeError('the value, the locales or the options are too long');
    const [name, value, locales, options] = JSON.parse(request) as Request;
    const method = methods.get(name);
    if (method === undefined) throw new RangeError('there is no such method');
    return JSON.stringify({ value: method(String(value), locales ?? standardLocale, options ?? {}) });
  } catch (error) {
    return JSON.stringify({ error: error instanceof Error ? error.message.slice(0, 200) : 'invalid' });
  }
}

type Locales = string | string[];
type Options = Readonly<Record<string, unknown>>;
type Request = readonly [string, unknown, Locales | null, Options | null];
type Method = (value: string, locales: Locales, options: Options) => unknown;

const longestRequest = 20_000;
const standardLocale = 'en-US';
const mostKept = 50;
/** Making one costs far more than using it, and code makes the same ones again and again. */
const kept = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat | Intl.Collator>();

const methods: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['number', (value, ...how) => numberFormat(...how).format(numberOf(value))],
  ['numberParts', (value, ...how) => numberFormat(...how).formatToParts(numberOf(value))],
  ['numberOptions', (_value, ...how) => numberFormat(...how).resolvedOptions()],
  ['date', (value, ...how) => dateFormat(...how).format(Number(value))],
  ['dateParts', (value, ...how) => dateFormat(...how).formatToParts(Number(value))],
  ['dateOptions', (_value, ...how) => dateFormat(...how).resolvedOptions()],
  ['toLocaleString', (value, locales, options) => dateOf(value).toLocaleString(locales, inZone(options))],
  ['toLocaleDateString', (value, locales, options) => dateOf(value).toLocaleDateString(locales, inZone(options))],
  ['toLocaleTimeString', (value, locales, options) => dateOf(value).toLocaleTimeString(locales, inZone(options))],
  ['compare', (value, ...how) => collator(...how).compare(...(JSON.parse(value) as [string, string]))],
]);

function numberFormat(locales: Locales, options: Options): Intl.NumberFormat {
  return keep(Intl.NumberFormat, locales, options);
}

function dateFormat(locales: Locales, options: Options): Intl.DateTimeFormat {
  return keep(Intl.DateTimeFormat, locales, inZone(options));
}

function collator(locales: Locales, options: Options): Intl.Collator {
  return keep(Intl.Collator, locales, options);
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

function keep<Made extends Intl.NumberFormat | Intl.DateTimeFormat | Intl.Collator>(
  maker: new (locales: Locales, options: Options) => Made,
  locales: Locales,
  options: Options,
): Made {
  const key = JSON.stringify([maker.name, locales, options]);
  let made = kept.get(key) as Made | undefined;
  if (made === undefined) {
    made = new maker(locales, options);
    if (kept.size >= mostKept) kept.clear();
    kept.set(key, made);
  }
  return made;
}
