import { escapeHtml, htmlPage } from '#http';

/** One line of text with `code` and **weight**. */
export function inline(text: string): string {
  return escapeHtml(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>');
}

/** Paragraphs, parted by empty lines. */
export function paragraphs(text: string): string {
  return text
    .split(/\n\s*\n/)
    .map((part) => `<p>${inline(part.replaceAll('\n', ' '))}</p>`)
    .join('\n');
}

/** JSON as it reads well. */
export function jsonBlock(value: unknown): string {
  return codeBlock(JSON.stringify(value, null, 2));
}

/** Lines as they are. */
export function codeBlock(text: string): string {
  return `<pre><code>${escapeHtml(text)}</code></pre>`;
}

/** A name as it may stand after `#` in an address. */
export function anchor(...parts: readonly string[]): string {
  return parts.join('-').replace(/[^A-Za-z0-9_.-]+/g, '-');
}

/** Where the page of a group of operations is. */
export function addressOf(slug: string): string {
  return `/docs/api/${slug}`;
}

/** Searches all pages, with and without scripts. `place` tells two of one page apart. */
export function searchForm(query = '', place = 'navigation'): string {
  return `<form role="search" action="/docs/api/search"><label for="search-${place}">Search</label>
<input type="search" id="search-${place}" name="q" value="${escapeHtml(query)}" autocomplete="off" required></form>`;
}

/** A whole page; `script`: whether it has cards, which the script opens. */
export function page(title: string, navigation: string, main: string, script = false): string {
  const head = script ? '\n<script type="module" src="/docs/api/page.js"></script>' : '';
  return htmlPage(title, `<nav aria-label="Contents">${navigation}</nav>\n<main>${main}</main>`, head);
}

/** The first lines of every navigation. */
export const siteLinks = `<p class="site"><a href="/docs">Weft</a></p>
<ul>
<li><a href="/docs">Guides</a></li>
<li><a href="/docs/api/getting-started">Call the API</a></li>
<li><a href="/docs/api">Reference</a></li>
<li><a href="/openapi.json">openapi.json</a></li>
</ul>`;
