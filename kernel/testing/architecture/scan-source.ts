/** A source file taken apart, without a parser: enough to tell code from comments and text. */
export interface ScannedSource {
  /** The source with comments blanked; same length and lines. */
  readonly withoutComments: string;
  /** Comments and the insides of strings, templates and regular expressions blanked. */
  readonly codeOnly: string;
  /** Everything but comments blanked. */
  readonly commentsOnly: string;
  /** Quoted strings (not templates), with where they start. */
  readonly strings: readonly { readonly value: string; readonly index: number }[];
}

type Part = 'code' | 'comment' | 'text';

interface Piece {
  readonly part: Part;
  readonly start: number;
  readonly end: number;
}

const cache = new Map<string, ScannedSource>();

export function scanSource(source: string): ScannedSource {
  const known = cache.get(source);
  if (known !== undefined) return known;
  const pieces = split(source);
  const keep = (parts: readonly Part[]) =>
    pieces.map((piece) => (parts.includes(piece.part) ? cut(source, piece) : blank(cut(source, piece)))).join('');
  const strings = pieces
    .filter((piece) => piece.part === 'text' && /['"]/.test(source[piece.start - 1] ?? ''))
    .map((piece) => ({ value: cut(source, piece), index: piece.start - 1 }));
  const scanned = {
    withoutComments: keep(['code', 'text']),
    codeOnly: keep(['code']),
    commentsOnly: keep(['comment']),
    strings,
  };
  cache.set(source, scanned);
  return scanned;
}

/** Line of a position, from 1. */
export function lineAt(source: string, index: number): number {
  return source.slice(0, index).split('\n').length;
}

function cut(source: string, piece: Piece): string {
  return source.slice(piece.start, piece.end);
}

function blank(text: string): string {
  return text.replaceAll(/[^\n]/g, ' ');
}

/** Splits into pieces that follow each other without gaps; quotes and slashes around text count as code. */
function split(source: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let begin = 0;
  let at = 0;
  /** Depth of braces inside each open `${`, innermost last. */
  const templates: number[] = [];

  function close(part: Part, end: number): void {
    if (end > begin) pieces.push({ part, start: begin, end });
    begin = end;
    at = end;
  }
  /** From the opening quote to the closing one. */
  function text(end: number): void {
    close('code', at + 1);
    close('text', end);
    at = Math.min(end + 1, source.length);
  }
  function template(from: number): void {
    const end = templateEnd(source, from);
    close('code', from);
    close('text', end);
    if (source[end] === '$') templates.push(0);
    at = Math.min(end + (source[end] === '$' ? 2 : 1), source.length);
  }

  while (at < source.length) {
    const character = source[at];
    const pair = source.slice(at, at + 2);
    if (pair === '//' || pair === '/*') {
      close('code', at);
      const found = pair === '//' ? source.indexOf('\n', at) : source.indexOf('*/', at + 2) + 2;
      close('comment', found < at + 2 ? source.length : found);
    } else if (character === "'" || character === '"') {
      text(stringEnd(source, at));
    } else if (character === '`') {
      template(at + 1);
    } else if (character === '/' && startsRegularExpression(source, at)) {
      text(regularExpressionEnd(source, at));
    } else if (character === '}' && templates.at(-1) === 0) {
      templates.pop();
      template(at + 1);
    } else {
      const depth = templates.length - 1;
      const nesting = templates[depth];
      if (nesting !== undefined && character === '{') templates[depth] = nesting + 1;
      if (nesting !== undefined && character === '}') templates[depth] = nesting - 1;
      at++;
    }
  }
  close('code', source.length);
  return pieces;
}

function stringEnd(source: string, start: number): number {
  const quote = source[start];
  let end = start + 1;
  while (end < source.length && source[end] !== quote && source[end] !== '\n') end += source[end] === '\\' ? 2 : 1;
  return Math.min(end, source.length);
}

/** The closing backtick, or the `$` of `${`. */
function templateEnd(source: string, start: number): number {
  let end = start;
  while (end < source.length && source[end] !== '`' && source.slice(end, end + 2) !== '${')
    end += source[end] === '\\' ? 2 : 1;
  return Math.min(end, source.length);
}

/** A slash after a value divides; after anything else it opens a regular expression. */
function startsRegularExpression(source: string, at: number): boolean {
  const before = source.slice(Math.max(0, at - 40), at).trimEnd();
  return (
    before === '' ||
    /[([{,;:=!&|?+\-*%<>~^]$/.test(before) ||
    /\b(return|typeof|case|in|of|void|throw|await|yield)$/.test(before)
  );
}

function regularExpressionEnd(source: string, start: number): number {
  let isInClass = false;
  let end = start + 1;
  while (end < source.length && source[end] !== '\n') {
    const character = source[end];
    if (character === '/' && !isInClass) break;
    if (character === '[') isInClass = true;
    if (character === ']') isInClass = false;
    end += character === '\\' ? 2 : 1;
  }
  return Math.min(end, source.length);
}
