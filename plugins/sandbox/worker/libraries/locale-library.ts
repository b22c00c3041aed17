import type { LibraryTools } from './tools.ts';

/** What `toLocaleString` and its like and `localeCompare` call, and `Intl`: all ask the server (`localized.ts`). */
export function localeLibrary({ local }: LibraryTools) {
  const localized = (method: string, value: string, locales: unknown, options: unknown): never => {
    const answer = JSON.parse(local(JSON.stringify([method, value, locales ?? null, options ?? null])));
    if (answer.error !== undefined) throw new RangeError(answer.error);
    return answer.value as never;
  };
  const numeral = (value: unknown) => String(typeof value === 'bigint' ? value : Number(value));
  const moment = (value: unknown) => String(value === undefined ? Date.now() : Number(value));
  const compare = (a: string, b: string, locales: unknown, options: unknown): number =>
    a.length + b.length > 2000
      ? a < b
        ? -1
        : Number(a > b)
      : localized('compare', JSON.stringify([a, b]), locales, options);

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
      const own = (a: unknown, b: unknown): number => compare(String(a), String(b), locales, options);
      this.compare = own;
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
    },
    localized,
    compareTexts: compare,
  };
}
