import { escapeHtml } from '#http';
import type { BuiltEntry } from './build/build-pages.ts';
import type { PageOptions } from './contract.ts';

/** What a page loads besides its own entry. */
export interface PageFiles extends BuiltEntry {
  /** Classic scripts that run before it is drawn. */
  readonly early: readonly string[];
}

/** JSON as it may stand in a `<script>`: nothing in it ends the element, begins a comment, or ends a line of JavaScript. */
export function jsonInHtml(value: unknown): string {
  return JSON.stringify(value ?? null).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
}

/** The whole page: nothing is in it but what its files draw from its data. */
export function pageHtml(files: PageFiles, { title, language, data }: PageOptions, nonce: string | null): string {
  const asset = (name: string) => `/assets/${escapeHtml(name)}`;
  const head = [
    ...(nonce === null ? [] : [`<meta name="style-nonce" nonce="${escapeHtml(nonce)}">`]),
    ...files.styles.map((name) => `<link rel="stylesheet" href="${asset(name)}">`),
    ...files.early.map((name) => `<script src="${asset(name)}"></script>`),
    ...files.imports.map((name) => `<link rel="modulepreload" href="${asset(name)}">`),
    `<script type="module" src="${asset(files.script)}"></script>`,
  ];
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)}</title>
${head.join('\n')}
<script type="application/json" id="page-data">${jsonInHtml(data)}</script>
</head>
<body>
<div id="root"></div>
<noscript>This page needs JavaScript.</noscript>
</body>
</html>
`;
}

/** What is shown while the pages are built: it loads itself again. Needs nothing that is built. */
export const buildingHtml = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="1">
<title>One moment</title>
<link rel="stylesheet" href="/docs/api/style.css">
</head>
<body>
<main>
<h1>One moment</h1>
<p>The pages of this server are being built, which happens once after it was installed or changed. This page loads itself again.</p>
</main>
</body>
</html>
`;

/** The same, where the build failed: what to do is for who runs the server. */
export const failedHtml = buildingHtml
  .replace('<meta http-equiv="refresh" content="1">\n', '')
  .replaceAll('One moment', 'The pages are missing')
  .replace(
    /<p>.*<\/p>/,
    '<p>The pages of this server could not be built. Its log says why; <code>npm run pages</code> tries again.</p>',
  );
