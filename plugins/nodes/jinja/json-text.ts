import { Float, isNumeric, toText } from '#engine';
import { TemplateError } from './template-error.ts';
import { dictEntries, isDict, listOf, typeName } from './values.ts';

const maxParts = 100_000;

/**
 * JSON as Jinja's `tojson` writes it: keys sorted, non-ASCII escaped, and the characters that matter in HTML as escapes,
 * so that the text may stand in a page or an attribute.
 */
export function toJsonText(value: unknown, indent: number | null): string {
  return new JsonWriter(indent)
    .write(value, 1)
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('&', '\\u0026')
    .replaceAll("'", '\\u0027');
}

class JsonWriter {
  readonly #indent: number | null;
  #parts = 0;

  constructor(indent: number | null) {
    this.#indent = indent;
  }

  write(value: unknown, level: number): string {
    if (++this.#parts > maxParts || level > 100) throw new TemplateError('the value is too large for tojson');
    if (typeof value === 'string') {
      this.#parts += value.length >> 6;
      return ascii(value);
    }
    if (value === null) return 'null';
    if (typeof value === 'boolean') return String(value);
    if (value instanceof Float || isNumeric(value)) return number(toText(value));
    const items = listOf(value);
    if (items !== undefined)
      return this.#wrap(
        '[]',
        items.map((item) => this.write(item, level + 1)),
        level,
      );
    if (!isDict(value)) throw new TemplateError(`Object of type ${typeName(value)} is not JSON serializable`);
    const members = dictEntries(value).map(([key, item]) => [keyText(key), item] as const);
    members.sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
    return this.#wrap(
      '{}',
      members.map(([key, item]) => `${ascii(key)}: ${this.write(item, level + 1)}`),
      level,
    );
  }

  #wrap(brackets: '[]' | '{}', parts: readonly string[], level: number): string {
    const [open = '', close = ''] = brackets;
    if (parts.length === 0) return brackets;
    if (this.#indent === null) return open + parts.join(', ') + close;
    const line = (depth: number): string => `\n${' '.repeat(Math.min(40, this.#indent ?? 0) * depth)}`;
    return open + line(level) + parts.join(`,${line(level)}`) + line(level - 1) + close;
  }
}

function keyText(key: unknown): string {
  if (typeof key === 'string') return key;
  if (key === null) return 'null';
  return typeof key === 'boolean' ? String(key) : toText(key);
}

function number(text: string): string {
  return { nan: 'NaN', inf: 'Infinity', '-inf': '-Infinity' }[text] ?? text;
}

function ascii(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[\u007f-\uffff]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
