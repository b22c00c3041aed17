import { PlatformError } from '../../kernel/index.ts';
import type { AnnotationText } from './annotation.ts';
import { cleanText, fault } from './texts.ts';

/** Faults that are told; the rest is counted. */
const TOLD = 10;

interface Row {
  /** Where it begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * Questions and answers of a CSV text (RFC 4180): two columns, a first line `question,answer` may be there. Throws
 * `annotations.invalid_csv` with the lines that are wrong: whoever imports gets all or nothing.
 */
export function annotationsOfCsv(csv: string, limit: number): AnnotationText[] {
  const rows = withoutHeading(rowsOf(csv.replace(/^\uFEFF/, '')));
  if (rows.length === 0) throw invalid('The file has no line with a question and an answer.');
  if (rows.length > limit) throw invalid(`The file has ${rows.length} lines; an app may have ${limit} annotations.`);
  const faults: string[] = [];
  const lines = new Map<string, number>();
  const texts = rows.map(({ line, cells }) => {
    const text = { question: cleanText(cells[0] ?? '').trim(), answer: cleanText(cells[1] ?? '').trim() };
    const wrong = faultOf(cells, text, lines);
    if (wrong === null) lines.set(text.question, line);
    else faults.push(`line ${line}: ${wrong}`);
    return text;
  });
  if (faults.length === 0) return texts;
  const more = faults.length > TOLD ? `; and ${faults.length - TOLD} more` : '';
  throw invalid(`Nothing was imported. ${faults.slice(0, TOLD).join('; ')}${more}.`);
}

function faultOf(cells: readonly string[], text: AnnotationText, lines: ReadonlyMap<string, number>): string | null {
  if (cells.length !== 2) return `there are ${cells.length} columns, not question and answer`;
  const wrong = fault('question', text.question) ?? fault('answer', text.answer);
  if (wrong !== null) return wrong;
  const before = lines.get(text.question);
  return before === undefined ? null : `the same question is in line ${before}`;
}

function withoutHeading(rows: readonly Row[]): readonly Row[] {
  const heading = rows[0]?.cells.map((cell) => cell.trim().toLowerCase()).join();
  return heading === 'question,answer' ? rows.slice(1) : rows;
}

/** A quoted cell, up to its closing quote; or a plain one. Then what ends it. */
const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;

function rowsOf(csv: string): Row[] {
  const rows: Row[] = [];
  let line = 1;
  let start = 1;
  let cells: string[] = [];
  cell.lastIndex = 0;
  while (cell.lastIndex < csv.length || cells.length > 0) {
    const found = cell.exec(csv);
    if (found === null) throw invalid(`Nothing was imported. line ${line}: a quote is out of place, or not closed.`);
    const [whole, quoted, plain = '', end = ''] = found;
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    line += whole.match(/\r\n|\n|\r/g)?.length ?? 0;
    if (end === ',') continue;
    // An empty line is none.
    if (cells.length > 1 || quoted !== undefined || plain.trim() !== '') rows.push({ line: start, cells });
    cells = [];
    start = line;
  }
  return rows;
}

function invalid(message: string): PlatformError {
  return new PlatformError('invalid', 'annotations.invalid_csv', message);
}
