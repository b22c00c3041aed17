import type { ReadFile, RemoteCaller } from '#plugins/account-sources/contract.ts';
import type { TreeRow } from '#plugins/dataset-sources/contract.ts';
import { asked, type NotionPage, type NotionProperty, plain, type RichText, titleOf } from './notion-page.ts';

const MAX_BLOCKS = 5_000;
const MAX_DEPTH = 10;

interface Block {
  readonly id: string;
  readonly type: string;
  readonly has_children?: boolean;
  readonly [value: string]: unknown;
}
interface Blocks {
  readonly results?: readonly Block[];
  readonly has_more?: boolean;
  readonly next_cursor?: string | null;
}

/** A page as Markdown: its properties, where it is of a database, and its blocks. */
export async function readPage(caller: RemoteCaller, file: TreeRow): Promise<ReadFile> {
  const page = await asked<NotionPage>(caller, `/pages/${file.address}`);
  const budget = { left: MAX_BLOCKS };
  const lines = await markdownOf(caller, file.address, { depth: 0, budget });
  const properties = Object.entries(page.properties ?? {}).flatMap(([name, value]) => propertyLine(name, value));
  const parts = [`# ${titleOf(page)}`, properties.join('\n'), lines.join('\n\n')];
  const text = parts.filter((part) => part !== '').join('\n\n');
  if (budget.left <= 0) {
    return { kind: 'failed', message: `The page has more than ${MAX_BLOCKS} blocks: make several of it.` };
  }
  if (lines.length === 0 && properties.length === 0) return { kind: 'excluded', message: 'The page is empty.' };
  const content = { name: file.title, filename: 'page.md', bytes: Buffer.from(text, 'utf8'), isNameKept: true };
  return { kind: 'content', content, origin: { url: file.details.url, path: file.name, notion_page: file.address } };
}

async function markdownOf(
  caller: RemoteCaller,
  parent: string,
  at: { readonly depth: number; readonly budget: { left: number } },
): Promise<string[]> {
  const lines: string[] = [];
  let cursor: string | undefined;
  let number = 0;
  do {
    const query = { page_size: '100', start_cursor: cursor };
    const answer = await asked<Blocks>(caller, `/blocks/${parent}/children`, { query });
    for (const block of answer.results ?? []) {
      at.budget.left -= 1;
      if (at.budget.left <= 0) return lines;
      number = block.type === 'numbered_list_item' ? number + 1 : 0;
      const own = blockText(block, number);
      if (own !== null) lines.push(own);
      const isPage = block.type === 'child_page' || block.type === 'child_database';
      if (block.has_children !== true || isPage || at.depth >= MAX_DEPTH) continue;
      const below = await markdownOf(caller, block.id, { ...at, depth: at.depth + 1 });
      if (block.type === 'table') lines.push(tableOf(below));
      else lines.push(...below.map((line) => (isList(block) ? line.replaceAll(/^/gm, '  ') : line)));
    }
    cursor = answer.has_more === true ? (answer.next_cursor ?? undefined) : undefined;
  } while (cursor !== undefined);
  return lines;
}

function isList({ type }: Block): boolean {
  return type === 'bulleted_list_item' || type === 'numbered_list_item' || type === 'to_do' || type === 'toggle';
}

const heads: Readonly<Record<string, string>> = {
  heading_1: '# ',
  heading_2: '## ',
  heading_3: '### ',
  quote: '> ',
  callout: '> ',
};

/** null: it has no text of its own. */
function blockText(block: Block, number: number): string | null {
  const { type } = block;
  const value = (block[type] ?? {}) as {
    readonly rich_text?: readonly RichText[];
    readonly caption?: readonly RichText[];
    readonly cells?: readonly (readonly RichText[])[];
    readonly language?: string;
    readonly checked?: boolean;
    readonly title?: string;
    readonly url?: string;
    readonly expression?: string;
  };
  const text = marked(value.rich_text ?? []);
  if (type === 'divider') return '---';
  if (type === 'equation') return `$$${value.expression ?? ''}$$`;
  if (type === 'table_row')
    return `| ${(value.cells ?? []).map((cell) => marked(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  if (type === 'child_page' || type === 'child_database') return `- ${value.title ?? ''}`;
  if (type === 'bookmark' || type === 'embed' || type === 'link_preview') return value.url ?? null;
  if (type === 'code') return `\`\`\`${value.language ?? ''}\n${plain(value.rich_text ?? [])}\n\`\`\``;
  if (type === 'bulleted_list_item' || type === 'toggle') return `- ${text}`;
  if (type === 'numbered_list_item') return `${number}. ${text}`;
  if (type === 'to_do') return `- [${value.checked === true ? 'x' : ' '}] ${text}`;
  const caption = marked(value.caption ?? []);
  return text !== '' ? `${heads[type] ?? ''}${text}` : caption === '' ? null : caption;
}

/** Its rows, with the line that makes the first one the head. */
function tableOf(rows: readonly string[]): string {
  const [head = '', ...rest] = rows;
  const columns = Math.max(1, head.split(/(?<!\\)\|/).length - 2);
  return [head, `|${' --- |'.repeat(columns)}`, ...rest].join('\n');
}

function marked(texts: readonly RichText[]): string {
  return texts
    .map(({ plain_text: text = '', href, annotations = {} }) => {
      if (text.trim() === '') return text;
      let written = annotations.code === true ? `\`${text}\`` : text;
      if (annotations.bold === true) written = `**${written}**`;
      if (annotations.italic === true) written = `*${written}*`;
      if (annotations.strikethrough === true) written = `~~${written}~~`;
      return href == null || !/^https?:/.test(href) ? written : `[${written}](${href})`;
    })
    .join('');
}

function propertyLine(name: string, property: NotionProperty): string[] {
  const { type = '' } = property;
  if (type === 'title') return [];
  const text = valueText(property[type]);
  return text === '' ? [] : [`- ${name}: ${text}`];
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value))
    return value
      .map(valueText)
      .filter((text) => text !== '')
      .join(', ');
  const known = value as Readonly<Record<string, unknown>>;
  if (typeof known.plain_text === 'string') return known.plain_text;
  if (typeof known.name === 'string') return known.name;
  if (typeof known.start === 'string')
    return [known.start, known.end].filter((each) => typeof each === 'string').join(' – ');
  return typeof known.type === 'string' ? valueText(known[known.type]) : '';
}
