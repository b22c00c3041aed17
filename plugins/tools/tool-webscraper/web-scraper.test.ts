import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { startServer } from '#plugins/egress/testing/local-server.ts';
import { openEgress } from '#plugins/egress/testing/open-egress.ts';
import { pdf } from '#plugins/text-extraction/testing/documents.ts';
import { startExtraction } from '#plugins/text-extraction/testing/start-extraction.ts';
import type { ToolInvocation } from '#plugins/tools/contract.ts';
import { createWebScraper } from './web-scraper.ts';

const extraction = startExtraction({ processes: 1 });
const egress = openEgress();
afterAll(async () => {
  await extraction[Symbol.asyncDispose]();
  await egress[Symbol.asyncDispose]();
});

type Answer = (response: ServerResponse, url: string) => void;

/** Reads an address of a server that answers so; what the tool told, and what the server was sent. */
async function scrape(answer: Answer, given: Readonly<Record<string, unknown>> = {}, path = '/') {
  await using server = await startServer(({ url }, response) => answer(response, url));
  const { signal } = new AbortController();
  const told = { url: `${server.url}${path}`, ...given };
  // It reads nothing else of an invocation.
  const invocation = { arguments: told, workspaceId: 'w1', signal, egress } as unknown as ToolInvocation;
  const { text } = await createWebScraper(extraction.service).invoke(invocation);
  return { text, seen: [...server.seen] };
}

const page =
  (html: string | Uint8Array, type = 'text/html; charset=utf-8'): Answer =>
  (response) => {
    response.setHeader('content-type', type).end(html);
  };

describe('the web scraper', () => {
  it('tells title and text of a page, without its scripts', async () => {
    const html = `<html><head><title> A &amp; B&#39;s
      page</title><style>p{}</style></head><body><h1>Head</h1><script>x()</script><p>Text <b>here</b></p></body></html>`;
    const { text, seen } = await scrape(page(html));
    expect(text).toBe("A & B's page\n\n# Head\n\nText **here**");
    expect(seen[0]?.method).toBe('GET');
    expect(seen[0]?.headers['user-agent']).toContain('Mozilla/5.0');
  });

  it('sends the user agent of the document, and the usual one for an empty one', async () => {
    expect((await scrape(page('x'), { user_agent: 'Reader/1' })).seen[0]?.headers['user-agent']).toBe('Reader/1');
    expect((await scrape(page('x'), { user_agent: '' })).seen[0]?.headers['user-agent']).toContain('Mozilla/5.0');
  });

  it('reads pages in the encoding they declare, packed pages and such of programs', async () => {
    const chinese = Buffer.from(
      '3c6d65746120636861727365743d67626b3e3c7469746c653ed6d0cec43c2f7469746c653e3c703ed6d0cec4b1cabcc73c2f703e',
      'hex',
    );
    expect((await scrape(page(chinese, 'text/html'))).text).toMatch(/^中文\n\n/);
    const short = Buffer.from('3c703ee4e5f2e83c2f703e', 'hex');
    expect((await scrape(page(short, 'text/html; charset="Windows-1251"'))).text).toBe('дети');
    expect((await scrape(page(short.subarray(3, 7), 'text/plain;charset=windows-1251'))).text).toBe('дети');
    expect((await scrape(page('<p>é</p>', 'text/html; charset=no-such'))).text).toBe('é');
    const packed: Answer = (response) =>
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(gzipSync('<p>in</p>'));
    expect((await scrape(packed)).text).toBe('in');
    expect((await scrape(page('<p>in</p>', 'text/html'), {}, '/index.php')).text).toBe('in');
  });

  it('follows redirects, and reads documents and plain text', async () => {
    const moved: Answer = (response, url) =>
      url === '/' ? response.writeHead(302, { location: '/b' }).end() : page('plain <b>', 'text/plain')(response, url);
    expect((await scrape(moved)).text).toBe('plain <b>');
    expect((await scrape(page(pdf(['in a file']), 'application/pdf'), {}, '/a.pdf')).text).toBe('in a file');
    expect((await scrape(page('{"a": 1}', 'application/json'))).text).toBe('{"a": 1}');
  });

  it('tells what came where there is no text', async () => {
    expect((await scrape(page(''), { url: ' ' })).text).toBe('There is no address to read.');
    expect((await scrape((response) => response.writeHead(404).end('no'))).text).toBe(
      'The address answered with status 404.',
    );
    const picture = page(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'image/png');
    expect((await scrape(picture)).text).toContain('(image/png)');
    expect((await scrape(page('<html><body></body></html>'))).text).toBe('');
  });

  it('fails for what is no address, for headers that break out of their line, and for pages without end', async () => {
    const ordinary = page('x');
    await expect(scrape(ordinary, { url: 'not an address' })).rejects.toMatchObject({ code: 'egress.invalid_request' });
    await expect(scrape(ordinary, { url: 'file:///etc/passwd' })).rejects.toMatchObject({
      code: 'egress.invalid_request',
    });
    await expect(scrape(ordinary, { user_agent: 'a\r\nx: y' })).rejects.toMatchObject({
      code: 'egress.invalid_request',
    });
    const endless: Answer = (response) => {
      const more = (): void => {
        while (!response.destroyed)
          if (!response.write(Buffer.alloc(65_536, 'a'))) return void response.once('drain', more);
      };
      more();
    };
    await expect(scrape(endless)).rejects.toMatchObject({ code: 'egress.too_large' });
  });
});
