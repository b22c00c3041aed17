import type { Run } from './run.ts';
import {
  characters,
  compare,
  type Dict,
  dictEntries,
  isDict,
  listOf,
  repr,
  Tuple,
  typeName,
  Visits,
} from './values.ts';
import { splitLines } from './white-space.ts';

const lineWidth = 80;

type Entry = readonly [unknown, unknown];

/** Python's `pprint.pformat(value)`: keys in order, and one item to a line where they don't all fit on one. */
export function prettyText(value: unknown, run: Run): string {
  return new Printer(run).write(value, { indent: 0, after: 0, level: 1 });
}

/** Where a value begins, how many characters follow its end on the same line, and how deep it is. */
interface Place {
  readonly indent: number;
  readonly after: number;
  readonly level: number;
}

class Printer {
  readonly #run: Run;

  constructor(run: Run) {
    this.#run = run;
  }

  write(value: unknown, place: Place): string {
    const { indent, after } = place;
    const line = repr(value, 0, new Visits(), inOrder);
    // Each level looks at all that is below it: what that costs is counted.
    this.#run.chargeText(line.length);
    if (characters(line).length <= lineWidth - indent - after) return line;
    if (typeof value === 'string') return this.#text(value, place);
    if (Array.isArray(value)) return `[${this.#items(value, { ...place, after: after + 1 })}]`;
    if (value instanceof Tuple) {
      const end = value.items.length === 1 ? ',)' : ')';
      return `(${this.#items(value.items, { ...place, after: after + end.length })}${end}`;
    }
    return isDict(value) ? `{${this.#entries(value, { ...place, after: after + 1 })}}` : line;
  }

  #items(items: readonly unknown[], { indent, after, level }: Place): string {
    const inner = indent + 1;
    const between = this.#lineEnd(',', inner, items.length);
    return items
      .map((item, at) => {
        const isLast = at === items.length - 1;
        return this.write(item, { indent: inner, after: isLast ? after : 1, level: level + 1 });
      })
      .join(between);
  }

  #entries(dict: Dict, { indent, after, level }: Place): string {
    const inner = indent + 1;
    const entries = inOrder(dictEntries(dict));
    const between = this.#lineEnd(',', inner, entries.length);
    return entries
      .map(([key, item], at) => {
        const name = `${repr(key, 0, new Visits(), inOrder)}: `;
        const isLast = at === entries.length - 1;
        const place = { indent: inner + characters(name).length, after: isLast ? after : 1, level: level + 1 };
        return name + this.write(item, place);
      })
      .join(between);
  }

  /** What stands between so many lines; behind a long key they are long, however short their items. */
  #lineEnd(mark: string, indent: number, count: number): string {
    this.#run.chargeText(indent * count);
    return `${mark}\n${' '.repeat(indent)}`;
  }

  /** A long text in pieces, broken behind its lines and, where these are long, behind its words. */
  #text(text: string, { indent: outer, after: rest, level }: Place): string {
    const indent = level === 1 ? outer + 1 : outer;
    const after = level === 1 ? rest + 1 : rest;
    const width = lineWidth - indent;
    const fits = (part: string, room: number) => characters(repr(part)).length <= room;
    const lines = splitLines(text, true);
    const pieces = lines.flatMap((line, number) => {
      const isLast = number === lines.length - 1;
      return fits(line, isLast ? width - after : width) ? [line] : this.#wrapped(line, width, isLast ? after : 0);
    });
    if (pieces.length <= 1) return repr(text);
    const joined = pieces.map((piece) => repr(piece)).join(this.#lineEnd('', indent, pieces.length));
    return level === 1 ? `(${joined})` : joined;
  }

  #wrapped(line: string, width: number, after: number): string[] {
    const parts = line.match(/\S+\s*|\s+/g) ?? [];
    const made: string[] = [];
    let current = '';
    for (const [at, part] of parts.entries()) {
      const candidate = current + part;
      this.#run.chargeText(candidate.length);
      const room = at === parts.length - 1 ? width - after : width;
      if (characters(repr(candidate)).length <= room) current = candidate;
      else {
        if (current !== '') made.push(current);
        current = part;
      }
    }
    return current === '' ? made : [...made, current];
  }
}

/** Entries by their keys; keys that have no order among themselves, by the names of their types. */
function inOrder(entries: readonly Entry[]): readonly Entry[] {
  const byType = (left: unknown, right: unknown): number => {
    const [a, b] = [typeName(left), typeName(right)];
    return a < b ? -1 : Number(a > b);
  };
  const order = ([left]: Entry, [right]: Entry): number => {
    const haveOrder = listOf(left) === undefined && typeName(left) === typeName(right) && left !== null;
    return haveOrder ? compare(left, right) : byType(left, right);
  };
  return [...entries].sort(order);
}
