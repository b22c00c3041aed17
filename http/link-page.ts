import type { Reply } from './reply.ts';

/** A page for who opened the link of a letter in a browser. */
export interface LinkPage {
  readonly title: string;
  /** What the link is. */
  readonly text: string;
  /** What can be done with it, by calls; `TOKEN` stands for what follows `#` in the link. */
  readonly ways: readonly { readonly title: string; readonly call: string }[];
}

const headers = {
  // No scripts: all it may load is the style sheet of the house.
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
};

/** The same for every link: what follows `#` stays in the browser, so nothing of it is here. */
export function linkPage({ title, text, ways }: LinkPage): Reply {
  const shown = ways.map((way) => `<h2>${escaped(way.title)}</h2>\n<pre><code>${escaped(way.call)}</code></pre>`);
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<link rel="stylesheet" href="/docs/api/style.css">
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
<p>${escaped(text)}</p>
<p>This server has no page for it yet. Copy what follows <code>#</code> in the address of this page, and send it from a
terminal in place of <code>TOKEN</code>; or ask whoever runs the server to do it with you.</p>
${shown.join('\n')}
</main>
</body>
</html>
`;
  return { status: 200, headers, body: { kind: 'text', text: body, contentType: 'text/html; charset=utf-8' } };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
