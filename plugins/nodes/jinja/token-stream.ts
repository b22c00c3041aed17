import type { Token, TokenKind } from './lexer.ts';
import type { Statement } from './statement.ts';
import { TemplateError } from './template-error.ts';

const maxNesting = 200;

/** Reads tokens one by one; every complaint names the place. */
export class TokenStream {
  /** The template names a method that changes its value. */
  mutates = false;
  /** Open loops: where break and continue may stand. */
  loops = 0;
  /** Blocks by name, of those read so far. */
  readonly blocks = new Map<string, Statement>();
  readonly #tokens: readonly Token[];
  #at = 0;
  #nesting = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  get current(): Token {
    return this.peek(0);
  }

  peek(ahead: number): Token {
    const token = this.#tokens[Math.min(this.#at + ahead, this.#tokens.length - 1)];
    if (token === undefined) throw new TemplateError('the template is empty');
    return token;
  }

  next(): Token {
    const token = this.current;
    this.#at++;
    return token;
  }

  isOperator(...texts: readonly string[]): boolean {
    return this.current.kind === 'operator' && texts.includes(this.current.text);
  }

  isName(...texts: readonly string[]): boolean {
    return this.current.kind === 'name' && texts.includes(this.current.text);
  }

  /** Steps over an operator when it is there. */
  skipOperator(text: string): boolean {
    const isThere = this.isOperator(text);
    if (isThere) this.#at++;
    return isThere;
  }

  skipName(text: string): boolean {
    const isThere = this.isName(text);
    if (isThere) this.#at++;
    return isThere;
  }

  expectOperator(text: string): void {
    if (!this.skipOperator(text)) throw this.unexpected(`'${text}'`);
  }

  expect(kind: TokenKind, wanted: string): Token {
    if (this.current.kind !== kind) throw this.unexpected(wanted);
    return this.next();
  }

  /** Bounds how deep expressions and blocks may nest: the parser and the evaluation recurse. */
  nested<T>(parse: () => T): T {
    if (++this.#nesting > maxNesting) throw this.error('the template is nested too deeply');
    const result = parse();
    this.#nesting--;
    return result;
  }

  unexpected(wanted: string): TemplateError {
    const { kind, text } = this.current;
    const shown = kind === 'end' ? 'the end of the template' : kind === 'text' ? 'text' : `'${text}'`;
    return this.error(`expected ${wanted}, got ${shown}`);
  }

  error(message: string): TemplateError {
    return new TemplateError(message, this.current.position);
  }
}
