import type { LibraryTools } from './tools.ts';

/** What `toLocaleString` and its like and `localeCompare` call, and `Intl`: all ask the server (`localized.ts`). */
export function localeLibrary({ local, compare }: LibraryTools) {
  /** As JSON, these would be null, which counts as 0. */
  const finite = (_key: string, value: unknown) =>
    typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
  const localized = (method: string, value: string, locales: unknown, options: unknown): never => {
    const answer = JSON.parse(local(JSON.stringify([method, value, locales ?? null, options ?? null], finite)));
    if (answer.error !== undefined) throw new (answer.name === 'TypeError' ? TypeError : RangeError)(answer.error);
    return answer.value as never;
  };
  const numeral = (value: unknown) =>
    Object.is(value, -0) ? '-0' : String(typeof value === 'bigint' ? value : Number(value));
  const moment = (value: unknown) => String(value === undefined ? Date.now() : Number(value));
  const mark = String.fromCharCode(1);
  /** Texts without NUL and the mark, which no order knows and the way to the server does not take. */
  const plain = (text: string) => text.replaceAll('\0', '').replaceAll(mark, '');
  /** Blanks, digits and letters have the order of their codes, small letters first where all else is the same: no need to ask. */
  const simple = /^[ \da-z]*$/i;
  const simply = (a: string, b: string): number => {
    const [x, y] = [a.toLowerCase(), b.toLowerCase()];
    if (x !== y) return x < y ? -1 : 1;
    return a === b ? 0 : a < b ? 1 : -1;
  };
  const comparing = (locales: unknown, options: unknown) => {
    const isStandard = locales === undefined && options === undefined;
    const how = (isStandard ? '' : JSON.stringify([locales ?? null, options ?? null])) + mark;
    return (a: string, b: string): number => {
      if (isStandard && simple.test(a) && simple.test(b)) return simply(a, b);
      if (a.length + b.length > 2000) return a < b ? -1 : Number(a > b);
      try {
        return compare(how + plain(a) + mark + plain(b));
      } catch (error) {
        throw new RangeError((error as Error).message);
      }
    };
  };
  const standard = comparing(undefined, undefined);
  const compareTexts = (a: string, b: string, locales: unknown, options: unknown): number =>
    (locales === undefined && options === undefined ? standard : comparing(locales, options))(a, b);

  const formatter = (kind: string, read: (value: unknown) => string) =>
    class {
      readonly format: (value?: unknown) => string;
      readonly formatToParts: (value?: unknown) => unknown;
      readonly resolvedOptions: () => unknown;
      constructor(locales?: unknown, options?: unknown) {
        const resolved = localized(`${kind}Options`, '0', locales, options);
        const format = (value?: unknown): string => localized(kind, read(value), locales, options);
        const formatToParts = (value?: unknown): unknown => localized(`${kind}Parts`, read(value), locales, options);
        const resolvedOptions = () => resolved;
        this.format = format;
        this.formatToParts = formatToParts;
        this.resolvedOptions = resolvedOptions;
      }
    };
  class Collator {
    readonly compare: (a: unknown, b: unknown) => number;
    constructor(locales?: unknown, options?: unknown) {
      const own = comparing(locales, options);
      // What is wrong with the languages and options is said at once.
      own('', '');
      const ofTexts = (a: unknown, b: unknown): number => own(String(a), String(b));
      this.compare = ofTexts;
    }
  }
  /** What has one method; what is wrong with its languages and options is said when it is made. */
  const simplest = (library: string, method: string, sample: string, write: (...given: unknown[]) => string) =>
    class {
      constructor(locales?: unknown, options?: unknown) {
        localized(library, sample, locales, options);
        const own = (...given: unknown[]): unknown => localized(library, write(...given), locales, options);
        Object.defineProperty(this, method, { value: own, writable: true, configurable: true });
      }
    };
  const listed = (items: unknown) => JSON.stringify(Array.from(items as Iterable<unknown>, String));
  const ago = (count: unknown, unit: unknown) => JSON.stringify([Number(count), String(unit)]);
  const textual = (value: unknown) => String(value);

  class Segmenter extends simplest('segments', 'split', '', textual) {
    segment(text: unknown): object[] {
      const input = String(text);
      const { split } = this as unknown as { split(input: string): object[] };
      return split(input).map((segment) => ({ ...segment, input }));
    }
  }

  /** All of `Intl` can be made without `new`. */
  const callable = <Made extends new (...args: never[]) => object>(made: Made): Made =>
    new Proxy(made, { apply: (_target, _self, args) => new made(...(args as never[])) });

  return {
    Intl: {
      NumberFormat: callable(formatter('number', numeral)),
      DateTimeFormat: callable(formatter('date', moment)),
      Collator: callable(Collator),
      PluralRules: simplest('plural', 'select', '1', numeral),
      RelativeTimeFormat: simplest('relative', 'format', '[1,"day"]', ago),
      ListFormat: simplest('list', 'format', '[]', listed),
      DisplayNames: simplest('name', 'of', '', textual),
      Segmenter,
    },
    localized,
    numeral,
    compareTexts,
  };
}
