import { type Position, TemplateError } from './template-error.ts';

export type TokenKind =
  | 'text'
  | 'open-output'
  | 'close-output'
  | 'open-tag'
  | 'close-tag'
  | 'name'
  | 'string'
  | 'integer'
  | 'float'
  | 'operator'
  | 'end';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly position: Position;
}

/** Longest first. */
const operators = [
  '**',
  '//',
  '==',
  '!=',
  '<=',
  '>=',
  '+',
  '-',
  '*',
  '/',
  '%',
  '~',
  '<',
  '>',
  '=',
  '.',
  ':',
  '|',
  ',',
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
];
const namePattern = /[\p{L}_][\p{L}\p{N}\p{M}_]*/uy;
const numberPattern = /0[xX](?:_?[\da-fA-F])+|0[bB](?:_?[01])+|0[oO](?:_?[0-7])+|\d[\d_]*(\.\d[\d_]*)?([eE][+-]?\d+)?/y;
const openings = /\{[{%#]/g;
const rawEnd = /\{%([-+]?)\s*endraw\s*([-+]?)%\}/g;
const rawStart = /\{%([-+]?)\s*raw\s*([-+]?)%\}/y;
const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  a: '\x07',
  '0': '\0',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '\n': '',
};

/** Cuts a template into tokens, whitespace control applied. Newlines become `\n`, one at the end is dropped. */
export function tokenize(source: string): Token[] {
  return new Lexer(source.replaceAll(/\r\n?/g, '\n').replace(/\n$/, '')).run();
}

class Lexer {
  readonly #source: string;
  readonly #tokens: Token[] = [];
  #at = 0;
  /** Where each line starts, and the line of the last position asked for: tokens come in order. */
  readonly #lineStarts: readonly number[];
  #line = 0;
  /** The tag before the next text ended with `-`. */
  #trimsNext = false;

  constructor(source: string) {
    this.#source = source;
    this.#lineStarts = [0, ...Array.from(source.matchAll(/\n/g), (match) => match.index + 1)];
  }

  run(): Token[] {
    while (this.#at < this.#source.length) {
      this.#text();
      if (this.#at < this.#source.length) this.#markup();
    }
    this.#push('end', '', this.#source.length);
    return this.#tokens;
  }

  #text(): void {
    openings.lastIndex = this.#at;
    const end = openings.exec(this.#source)?.index ?? this.#source.length;
    this.#pushText(this.#at, end, this.#source[end + 2] === '-');
    this.#at = end;
  }

  #pushText(start: number, end: number, trimsEnd: boolean): void {
    let text = this.#source.slice(start, end);
    if (this.#trimsNext) text = text.trimStart();
    if (trimsEnd) text = text.trimEnd();
    this.#trimsNext = false;
    if (text !== '') this.#push('text', text, start);
  }

  #markup(): void {
    const start = this.#at;
    const opening = this.#source.slice(start, start + 2);
    if (opening === '{#') this.#comment(start);
    else if (opening === '{{' || !this.#raw(start)) this.#open(opening, start);
  }

  #open(opening: string, start: number): void {
    const isTag = opening === '{%';
    this.#push(isTag ? 'open-tag' : 'open-output', opening, start);
    this.#at += 2;
    if (this.#source[this.#at] === '-' || this.#source[this.#at] === '+') this.#at++;
    this.#expression(isTag ? '%}' : '}}', start);
  }

  #comment(start: number): void {
    const end = this.#source.indexOf('#}', start + 2);
    if (end < 0) throw this.#error('the comment is never closed', start);
    this.#trimsNext = this.#source[end - 1] === '-' && end - 1 > start + 1;
    this.#at = end + 2;
  }

  #raw(start: number): boolean {
    rawStart.lastIndex = start;
    const opening = rawStart.exec(this.#source);
    if (opening === null) return false;
    rawEnd.lastIndex = rawStart.lastIndex;
    const closing = rawEnd.exec(this.#source);
    if (closing === null) throw this.#error('{% raw %} is never closed', start);
    this.#trimsNext = opening[2] === '-';
    this.#pushText(start + opening[0].length, closing.index, closing[1] === '-');
    this.#trimsNext = closing[2] === '-';
    this.#at = closing.index + closing[0].length;
    return true;
  }

  #expression(closing: '%}' | '}}', start: number): void {
    let depth = 0;
    while (this.#at < this.#source.length) {
      if (/\s/.test(this.#source.charAt(this.#at))) {
        this.#at++;
        continue;
      }
      const trims = this.#source.charAt(this.#at) === '-' || this.#source.charAt(this.#at) === '+' ? 1 : 0;
      if (depth <= 0 && this.#source.startsWith(closing, this.#at + trims)) {
        this.#trimsNext = trims === 1 && this.#source.charAt(this.#at) === '-';
        this.#push(closing === '%}' ? 'close-tag' : 'close-output', closing, this.#at);
        this.#at += trims + 2;
        return;
      }
      depth += this.#token();
    }
    throw this.#error(`${closing === '%}' ? '{%' : '{{'} is never closed`, start);
  }

  /** Reads one token; answers how it changes the nesting of brackets. */
  #token(): number {
    const start = this.#at;
    const character = this.#source.charAt(start);
    if (character === '"' || character === "'") return this.#string(character);
    if (this.#pattern(namePattern, () => 'name')) return 0;
    if (this.#pattern(numberPattern, (text) => (/^0[xXbBoO]|^[\d_]+$/.test(text) ? 'integer' : 'float'))) return 0;
    const operator = operators.find((candidate) => this.#source.startsWith(candidate, start));
    if (operator === undefined) throw this.#error(`unexpected character ${character}`, start);
    this.#push('operator', operator, start);
    this.#at += operator.length;
    if ('([{'.includes(operator)) return 1;
    return ')]}'.includes(operator) ? -1 : 0;
  }

  #pattern(pattern: RegExp, kind: (text: string) => TokenKind): boolean {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#source);
    if (match === null) return false;
    this.#push(kind(match[0]), match[0], this.#at);
    this.#at += match[0].length;
    return true;
  }

  #string(quote: string): number {
    const start = this.#at;
    let text = '';
    for (let at = start + 1; at < this.#source.length; at++) {
      const character = this.#source.charAt(at);
      if (character === quote) {
        this.#push('string', text, start);
        this.#at = at + 1;
        return 0;
      }
      if (character !== '\\') {
        text += character;
        continue;
      }
      const [value, length] = readEscape(this.#source, at + 1);
      text += value;
      at += length;
    }
    throw this.#error('the text in quotes is never closed', start);
  }

  #push(kind: TokenKind, text: string, at: number): void {
    this.#tokens.push({ kind, text, position: this.#position(at) });
  }

  #position(at: number): Position {
    while ((this.#lineStarts[this.#line + 1] ?? Number.POSITIVE_INFINITY) <= at) this.#line++;
    while (this.#line > 0 && (this.#lineStarts[this.#line] ?? 0) > at) this.#line--;
    return { line: this.#line + 1, column: at - (this.#lineStarts[this.#line] ?? 0) + 1 };
  }

  #error(message: string, at: number): TemplateError {
    return new TemplateError(message, this.#position(at));
  }
}

/** The character of an escape sequence and how many characters of the source it takes; unknown ones stay as written. */
function readEscape(source: string, at: number): readonly [string, number] {
  const character = source.charAt(at);
  const length = { x: 2, u: 4, U: 8 }[character];
  if (length !== undefined) {
    const digits = source.slice(at + 1, at + 1 + length);
    const code = Number.parseInt(digits, 16);
    if (digits.length === length && /^[\da-fA-F]+$/.test(digits) && code <= 0x10ffff) {
      return [String.fromCodePoint(code), length + 1];
    }
  }
  const known = Object.hasOwn(escapes, character) ? escapes[character] : undefined;
  return [known ?? `\\${character}`, 1];
}
