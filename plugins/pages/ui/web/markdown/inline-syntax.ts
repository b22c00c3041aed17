import { Tokenizer, type TokenizerAndRendererExtension, type TokenizerObject } from 'marked';
import { tagLine } from './tag-pairs.ts';

/** `[^1]` */
const footnoteMark = /^\[\^([^\]\s[]{1,64})\](?!:)/;
/** Ideographs, kana, hangul, and punctuation of their width. */
const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u;
/**
 * Emphasis beside brackets and full stops of wide text, as in `**「重要」**です`: between characters without spaces, the rules of
 * the standard take the marks for text.
 */
const wideMarks = /^(\*{1,2})(?![\s*])((?:[^*\\`\n]|\\[^\n]|`[^`\n]{0,500}`){1,2000}?)(?<!\s)\1(?!\*)/;

export const inlineExtensions: TokenizerAndRendererExtension[] = [
  {
    name: 'footnoteMark',
    level: 'inline',
    tokenizer(text) {
      const found = footnoteMark.exec(text);
      if (found === null) return undefined;
      return { type: 'footnoteMark', raw: found[0], label: found[1] ?? '' };
    },
  },
  {
    name: 'wideMarks',
    level: 'inline',
    tokenizer(text) {
      const found = text.startsWith('*') ? wideMarks.exec(text) : null;
      const inside = found?.[2] ?? '';
      if (found === null || !wide.test(inside)) return undefined;
      const type = found[1] === '**' ? 'strong' : 'em';
      return { type, raw: found[0], text: inside, tokens: this.lexer.inlineTokens(inside) };
    },
  },
];

/** Where an address ends that stands in wide text without a space behind it. */
const addressEnd = /[\u3000-\u303f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\u2018-\u201f\u2026]/u;
/** A host in letters of ASCII, with what follows it at once. */
const plainHost = /^(?:https?:\/\/|www\.)[a-z0-9.-]+\.[a-z]{2,24}(?=[^!-~])/i;
const address = /^(?:https?:\/\/|www\.)[^\s<]{1,8000}/i;

/** What the parser reads otherwise than the standard says. */
export const ownTokenizer: TokenizerObject = {
  html: (text) => (tagLine.test(text) ? undefined : false),
  url(text) {
    const found = address.exec(text)?.[0];
    if (found === undefined) return false;
    const host = plainHost.exec(found)?.[0];
    const at = host?.length ?? found.search(addressEnd);
    if (at === -1) return false;
    return Tokenizer.prototype.url.call(this as never, text.slice(0, at));
  },
};
