import { escapeHtml, htmlPage } from './html-page.ts';
import type { Language } from './language.ts';
import type { Reply } from './reply.ts';

/** A page for who opened the link of an e-mail in a browser. */
export interface LinkPage {
  readonly title: string;
  readonly language: Language;
  /** What the link is. */
  readonly text: string;
  /** How the calls below are made. */
  readonly how: string;
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
export function linkPage({ title, language, text, how, ways }: LinkPage): Reply {
  const shown = ways.map((way) => `<h2>${escapeHtml(way.title)}</h2>\n<pre><code>${escapeHtml(way.call)}</code></pre>`);
  const body = `<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
<p>${escapeHtml(how)}</p>
${shown.join('\n')}
</main>`;
  const page = htmlPage(title, body, '', language);
  return { status: 200, headers, body: { kind: 'text', text: page, contentType: 'text/html; charset=utf-8' } };
}
