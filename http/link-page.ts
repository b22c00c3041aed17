import { escapeHtml, htmlPage } from './html-page.ts';
import type { Reply } from './reply.ts';

/** A page for who opened the link of an e-mail in a browser. */
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
  const shown = ways.map((way) => `<h2>${escapeHtml(way.title)}</h2>\n<pre><code>${escapeHtml(way.call)}</code></pre>`);
  const body = `<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
<p>This server has no page for it yet. Copy what follows <code>#</code> in the address of this page, and send it from a
terminal in place of <code>TOKEN</code>; or ask whoever runs the server to do it with you.</p>
${shown.join('\n')}
</main>`;
  const page = htmlPage(title, body);
  return { status: 200, headers, body: { kind: 'text', text: page, contentType: 'text/html; charset=utf-8' } };
}
