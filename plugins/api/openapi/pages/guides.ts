import { readFileSync } from 'node:fs';
import { Marked, type Tokens } from 'marked';
import { escapeHtml } from '#http';
import { page, searchForm, siteLinks } from './html.ts';

/** A page of the documentation that is written in Markdown. */
export interface Guide {
  readonly address: string;
  readonly title: string;
  readonly html: string;
  /** Its parts by heading, for the search. */
  readonly sections: readonly { readonly address: string; readonly title: string; readonly text: string }[];
}

/** In the order of reading. */
const guideNames = ['start', 'build', 'publish', 'embed', 'knowledge', 'plugins', 'operate'] as const;
/** What the guides lead to: files of `kernel/docs`. */
const detailNames = [
  ...['documents', 'web-apps', 'embedding', 'knowledge', 'plugins', 'mcp', 'operations', 'configuration'],
] as const;

const folders = [
  ['Guides', '/docs/guides/'],
  ['In detail', '/docs/details/'],
] as const;

let read: readonly Guide[] | null = null;

/** All guides, read when one is asked for first. */
export function guides(): readonly Guide[] {
  read ??= [
    ...guideNames.map((name) => guideOf(`/docs/guides/${name}`, new URL(`../guides/${name}.md`, import.meta.url))),
    ...detailNames.map((name) =>
      guideOf(`/docs/details/${name}`, new URL(`../../../../kernel/docs/${name}.md`, import.meta.url)),
    ),
  ];
  return read;
}

/** The first page of the documentation. */
export function renderGuides(): string {
  const [first] = guides();
  const main = `<h1>Weft</h1>
<p>Build AI apps, publish them, and deliver them as a web page, over HTTP, on your site, or to MCP clients.</p>
<p>New here? <a href="${first?.address ?? '/docs/api'}">Start</a>. Calling from a program? <a href="/docs/api/getting-started">Call the API</a>,
and its <a href="/docs/api">reference</a>.</p>
${folders.map(([title, folder]) => `<h2>${title}</h2>${list(folder)}`).join('')}`;
  return page('Weft · Documentation', `${siteLinks}${searchForm()}`, main);
}

/** The page of an address; null: there is none. */
export function renderGuide(address: string): string | null {
  const guide = guides().find((each) => each.address === address);
  if (guide === undefined) return null;
  const parts = guide.sections
    .slice(1)
    .map((part) => `<li><a href="${part.address}">${escapeHtml(part.title)}</a></li>`);
  const navigation = folders.map(
    ([title, folder]) =>
      `<div class="surface"><p><a href="/docs">${title}</a></p>${list(folder, guide, parts.join(''))}</div>`,
  );
  return page(`${guide.title} · Weft`, `${siteLinks}${searchForm()}${navigation.join('')}`, guide.html);
}

/** Links to the guides below a folder; below the one that is shown, to its parts. */
function list(folder: string, shown?: Guide, parts = ''): string {
  const items = guides()
    .filter(({ address }) => address.startsWith(folder))
    .map((guide) => {
      const isShown = guide === shown;
      const link = `<a href="${guide.address}"${isShown ? ' aria-current="page"' : ''}>${escapeHtml(guide.title)}</a>`;
      return `<li>${link}${isShown && parts !== '' ? `<ul>${parts}</ul>` : ''}</li>`;
    });
  return `<ul>${items.join('')}</ul>`;
}

function guideOf(address: string, file: URL): Guide {
  const sections: { address: string; title: string; text: string }[] = [];
  const taken = new Map<string, number>();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const id = idOf(text, taken);
        sections.push({ address: depth === 1 ? address : `${address}#${id}`, title: plain(text), text: '' });
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const to = addressOf(href);
        const text = this.parser.parseInline(tokens);
        return to === null ? text : `<a href="${escapeHtml(to)}">${text}</a>`;
      },
      // Elements are written in no guide: what looks like one is text.
      html: ({ text }: Tokens.HTML | Tokens.Tag) => escapeHtml(text),
    },
  });
  const source = readFileSync(file, 'utf8');
  // The text of a part is what stands below its heading.
  const html = marked.parse(source, { async: false });
  const texts = source.split(/^#{1,6} .*$/m).slice(1);
  const told = sections.map((section, at) => ({ ...section, text: texts[at] ?? '' }));
  return { address, title: sections[0]?.title ?? '', html, sections: told };
}

/** As hosts of code make them: links between the files lead there too. */
function idOf(heading: string, taken: Map<string, number>): string {
  const slug = plain(heading)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
  const count = taken.get(slug) ?? 0;
  taken.set(slug, count + 1);
  return count === 0 ? slug : `${slug}-${count}`;
}

/** A line of Markdown without its marks. */
function plain(line: string): string {
  return line.replace(/[`*]|\[([^\]]*)\]\([^)]*\)/g, '$1');
}

/** Where a link leads on this site; null: to a file that is no page of it. */
function addressOf(href: string): string | null {
  if (/^(?:https?:\/\/|\/docs\b|#)/.test(href)) return href;
  const [, name, hash = ''] = /^(?:\.\/)?([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
  const isPage = detailNames.some((each) => each === name);
  return isPage ? `/docs/details/${name}${hash}` : null;
}
