import { isMapping } from '#plugins/drafts/web/document/operations.ts';

/** The text of a note: the JSON of a Lexical editor, or plain text. */
export function plainText(written: string): string {
  const root = rootOf(written);
  return root === null ? written : textIn(root).replace(/\n+$/, '');
}

/** A text as notes are written: paragraphs, one for each line. */
export function lexicalText(text: string): string {
  const block = { direction: 'ltr', format: '', indent: 0, version: 1 };
  const children = text.split('\n').map((line) => ({
    ...{ type: 'paragraph', ...block, textFormat: 0 },
    children:
      line === '' ? [] : [{ type: 'text', text: line, detail: 0, format: 0, mode: 'normal', style: '', version: 1 }],
  }));
  return JSON.stringify({ root: { type: 'root', ...block, children } });
}

function rootOf(written: string): unknown {
  if (!written.trimStart().startsWith('{')) return null;
  try {
    const value = JSON.parse(written) as unknown;
    return isMapping(value) && isMapping(value.root) ? value.root : null;
  } catch {
    return null;
  }
}

const blocks = new Set(['paragraph', 'heading', 'listitem', 'quote']);

function textIn(node: unknown, depth = 0): string {
  if (!isMapping(node) || depth > 50) return '';
  if (typeof node.text === 'string') return node.text;
  if (node.type === 'linebreak') return '\n';
  const inner = Array.isArray(node.children) ? node.children.map((child) => textIn(child, depth + 1)).join('') : '';
  return blocks.has(String(node.type)) ? `${inner}\n` : inner;
}
