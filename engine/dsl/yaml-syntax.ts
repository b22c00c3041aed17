/** YAML text → syntax tree, within limits of size and depth, and with the tolerance the exporter's own reader has. */
import { Composer, type Document, Lexer, LineCounter, Parser } from 'yaml';
import type { PlatformError } from '#kernel';
import { invalidDocument } from './document-error.ts';

/** Nested collections. Documents in the wild reach 15. */
export const depthLimit = 200;
/**
 * Pieces of syntax that any document may have, and that a large one may: it must have one and a half characters for each,
 * so that a text of nothing but structure is refused early. A graph of 10,000 nodes as an editor writes it has 2.8
 * million, of three characters and more; one with a node to a line has pieces of 1.7.
 */
const lexemeLimit = 500_000;
const largestLexemeLimit = 3_000_000;
const lexemeLength = 1.5;
/** Outdented quoted texts that are mended. */
const repairLimit = 5;
/** Characters of documents that are mended: each pass reads the whole text again. */
const repairableLength = 1024 * 1024;
/** The lexer sends this before plain and block text. */
const scalarMark = '\u001f';

/** `documentBytes`: how long the text may be (app DSL, import). */
export function readSyntax(source: string, documentBytes: number): Syntax {
  const text = source.startsWith('\uFEFF') ? source.slice(1) : source;
  if (text.length > documentBytes || Buffer.byteLength(text) > documentBytes) {
    const most = Number((documentBytes / 1024 / 1024).toFixed(3));
    throw invalidDocument(
      `The document is larger than ${most} MB (WEFT_DOCUMENT_MB): remove embedded files or split the application.`,
    );
  }
  const first = compose(text);
  if (first.error === undefined) return first;
  const repaired = first.outdented === undefined ? undefined : indentQuoted(text, first.outdented);
  const second = repaired === undefined ? undefined : composeRepaired(repaired);
  if (second?.error === undefined && second !== undefined) return second;
  throw first.error;
}

export interface Syntax {
  readonly document: Document.Parsed;
  readonly lines: LineCounter;
}

interface Composed extends Syntax {
  readonly error: PlatformError | undefined;
  /** Where a quoted text begins whose lines stand left of their key. */
  readonly outdented: number | undefined;
}

/** The exporter's own reader accepts quoted text that runs on at the margin; each pass mends one such text. */
function composeRepaired(text: string): Composed | undefined {
  let current = text;
  for (let pass = 0; pass < repairLimit; pass += 1) {
    const composed = compose(current);
    const repaired = composed.outdented === undefined ? undefined : indentQuoted(current, composed.outdented);
    if (composed.error === undefined || repaired === undefined) return composed;
    current = repaired;
  }
  return undefined;
}

/** Indents the lines of a quoted text behind its quote; quoted text folds, so its value stays what it is. */
function indentQuoted(text: string, start: number): string | undefined {
  const end = closingQuote(text, start);
  if (end === -1 || text.length > repairableLength) return undefined;
  const indent = ' '.repeat(Math.min(start - text.lastIndexOf('\n', start), 1000));
  return text.slice(0, start) + text.slice(start, end).replaceAll('\n', `\n${indent}`) + text.slice(end);
}

/** Index of the quote that closes the one at `start`; -1 when none does. */
function closingQuote(text: string, start: number): number {
  const quote = text.charAt(start);
  let at = text.indexOf(quote, start + 1);
  while (at !== -1) {
    if (quote === "'") {
      if (text.charAt(at + 1) !== "'") return at;
      at = text.indexOf(quote, at + 2);
    } else {
      let slashes = 0;
      while (text.charAt(at - 1 - slashes) === '\\') slashes += 1;
      if (slashes % 2 === 0) return at;
      at = text.indexOf(quote, at + 1);
    }
  }
  return -1;
}

/** Each mistake of a text becomes an error, whose stack would take longer than all the rest, and is shown to nobody. */
function compose(text: string): Composed {
  const frames = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return composed(text);
  } finally {
    Error.stackTraceLimit = frames;
  }
}

function composed(text: string): Composed {
  const lines = new LineCounter();
  const parser = new Parser(lines.addNewLine);
  const tokens = [];
  let lexemes = 0;
  let outdented: number | undefined;
  let previous = '';
  lines.addNewLine(0);
  for (const lexeme of new Lexer().lex(text)) {
    lexemes += 1;
    if (lexemes > lexemeLimit && lexemes > mostLexemes(parser.offset))
      throw invalidDocument(`The document has more than ${lexemes - 1} pieces of syntax: split it.`);
    if (outdented === undefined && /^['"]/.test(lexeme) && previous !== scalarMark) {
      const end = parser.offset + lexeme.length;
      const isCut = /[\r\n]/.test(text.charAt(end)) && closingQuote(text, parser.offset) !== end - 1;
      if (isCut) outdented = parser.offset;
    }
    previous = lexeme;
    for (const token of parser.next(lexeme)) tokens.push(token);
    if (parser.stack.length > depthLimit) {
      throw invalidDocument(`${placeOf(lines, parser.offset)}: nested deeper than ${depthLimit} levels.`);
    }
  }
  for (const token of parser.end()) tokens.push(token);
  // Duplicate keys are looked for by the reader below: the composer compares every pair of keys.
  const composer = new Composer({ schema: 'failsafe', uniqueKeys: false, resolveKnownTags: false, logLevel: 'silent' });
  const documents = [...composer.compose(tokens, true, text.length)];
  const [document] = documents;
  if (document === undefined) throw invalidDocument('The document is empty: paste the YAML text of an application.');
  const [problem] = document.errors;
  let error: PlatformError | undefined;
  if (problem) {
    error = invalidDocument(`${placeOf(lines, problem.pos[0])}: this is no valid YAML: ${problem.message}.`);
  } else if (documents.length > 1) {
    error = invalidDocument('The text holds several YAML documents (`---`): import one at a time.');
  }
  return { document: document as Document.Parsed, lines, error, outdented };
}

/** Of what was read so far, so that a dense text is refused before the rest of it is read. */
function mostLexemes(characters: number): number {
  return Math.min(largestLexemeLimit, Math.max(lexemeLimit, Math.floor(characters / lexemeLength)));
}

export function placeOf(lines: LineCounter, offset: number): string {
  const { line, col } = lines.linePos(offset);
  return `Line ${line}, column ${col}`;
}
