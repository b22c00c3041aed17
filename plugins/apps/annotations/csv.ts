import { CsvError, parse } from 'csv-parse/sync';
import { PlatformError } from '#kernel';
import type { AnnotationText } from './annotation.ts';
import { cleanText, fault } from './texts.ts';

/** Faults that are told; the rest is counted. */
const TOLD = 10;

/** As the parser gives it: `lines` is where it ends. */
interface ParsedRow {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

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
  const rows = withoutHeading(rowsOf(csv));
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

function rowsOf(csv: string): Row[] {
  const options = {
    info: true,
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    record_delimiter: '\n',
  } as const;
  try {
    const records = parse(csv.replaceAll(/\r\n?/g, '\n'), options) as unknown as readonly ParsedRow[];
    // A line of blanks is none.
    const filled = records.filter(({ record: cells }) => cells.length > 1 || cells[0]?.trim() !== '');
    return filled.map(({ record: cells, info }) => ({ line: info.lines - lineEnds(cells), cells }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw invalid(`Nothing was imported. line ${error.lines}: a quote is out of place, or not closed.`);
  }
}

function lineEnds(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);
}

function invalid(message: string): PlatformError {
  return new PlatformError('invalid', 'annotations.invalid_csv', message);
}
