import { lexer, type Token, type Tokens } from 'marked';

/** Characters that look the same. */
export interface Run {
  readonly text: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly strike?: boolean;
  readonly code?: boolean;
  /** http, https or mailto; nothing else leads anywhere. */
  readonly link?: string;
}

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly runs: readonly Run[] }
  | { readonly kind: 'paragraph'; readonly runs: readonly Run[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | {
      readonly kind: 'list';
      readonly ordered: boolean;
      readonly start: number;
      readonly items: readonly (readonly Block[])[];
    }
  | { readonly kind: 'table'; readonly rows: readonly (readonly (readonly Run[])[])[] }
  | { readonly kind: 'rule' };

/** Ends the work with a sentence for whoever called the tool. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** Blocks, runs and cells of one document. */
const MAX_PARTS = 60_000;
const MAX_DEPTH = 12;

type Style = Omit<Run, 'text'>;

/**
 * Reads GitHub's Markdown. HTML in it is text like any other: what models write is no script. Pictures are their words: nothing
 * is fetched.
 */
export function readMarkdown(text: string): readonly Block[] {
  // Control characters have no place in XML, whatever the format.
  const clean = text.replace(/[\p{Cc}\uFFFE\uFFFF]/gu, (character) => (/[\t\r\n]/.test(character) ? character : ''));
  const nested = /^(?:[ \t]*(?:>|[-*+]|\d+[.)])){60}/m.test(clean);
  if (nested) throw new Refusal('The Markdown has lists or quotes nested too deeply; make them flatter.');
  return new Reader().blocks(lexer(clean.toWellFormed(), { gfm: true }), 0);
}

class Reader {
  #parts = 0;

  blocks(tokens: readonly Token[], depth: number): readonly Block[] {
    return tokens.flatMap((token) => this.#block(token as Tokens.Generic, depth));
  }

  #block(token: Tokens.Generic, depth: number): readonly Block[] {
    this.#count();
    const inner = token.tokens ?? [];
    switch (token.type) {
      case 'heading':
        return [{ kind: 'heading', level: Math.min(6, (token as Tokens.Heading).depth), runs: this.#runs(inner, {}) }];
      case 'code':
        return [{ kind: 'code', text: token.text }];
      case 'hr':
        return [{ kind: 'rule' }];
      case 'blockquote':
        if (depth >= MAX_DEPTH) return [plain(token.raw)];
        return [{ kind: 'quote', blocks: this.blocks(inner, depth + 1) }];
      case 'list':
        return depth >= MAX_DEPTH ? [plain(token.raw)] : [this.#list(token as Tokens.List, depth)];
      case 'table': {
        const { header, rows } = token as Tokens.Table;
        const cells = (row: readonly Tokens.TableCell[]) => row.map((cell) => this.#runs(cell.tokens, {}));
        return [{ kind: 'table', rows: [header, ...rows].map(cells) }];
      }
      case 'space':
      case 'def':
        return [];
      default:
        if (inner.length > 0) return [{ kind: 'paragraph', runs: this.#runs(inner, {}) }];
        return String(token.raw ?? '').trim() === '' ? [] : [plain(token.text ?? token.raw)];
    }
  }

  #list(list: Tokens.List, depth: number): Block {
    const items = list.items.map((item) => {
      const blocks = this.blocks(item.tokens, depth + 1);
      if (!item.task) return blocks;
      const box: Run = { text: item.checked ? '☑ ' : '☐ ' };
      const [first, ...rest] = blocks;
      return first?.kind === 'paragraph'
        ? [{ ...first, runs: [box, ...first.runs] }, ...rest]
        : [{ kind: 'paragraph' as const, runs: [box] }, ...blocks];
    });
    return { kind: 'list', ordered: list.ordered, start: Number(list.start) || 1, items };
  }

  #runs(tokens: readonly Token[], style: Style): readonly Run[] {
    return tokens.flatMap((token) => this.#inline(token as Tokens.Generic, style));
  }

  #inline(token: Tokens.Generic, style: Style): readonly Run[] {
    this.#count();
    const inner = (token.tokens ?? []) as Token[];
    switch (token.type) {
      case 'strong':
        return this.#runs(inner, { ...style, bold: true });
      case 'em':
        return this.#runs(inner, { ...style, italic: true });
      case 'del':
        return this.#runs(inner, { ...style, strike: true });
      case 'codespan':
        return [{ ...style, text: token.text, code: true }];
      case 'br':
        return [{ ...style, text: '\n' }];
      case 'checkbox':
        return [];
      case 'link': {
        const link = safeLink(token.href);
        return this.#runs(inner, link === undefined ? style : { ...style, link });
      }
      case 'image':
        return [{ ...style, text: token.text || 'picture', ...linked(safeLink(token.href)) }];
      case 'html':
        return [{ ...style, text: /^<br\s*\/?>$/i.test(token.raw.trim()) ? '\n' : token.raw }];
      default:
        if (inner.length > 0) return this.#runs(inner, style);
        return [{ ...style, text: String(token.text ?? token.raw ?? '').replace(/\r?\n/g, ' ') }];
    }
  }

  #count(): void {
    this.#parts += 1;
    if (this.#parts > MAX_PARTS) {
      throw new Refusal(
        `The Markdown has more than ${MAX_PARTS} parts (blocks, cells, styles); make several documents.`,
      );
    }
  }
}

function plain(text: string): Block {
  return { kind: 'paragraph', runs: [{ text: text.trim() }] };
}

function linked(link: string | undefined): Pick<Run, 'link'> {
  return link === undefined ? {} : { link };
}

function safeLink(href: string): string | undefined {
  if (!/^(?:https?:\/\/|mailto:)/i.test(href)) return undefined;
  return URL.canParse(href) ? new URL(href).href : undefined;
}

export function textOf(runs: readonly Run[]): string {
  return runs.map(({ text }) => text).join('');
}
