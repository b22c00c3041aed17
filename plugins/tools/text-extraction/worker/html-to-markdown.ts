import Turndown from 'turndown';
import { tableCell, writeTable } from './markdown-table.ts';
import { Refusal } from './refusal.ts';
import { TextOutput } from './text-output.ts';

/** What of a parsed page is looked at here. */
interface PageNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly nodeValue: string | null;
  readonly childNodes: Iterable<PageNode>;
  readonly parentNode: PageNode | null;
  readonly nextSibling: PageNode | null;
  readonly previousSibling: PageNode | null;
  getAttribute?(name: string): string | null;
}

const elementNode = 1;
const textNode = 3;
const unseen = new Set(
  'SCRIPT STYLE NOSCRIPT TEMPLATE IFRAME OBJECT EMBED SVG CANVAS AUDIO VIDEO MAP HEAD META LINK INPUT SELECT'.split(
    ' ',
  ),
);
const maxSpan = 100;

/** Elements inside each other: the time of a page grows with the square of it. Browsers stop at about 500. */
const maxDepth = 1000;

let converter: Turndown | undefined;

/** Markdown of a page or a part of one. Text stays as it is written: nothing is escaped for markdown's sake. */
export function htmlToMarkdown(html: string): string {
  if (html.trim() === '') return '';
  refuseDeepNesting(html);
  converter ??= createConverter();
  return converter
    .turndown(html)
    .replace(/\n[ \t]+(?=\n)/g, '\n')
    .replace(/\n{3,}/g, '\n\n');
}

/** Counts the tags that must be closed; those that need not be end by themselves. */
function refuseDeepNesting(html: string): void {
  let depth = 0;
  for (const [, slash, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)/gi)) {
    if (unclosed.has(name.toLowerCase())) continue;
    depth = slash === '/' ? Math.max(0, depth - 1) : depth + 1;
    if (depth > maxDepth) throw new Refusal('limit', `nests more than ${maxDepth} elements, the limit`);
  }
}

const unclosed = new Set(
  'area base br col embed hr img input link meta source track wbr p li dt dd td th tr tbody thead tfoot colgroup option optgroup html head body'.split(
    ' ',
  ),
);

function createConverter(): Turndown {
  const service = new Turndown({
    headingStyle: 'atx',
    hr: '---',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
  });
  const asItIs = (text: string): string => text;
  service.escape = asItIs;
  service.remove((node) => unseen.has(node.nodeName.toUpperCase()));
  service.addRule('title', { filter: 'title', replacement: (content) => `\n\n${content}\n\n` });
  service.addRule('table', {
    filter: 'table',
    replacement: (content, node) => `\n\n${tableMarkdown(node as unknown as PageNode) ?? content.trim()}\n\n`,
  });
  service.addRule('item', {
    filter: 'li',
    replacement: (content, node) => itemMarkdown(content, node as unknown as PageNode),
  });
  service.addRule('link', {
    filter: 'a',
    replacement: (content, node) => linkMarkdown(content, node as unknown as PageNode),
  });
  // Embedded pictures are no text; what they show is, when the page says it.
  service.addRule('picture', {
    filter: 'img',
    replacement: (_content, node) => pictureMarkdown(node as unknown as PageNode),
  });
  return service;
}

/** A table of data; undefined for one that only places its single column. */
function tableMarkdown(table: PageNode): string | undefined {
  const rows = rowsOf(table);
  if (rows.every((row) => row.length <= 1)) return undefined;
  const output = new TextOutput(Number.POSITIVE_INFINITY);
  writeTable(rows, output);
  return output.toText().trimEnd();
}

function rowsOf(table: PageNode): readonly (readonly string[])[] {
  const rows: string[][] = [];
  const visit = (node: PageNode) => {
    for (const child of node.childNodes) {
      const name = child.nodeName.toUpperCase();
      if (name === 'TR') rows.push(cellsOf(child));
      else if (child.nodeType === elementNode && name !== 'TABLE') visit(child);
    }
  };
  visit(table);
  return rows;
}

function cellsOf(row: PageNode): string[] {
  const cells: string[] = [];
  for (const child of row.childNodes) {
    if (!/^T[DH]$/i.test(child.nodeName)) continue;
    cells.push(cellText(child));
    const span = Number(child.getAttribute?.('colspan') ?? 1);
    for (let column = 1; column < Math.min(span, maxSpan); column += 1) cells.push('');
  }
  return cells;
}

/** The text of a cell in one line; tables inside it are told row by row. */
function cellText(cell: PageNode): string {
  let text = '';
  for (const node of cell.childNodes) {
    const name = node.nodeName.toUpperCase();
    if (node.nodeType === textNode) text += node.nodeValue ?? '';
    else if (node.nodeType !== elementNode || unseen.has(name)) continue;
    else if (name === 'TABLE') text += ` ${nestedTable(node)} `;
    else if (name === 'A') text += linkMarkdown(cellText(node), node);
    else if (name === 'IMG') text += pictureMarkdown(node);
    else
      text += /^(B|I|EM|STRONG|SPAN|CODE|U|S|SUB|SUP|FONT|SMALL)$/.test(name) ? cellText(node) : ` ${cellText(node)} `;
  }
  return text.replace(/\s+/g, ' ');
}

function nestedTable(table: PageNode): string {
  return rowsOf(table)
    .map((row) => row.map(tableCell).join(', '))
    .join('; ');
}

function itemMarkdown(content: string, item: PageNode): string {
  const mark = item.parentNode?.nodeName.toUpperCase() === 'OL' ? `${numberOf(item)}. ` : '- ';
  const text = content.trim().replace(/\n(?=.)/g, `\n${' '.repeat(mark.length)}`);
  return `${mark}${text}${item.nextSibling === null ? '' : '\n'}`;
}

function numberOf(item: PageNode): number {
  let number = Number(item.parentNode?.getAttribute?.('start') ?? 1) || 1;
  for (let earlier = item.previousSibling; earlier !== null; earlier = earlier.previousSibling) {
    if (earlier.nodeName.toUpperCase() === 'LI') number += 1;
  }
  return number;
}

function linkMarkdown(content: string, link: PageNode): string {
  const text = content.trim();
  const address = link.getAttribute?.('href')?.trim() ?? '';
  return text !== '' && /^(https?:|mailto:)/i.test(address) ? `[${text}](${address})` : content;
}

function pictureMarkdown(picture: PageNode): string {
  const text = picture.getAttribute?.('alt')?.trim() ?? '';
  const address = picture.getAttribute?.('src')?.trim() ?? '';
  return /^https?:/i.test(address) ? `![${text}](${address})` : text;
}
