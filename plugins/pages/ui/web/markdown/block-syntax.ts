import type { TokenizerAndRendererExtension, Tokens } from 'marked';

const alert = /^ {0,3}> ?\[!(note|tip|important|warning|caution)\][ \t]*(?:\n|$)((?: {0,3}>[^\n]*(?:\n|$))*)/i;
const footnote =
  /^ {0,3}\[\^([^\]\s[]{1,64})\]:[ \t]*([^\n]*(?:\n(?! {0,3}\[\^)[^\n]*\S[^\n]*|\n+(?: {2,}|\t)[^\n]*\S[^\n]*)*)(?:\n|$)/;
const detailsBegin = /^ {0,3}<details( open)?>[ \t]*\n?/i;
const summary = /^\s*<summary>([^\n]{0,2000}?)(?:<\/summary>|(?=\n|$))/i;
/** Fences hide what looks like a tag. */
const detailsMark = /^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\1[^\n]*$|(?![\s\S]))|<(\/?)details(?: open)?>/gim;
const MAX_NESTED = 8;
/** A line that begins a block of another kind. */
const otherBlock = /^ {0,3}(?:[#>:|<]|[-*+][ \t]|\d{1,9}[.)][ \t]|```|~~~|\$\$|\\\[|\[\^)/;
const MAX_TERM = 200;
const definition = /^ {0,3}:[ \t]+([^\n]*(?:\n(?:[ \t]{2,})\S[^\n]*)*)(?:\n|$)/;

/** Blocks that models write beside those of the standard. */
export const blockExtensions: TokenizerAndRendererExtension[] = [
  {
    name: 'alert',
    level: 'block',
    start: (text) => lineWith(text, /\n {0,3}> ?\[!/),
    tokenizer(text) {
      const found = alert.exec(text);
      if (found === null) return undefined;
      const quoted = (found[2] ?? '').replace(/^ {0,3}> ?/gm, '');
      const tokens = this.lexer.blockTokens(quoted, []);
      return { type: 'alert', raw: found[0], kind: (found[1] ?? '').toLowerCase(), tokens };
    },
  },
  {
    name: 'footnote',
    level: 'block',
    start: (text) => lineWith(text, /\n {0,3}\[\^[^\]\s[]{1,64}\]:/),
    tokenizer(text) {
      const found = footnote.exec(text);
      if (found === null) return undefined;
      const tokens = this.lexer.blockTokens((found[2] ?? '').replace(/\n(?: {2,4}|\t)/g, '\n'), []);
      return { type: 'footnote', raw: found[0], label: found[1] ?? '', tokens };
    },
  },
  {
    name: 'details',
    level: 'block',
    start: (text) => lineWith(text, /\n {0,3}<details(?: open)?>/i),
    tokenizer(text) {
      const begin = detailsBegin.exec(text);
      if (begin === null) return undefined;
      const end = detailsEnd(text, begin[0].length);
      if (end === null) return undefined;
      const body = text.slice(begin[0].length, end.inner);
      const found = summary.exec(body);
      const token = {
        type: 'details',
        raw: text.slice(0, end.outer),
        isUnfolded: begin[1] !== undefined,
        isEnded: end.isWritten,
        summary: [] as Tokens.Generic[],
        tokens: this.lexer.blockTokens(body.slice(found?.[0].length ?? 0), []),
      };
      this.lexer.inline((found?.[1] ?? '').trim(), token.summary as never[]);
      return token;
    },
  },
  {
    name: 'definitions',
    level: 'block',
    tokenizer(text) {
      const parts: { isTerm: boolean; text: string }[] = [];
      let at = 0;
      for (let found = definitionsAt(text, at); found !== null; found = definitionsAt(text, at)) {
        parts.push(...found.parts);
        at = found.end;
      }
      if (parts.length === 0) return undefined;
      const read = ({ isTerm, text: source }: { isTerm: boolean; text: string }) => {
        const tokens: Tokens.Generic[] = isTerm
          ? []
          : this.lexer.blockTokens(source.replace(/\n[ \t]{2,4}/g, '\n'), []);
        if (isTerm) this.lexer.inline(source.trim(), tokens as never[]);
        return { isTerm, tokens };
      };
      return { type: 'definitions', raw: text.slice(0, at), parts: parts.map(read) };
    },
  },
];

/** A term with its definitions, and the blank lines before a further one. */
function definitionsAt(text: string, from: number) {
  const begin =
    from + (from === 0 ? 0 : (/^(?:[ \t]{0,20}\n){0,3}/.exec(text.slice(from, from + 80))?.[0].length ?? 0));
  const lineEnd = text.indexOf('\n', begin);
  const name = text.slice(begin, lineEnd);
  if (lineEnd === -1 || name.length > MAX_TERM || name.trim() === '' || otherBlock.test(name)) return null;
  const parts = [{ isTerm: true, text: name }];
  let at = lineEnd + 1;
  for (let found = definition.exec(text.slice(at)); found !== null; found = definition.exec(text.slice(at))) {
    parts.push({ isTerm: false, text: found[1] ?? '' });
    at += found[0].length;
  }
  return parts.length === 1 ? null : { parts, end: at };
}

/** Where the details that begin a text end: what is in them, and with the tag; null: nested deeper than anybody writes. */
function detailsEnd(text: string, from: number): { inner: number; outer: number; isWritten: boolean } | null {
  let depth = 1;
  detailsMark.lastIndex = from;
  for (let found = detailsMark.exec(text); found !== null; found = detailsMark.exec(text)) {
    if (found[2] === undefined) continue;
    depth += found[2] === '' ? 1 : -1;
    if (depth > MAX_NESTED) return null;
    if (depth === 0) {
      const rest = /^[ \t]*\n?/.exec(text.slice(detailsMark.lastIndex))?.[0].length ?? 0;
      return { inner: found.index, outer: detailsMark.lastIndex + rest, isWritten: true };
    }
  }
  return { inner: text.length, outer: text.length, isWritten: false };
}

/** Where a line begins that ends a paragraph; paragraphs end at blank lines anyway. */
function lineWith(text: string, pattern: RegExp): number | undefined {
  const blank = text.indexOf('\n\n');
  const at = (blank === -1 ? text : text.slice(0, blank)).search(pattern);
  return at === -1 ? undefined : at + 1;
}
