import type { Language } from './language.ts';

/** A text as it may stand in a page, in content and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}

/** A whole page in the style of the API's pages. `head` and `body` are HTML, the title is text; `language` is theirs. */
export function htmlPage(title: string, body: string, head = '', language: Language = 'en'): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/docs/api/style.css">${head}
</head>
<body>
${body}
</body>
</html>
`;
}
