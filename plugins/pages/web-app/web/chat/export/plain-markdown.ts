/** What was typed, as Markdown that says the same: none of its characters mean anything. */
export function asMarkdown(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => {
      const [, indent = '', rest = ''] = /^([ \t]*)(.*)$/.exec(line) ?? [];
      const escaped = rest
        .replaceAll(/[\\`*_[\]<>&#|~$!]/g, '\\$&')
        // Marks of lists, and lines below headings.
        .replace(/^([-+=]|\d{1,9}(?=[.)]))/, (mark) => (/\d/.test(mark) ? mark : `\\${mark}`))
        .replace(/^(\d{1,9})([.)])/, '$1\\$2');
      return '\u00a0'.repeat(indent.length) + escaped;
    })
    .join('\\\n')
    .replaceAll(/(\\\n)+\\\n/g, '\n\n');
}

/** In one line, for headings. */
export function asHeading(text: string): string {
  return asMarkdown(text.replaceAll(/\s+/g, ' ').trim());
}

const fence = /^ {0,3}(`{3,}|~{3,})/;
/** Code within a line, which says what it says; or what may begin an element, a comment or an address. */
const codeOrTag = /(`+)(?!`).*?(?<!`)\1(?!`)|<(?=[a-z/!?])/gi;

/** An answer, which is Markdown, without elements of HTML: whoever opens the file elsewhere runs nothing of it. */
export function withoutHtml(markdown: string): string {
  let open: string | null = null;
  return markdown
    .split('\n')
    .map((line) => {
      const mark = fence.exec(line)?.[1];
      if (open !== null) {
        if (mark?.startsWith(open) === true && line.trim() === mark) open = null;
        return line;
      }
      if (mark !== undefined) {
        open = mark;
        return line;
      }
      return line.replaceAll(codeOrTag, (found) => (found === '<' ? '\\<' : found));
    })
    .join('\n');
}
