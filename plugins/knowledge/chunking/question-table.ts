import { PlatformError } from '#kernel';

/** A question, and what answers it. */
export interface QuestionAnswer {
  readonly question: string;
  readonly answer: string;
}

const DELIMITER_ROW = /^\|(?:\s*:?-+:?\s*\|)+\s*$/;

/**
 * The rows of a table below its heading, which is skipped: questions in the first column, answers in the second. Takes the
 * markdown that a CSV file is extracted as, and CSV itself. Rows without a question or an answer are left out. Throws
 * `chunking.no_question_table` (invalid) when there is no such row.
 */
export function questionRowsOf(text: string): readonly QuestionAnswer[] {
  const rows = isMarkdownTable(text) ? markdownRows(text) : csvRows(text);
  return questionsOfCells(rows);
}

/** The same for the cells of a table, whose first row is its heading. Throws `chunking.no_question_table`. */
export function questionsOfCells(rows: readonly (readonly string[])[]): readonly QuestionAnswer[] {
  const pairs = rows
    .slice(1)
    .map(([question = '', answer = '']) => ({ question: question.trim(), answer: answer.trim() }))
    .filter(({ question, answer }) => question !== '' && answer !== '');
  if (pairs.length > 0) return pairs;
  const wanted = 'a heading, and below it a question in the first column and its answer in the second';
  const message = `The document has no questions and answers: a table of them has ${wanted}`;
  throw new PlatformError('invalid', 'chunking.no_question_table', message);
}

function isMarkdownTable(text: string): boolean {
  const start = text.trimStart().slice(0, 100_000);
  const [head = '', delimiter = ''] = start.split('\n', 2);
  return head.startsWith('|') && DELIMITER_ROW.test(delimiter.slice(0, 10_000));
}

function markdownRows(text: string): readonly (readonly string[])[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('|') && !DELIMITER_ROW.test(line.slice(0, 1_000)))
    .map(cellsOfLine);
}

/** What extraction wrote as `\|` is a sign of the text. */
function cellsOfLine(line: string): readonly string[] {
  return line
    .split(/(?<!\\)\|/)
    .slice(1)
    .map((cell) => cell.replaceAll('\\|', '|').trim());
}

/** RFC 4180, with the comma; a quote that is out of place is text. */
function csvRows(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let from = 0; from < text.length; ) {
    const { value, end } = quotedCell(text, from) ?? bareCell(text, from);
    row.push(value);
    from = end + 1;
    if (text[end] === ',') continue;
    if (text[end] === '\r' && text[from] === '\n') from += 1;
    rows.push(row);
    row = [];
  }
  if (row.length > 0) rows.push(row);
  return rows;
}

interface Cell {
  readonly value: string;
  /** Where the comma or the end of the line is. */
  readonly end: number;
}

function quotedCell(text: string, from: number): Cell | undefined {
  if (text[from] !== '"') return undefined;
  let close = text.indexOf('"', from + 1);
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  const end = close + 1;
  if (close < 0 || !(end >= text.length || /[,\r\n]/.test(text.charAt(end)))) return undefined;
  return { value: text.slice(from + 1, close).replaceAll('""', '"'), end };
}

const CELL_END = /[,\r\n]/g;

function bareCell(text: string, from: number): Cell {
  CELL_END.lastIndex = from;
  const end = CELL_END.exec(text)?.index ?? text.length;
  return { value: text.slice(from, end), end };
}
