import { type Lexer, Marked, type Tokens } from 'marked';
import { blockExtensions } from './block-syntax.ts';
import { inlineExtensions, ownTokenizer } from './inline-syntax.ts';
import { mathExtensions } from './math-syntax.ts';
import type { MarkdownToken } from './tokens.ts';

/** One block of a text. */
export interface Block {
  /** Its place in the text. */
  readonly key: number;
  readonly raw: string;
  readonly token: MarkdownToken;
}

const marked = new Marked({
  extensions: [...mathExtensions, ...blockExtensions, ...inlineExtensions],
  tokenizer: ownTokenizer,
});

/** Deeper than people write; what comes deeper is one line of text. */
const DEEPEST_MARKS = 24;
const deepMarks = new RegExp(
  `^(?:[ \\t]{0,3}>[ \\t]?){${DEEPEST_MARKS},}|^(?:[ \\t]*[-*+][ \\t]){${DEEPEST_MARKS},}`,
  'gm',
);
/** Each of them makes the lexer look again at all that follows. */
const longRuns = /([!$])\1{255,}/g;

/** The blocks of a text. Whatever the text: what can't be read is a block of plain text. */
export function lexBlocks(text: string, firstKey: number): readonly Block[] {
  if (text === '') return [];
  return tokensOf(text)
    .filter(({ raw }) => raw !== '')
    .map((token, index) => ({ key: firstKey + index, raw: token.raw, token }));
}

function tokensOf(text: string): readonly MarkdownToken[] {
  if (isHard(text)) return [plainText(text)];
  try {
    return marked.lexer(text) as ReturnType<Lexer['lex']>;
  } catch {
    // Deeper than the lexer goes.
    return [plainText(text)];
  }
}

/** Texts made to keep a page busy. */
function isHard(text: string): boolean {
  deepMarks.lastIndex = 0;
  longRuns.lastIndex = 0;
  return deepMarks.test(text) || longRuns.test(text);
}

function plainText(text: string): Tokens.Paragraph {
  const token: Tokens.Text = { type: 'text', raw: text, text, escaped: true };
  return { type: 'paragraph', raw: text, text, tokens: [token] };
}

export function isBlank({ type }: MarkdownToken): boolean {
  return type === 'space' || type === 'def';
}

/** Whether a text has addresses of links that stand elsewhere. */
export function linksOf(blocks: readonly Block[]): boolean {
  return blocks.some(({ token }) => token.type === 'def');
}
