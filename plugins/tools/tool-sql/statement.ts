import { PlatformError } from '#kernel';

const MAX_LENGTH = 100_000;
/**
 * With these words statements begin that a read-only transaction holds to reading. COPY (which writes files and starts
 * programs of the server), DO, CALL, SET and the like are none of them; the word decides, for the server takes one
 * statement at a time from us, and PostgreSQL's grammar has none of those inside of these.
 */
const READING = ['select', 'with', 'values', 'table', 'show', 'explain'];

/** Throws `tool-sql.invalid_query` for what is no statement, `tool-sql.read_only` for what may not run on a reading connection. */
export function checkStatement(text: string, mayWrite: boolean): void {
  if (text.length > MAX_LENGTH) throw invalid(`The query has more than ${MAX_LENGTH} characters.`);
  if (text.includes('\0')) throw invalid('The query holds a NUL character.');
  const word = firstWord(text);
  if (word === '') throw invalid('The query is empty: write one SQL statement.');
  if (mayWrite || READING.includes(word)) return;
  const remedy = 'A connection whose address ends with access=write may run others.';
  const message = `The connection only reads: a statement begins with ${READING.join(', ').toUpperCase()}. ${remedy}`;
  throw new PlatformError('forbidden', 'tool-sql.read_only', message);
}

/** In lower case, after blanks, comments (which nest) and opening parentheses; "" when there is none. */
export function firstWord(text: string): string {
  let at = 0;
  while (at < text.length) {
    if (/[\s(;]/.test(text.charAt(at))) at += 1;
    else if (text.startsWith('--', at)) at = endOfLine(text, at);
    else if (text.startsWith('/*', at)) at = endOfComment(text, at);
    else break;
  }
  return /^[a-z_]+/i.exec(text.slice(at, at + 40))?.[0].toLowerCase() ?? '';
}

function endOfLine(text: string, from: number): number {
  const length = text.slice(from).search(/[\r\n]/);
  return length === -1 ? text.length : from + length;
}

function endOfComment(text: string, from: number): number {
  const marks = /\/\*|\*\//g;
  marks.lastIndex = from;
  let depth = 0;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    depth += mark[0] === '/*' ? 1 : -1;
    if (depth === 0) return marks.lastIndex;
  }
  return text.length;
}

function invalid(message: string) {
  return new PlatformError('invalid', 'tool-sql.invalid_query', message);
}
