/** A text as it may stand in a page, in content and in quoted attributes. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}

/** One line of text with `code` and **weight**. */
export function inline(text: string): string {
  return escaped(text)
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
  return `<pre><code>${escaped(text)}</code></pre>`;
}

/** A name as it may stand after `#` in an address. */
export function anchor(...parts: readonly string[]): string {
  return parts.join('-').replace(/[^A-Za-z0-9_.-]+/g, '-');
}

/** A whole page. */
export function page(title: string, navigation: string, main: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<link rel="stylesheet" href="/docs/api/style.css">
</head>
<body>
<nav aria-label="Contents">${navigation}</nav>
<main>${main}</main>
</body>
</html>
`;
}

/** The first lines of every navigation. */
export const siteLinks = `<p class="site">Weft API</p>
<ul>
<li><a href="/docs/api/getting-started">Getting started</a></li>
<li><a href="/docs/api">Reference</a></li>
<li><a href="/openapi.json">openapi.json</a></li>
</ul>`;
