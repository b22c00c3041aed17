import type { TokenizerAndRendererExtension } from 'marked';

/** `$$…$$` and `\[…\]` on lines of their own. */
const blockMath = /^(?:\$\$([\s\S]{1,10000}?)\$\$|\\\[([\s\S]{1,10000}?)\\\])[ \t]*(?:\n|$)/;
/** `\(…\)`, `$$…$$` in a line, and `$…$` that is no price: no space inside its ends, no digit after it. */
const inlineMath =
  /^(?:\\\(([^\n]{1,2000}?)\\\)|\$\$([^\n$]{1,2000}?)\$\$|\$(?![\s$])((?:\\.|[^\\\n$]){1,2000}?)(?<!\s)\$(?![\d$]))/;

/** Formulas, as models write them. */
export const mathExtensions: TokenizerAndRendererExtension[] = [
  {
    name: 'math',
    level: 'block',
    start: (text) => indexOf(text, /(?:^|\n)(?=\$\$|\\\[)/),
    tokenizer(text) {
      const found = blockMath.exec(text);
      if (found === null) return undefined;
      return { type: 'math', raw: found[0], text: (found[1] ?? found[2] ?? '').trim() };
    },
  },
  {
    name: 'inlineMath',
    level: 'inline',
    start: (text) => indexOf(text, /\$\$?(?=[^\s$])|\\\(/),
    tokenizer(text) {
      const found = inlineMath.exec(text);
      if (found === null) return undefined;
      return { type: 'inlineMath', raw: found[0], text: (found[1] ?? found[2] ?? found[3] ?? '').trim() };
    },
  },
];

function indexOf(text: string, pattern: RegExp): number | undefined {
  const at = text.search(pattern);
  return at === -1 ? undefined : at;
}
