import { MAX_TABLES } from '#plugins/tool-documents/protocol.ts';
import { type Block, Refusal, textOf } from './markdown.ts';

/** A table's cells, and what it is called: the heading before it. */
export interface NamedTable {
  readonly name: string;
  readonly rows: readonly (readonly string[])[];
}

/** What begins so is a formula to programs that open CSV. */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,12})?$/;

/** A number as a cell shows it; texts such as `007` and long ids stay texts. */
export function numberIn(text: string): number | undefined {
  return NUMBER.test(text) ? Number(text) : undefined;
}

/** All tables, at any depth; refuses a text without one. */
export function tablesOf(blocks: readonly Block[]): readonly NamedTable[] {
  const tables: NamedTable[] = [];
  let heading = '';
  const visit = (all: readonly Block[]) => {
    for (const block of all) {
      if (block.kind === 'heading') heading = textOf(block.runs).trim();
      else if (block.kind === 'quote') visit(block.blocks);
      else if (block.kind === 'list') for (const item of block.items) visit(item);
      else if (block.kind === 'table') {
        tables.push({ name: heading, rows: block.rows.map((row) => row.map((cell) => textOf(cell).trim())) });
      }
    }
  };
  visit(blocks);
  if (tables.length === 0) throw new Refusal('The Markdown has no table; write one with | between its cells.');
  if (tables.length > MAX_TABLES) throw new Refusal(`The Markdown has more than ${MAX_TABLES} tables.`);
  return tables;
}

/** A JSON list of CSV texts, one for each table; a cell that a program would take for a formula has a ' before it. */
export function toCsv(blocks: readonly Block[]): string {
  const cell = (text: string) => {
    const harmless = FORMULA.test(text) && numberIn(text) === undefined ? `'${text}` : text;
    return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
  };
  // The mark tells programs that it is UTF-8.
  const csv = ({ rows }: NamedTable) => `\uFEFF${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
  return JSON.stringify(tablesOf(blocks).map(csv));
}

/** The rows of a table as objects by its head; of several tables, a list of them. */
export function toJson(blocks: readonly Block[]): string {
  const tables = tablesOf(blocks).map(({ rows: [head = [], ...rows] }) =>
    rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at] ?? '']))),
  );
  return JSON.stringify(tables.length === 1 ? tables[0] : tables, null, 2);
}
