import { describe, expect, it } from 'vitest';
import { startServer } from '#plugins/egress/testing/local-server.ts';
import { openEgress } from '#plugins/egress/testing/open-egress.ts';
import type { ToolInvocation } from '#plugins/tools/contract.ts';
import { readResults } from './result-page.ts';
import { createWebSearch } from './web-search.ts';

const result = (href: string, title: string, snippet?: string): string =>
  `<h2 class="result__title"><a rel="nofollow" class="result__a" href="${href}">${title}</a></h2>${
    snippet === undefined ? '' : `<a class="result__snippet" href="${href}">${snippet}</a>`
  }`;
const through = (address: string): string => `//duckduckgo.com/l/?uddg=${encodeURIComponent(address)}&amp;rut=ab`;

async function search(given: Readonly<Record<string, unknown>>, html: string, status = 200) {
  await using server = await startServer((_request, response) => response.writeHead(status).end(html));
  await using egress = openEgress();
  const { signal } = new AbortController();
  // It reads nothing else of an invocation.
  const invocation = { arguments: given, signal, egress } as unknown as ToolInvocation;
  const answer = await createWebSearch(`${server.url}/html/`).invoke(invocation);
  return { ...answer, seen: server.seen.map(({ url }) => url) };
}

describe('searching the web', () => {
  const page = `<body>${result(through('https://a.test/?x=1&y=ü'), 'A &amp; <b>B</b>', 'On <b>both</b>\n of them')}${result('https://c.test/', 'C')}</body>`;

  it('lists title, address and text', async () => {
    const { text, json, seen } = await search({ query: ' a & b ' }, page);
    expect(json).toEqual([
      { title: 'A & B', href: 'https://a.test/?x=1&y=ü', body: 'On both of them' },
      { title: 'C', href: 'https://c.test/', body: '' },
    ]);
    expect(text).toBe('A & B\nhttps://a.test/?x=1&y=ü\nOn both of them\n\nC\nhttps://c.test/');
    expect(seen).toEqual(['/html/?q=a+%26+b']);
  });

  it('lists as many as it is told, within bounds', async () => {
    const many = Array.from({ length: 50 }, (_, index) => result(`https://a.test/${index}`, 'T')).join('');
    const counts = [1, '3', 1000, -1, 'x', undefined].map(async (count) => {
      const { json } = await search({ query: 'q', max_results: count }, many);
      return json?.length;
    });
    expect(await Promise.all(counts)).toEqual([1, 3, 20, 5, 5, 5]);
  });

  it('says when there is nothing, and fails when the engine does', async () => {
    expect((await search({ query: 'q' }, '<body></body>')).text).toBe('Nothing was found.');
    expect((await search({ query: '' }, page)).text).toBe('There is nothing to search.');
    await expect(search({ query: 'q' }, '', 202)).rejects.toMatchObject({ code: 'tool-websearch.unavailable' });
  });

  it('leaves out advertisements and what is no address', () => {
    const bad = ['https://duckduckgo.com/y.js?ad=1', 'javascript:alert(1)', through('data:text/html,x'), '', '"'];
    expect(readResults(bad.map((href) => result(href, 'T')).join(''), 10)).toEqual([]);
  });

  it('keeps each result in its lines, and its characters whole', () => {
    const page = result(through('https://a.test/x\n\nhttps://b.test/'), 'T&#xd83d; &#10;U', `${'x'.repeat(3998)}😀`);
    expect(readResults(page, 5)).toEqual([
      { title: 'T\ufffd U', href: 'https://a.test/xhttps://b.test/', body: `${'x'.repeat(3998)}\ufffd` },
    ]);
  });

  it('fails as well when the engine refuses at length', async () => {
    await expect(search({ query: 'q' }, 'x'.repeat(3_000_000), 503)).rejects.toMatchObject({
      code: 'tool-websearch.unavailable',
    });
  });

  it('reads pages that are cut off or made to be slow', () => {
    expect(readResults('class="result__a" href="https://a.test/"', 5)).toEqual([]);
    expect(readResults(`class="result__a" href="https://a.test/">${'<'.repeat(200_000)}</a>`, 5)[0]?.href).toBe(
      'https://a.test/',
    );
    expect(readResults('class="result__a"'.repeat(100_000), 5)).toEqual([]);
  });
});
