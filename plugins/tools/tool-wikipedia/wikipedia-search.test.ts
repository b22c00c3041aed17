import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { startServer } from '#plugins/egress/testing/local-server.ts';
import { openEgress } from '#plugins/egress/testing/open-egress.ts';
import type { ToolInvocation } from '#plugins/tools/contract.ts';
import { createWikipediaSearch } from './wikipedia-search.ts';

async function search(given: Readonly<Record<string, unknown>>, answer: (response: ServerResponse) => void) {
  await using server = await startServer((_request, response) => answer(response));
  await using egress = openEgress();
  const languages: string[] = [];
  const tool = createWikipediaSearch((language) => {
    languages.push(language);
    return server.url;
  });
  const { signal } = new AbortController();
  // It reads nothing else of an invocation.
  const { text } = await tool.invoke({ arguments: given, signal, egress } as unknown as ToolInvocation);
  return { text, languages, seen: server.seen.map(({ url }) => new URL(url, server.url)) };
}

const json = (value: unknown) => (response: ServerResponse) => void response.end(JSON.stringify(value));

describe('looking up in Wikipedia', () => {
  it('tells how the pages begin, the best one first', async () => {
    const pages = [
      { index: 2, title: 'Other', extract: 'Second.' },
      { index: 1, title: 'Ada Lovelace', extract: 'First.\n' },
    ];
    const { text, languages, seen } = await search({ query: ' Ada & co ', language: 'DE' }, json({ query: { pages } }));
    expect(text).toBe('Page: Ada Lovelace\nSummary: First.\n\nPage: Other\nSummary: Second.');
    expect(languages).toEqual(['de']);
    expect(seen[0]?.pathname).toBe('/w/api.php');
    expect(seen[0]?.searchParams.get('gsrsearch')).toBe('Ada & co');
  });

  it('says when there is nothing', async () => {
    expect((await search({ query: 'x' }, json({ batchcomplete: true }))).text).toBe('Wikipedia has no page on this.');
    const nothing = await search({ query: ' ' }, json({}));
    expect(nothing.text).toBe('There is nothing to look up.');
    expect(nothing.seen).toEqual([]);
  });

  it('knows languages by their English names', async () => {
    expect((await search({ query: 'x', language: 'Chinese' }, json({}))).languages).toEqual(['zh']);
  });

  it('bounds what it tells', async () => {
    const pages = [{ index: 1, title: 'A', extract: 'x'.repeat(100_000) }];
    expect((await search({ query: 'x' }, json({ query: { pages } }))).text).toHaveLength(4000);
  });

  it('leaves out what is no page, and keeps characters whole', async () => {
    const pages = [null, 3, { index: 1, title: 'A', extract: '😀'.repeat(5000) }];
    const { text } = await search({ query: 'x' }, json({ query: { pages } }));
    expect([text?.length, text?.isWellFormed()]).toEqual([4000, true]);
  });

  it.each(['evil.test/', 'en.evil', 'a@b', 'x'.repeat(100), '', '../..', 'constructor'])(
    'takes "%s" for no language',
    async (language) => {
      expect((await search({ query: 'x', language }, json({}))).languages).toEqual(['en']);
    },
  );

  it('fails when Wikipedia does', async () => {
    const code = 'tool-wikipedia.unavailable';
    await expect(search({ query: 'x' }, (response) => response.writeHead(503).end())).rejects.toMatchObject({ code });
    const long = (response: ServerResponse) => response.writeHead(500).end('x'.repeat(3_000_000));
    await expect(search({ query: 'x' }, long)).rejects.toMatchObject({ code });
    await expect(search({ query: 'x' }, (response) => response.end('<html>'))).rejects.toMatchObject({ code });
    expect((await search({ query: 'x' }, json(null))).text).toBe('Wikipedia has no page on this.');
  });
});
