import type { MarkdownToken } from './tokens.ts';

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/gu;
const leftToRight =
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Devanagari}\p{Script=Thai}]/gu;
/** Code and addresses are written from left to right in every text. */
const neutral = /`[^`\n]*`|\]\([^)\n]*\)|https?:\/\/\S+|<[^>\n]*>/g;
const LOOKED_AT = 4_000;

/**
 * The direction of a block as a whole: that of most of its letters. What begins with a foreign word is still written in its own; and
 * a table or a list has one direction, whatever is in its cells.
 */
export function directionOf({ raw }: Pick<MarkdownToken, 'raw'>): 'rtl' | 'ltr' | undefined {
  const text = raw.slice(0, LOOKED_AT).replace(neutral, ' ');
  const right = text.match(rightToLeft)?.length ?? 0;
  if (right === 0) return undefined;
  return right > (text.match(leftToRight)?.length ?? 0) ? 'rtl' : 'ltr';
}
