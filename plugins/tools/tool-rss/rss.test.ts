import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { callService, endless, refuse } from '#plugins/tools/testing/call-service.ts';
import { readFeed } from './feed.ts';
import { createRssReader } from './rss-reader.ts';

const base = 'https://a.test/feed';
const read = (text: string, limit = 10) => readFeed(text, base, limit);
const empty = { title: '', link: '', date: '', summary: '', author: '', id: '' };

it('reads RSS', () => {
  const feed = read(`<?xml version="1.0"?>
    <rss version="2.0" xmlns:dc="d" xmlns:content="c" xmlns:media="m"><channel>
    <title>News</title><link>https://a.test/</link><image><title>Logo</title></image>
    <item><title><![CDATA[A <b>&amp;</b>
      B]]></title><link>/one</link><pubDate>Thu, 01 Jan 2026 12:00:00 +0100</pubDate><guid>g1</guid>
      <description>&lt;p&gt;First&amp;nbsp;line&lt;/p&gt;&lt;script&gt;x()&lt;/script&gt;second</description>
      <content:encoded>Whole</content:encoded><media:title>Picture</media:title><dc:creator>Ada</dc:creator></item>
    <item><title>C&nbsp;D</title><link>javascript:alert(1)</link><pubDate>soon</pubDate></item></channel></rss>`);
  expect(feed.title).toBe('News');
  expect(feed.items).toEqual([
    {
      title: 'A & B',
      link: 'https://a.test/one',
      date: '2026-01-01T11:00:00.000Z',
      summary: 'First line\nsecond',
      author: 'Ada',
      id: 'g1',
    },
    { ...empty, title: 'C D', date: 'soon' },
  ]);
});

it('reads Atom, RSS 1.0 and JSON Feed', () => {
  const atom = read(`<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title><link rel="self" href="/self"/>
    <entry><title type="html">A</title><link rel="edit" href="/edit"/><link href="/one"/><id>urn:1</id>
    <updated>2026-01-02T00:00:00Z</updated><author><name>Ada</name><email>a@a.test</email></author>
    <content type="xhtml"><div><p>Some <b>bold</b> text</p></div></content></entry></feed>`);
  const entry = { ...empty, title: 'A', date: '2026-01-02T00:00:00.000Z', author: 'Ada', id: 'urn:1' };
  expect(atom.items).toEqual([{ ...entry, link: 'https://a.test/one', summary: 'Some bold text' }]);
  const rdf = read('<r:RDF xmlns:r="r"><channel><title>T</title></channel><item><title>A</title></item></r:RDF>');
  expect(rdf).toMatchObject({ title: 'T', items: [{ title: 'A' }] });
  const json = read(`{"title": "T", "items": [{"id": "1", "url": "https://a.test/1", "title": "A",
    "content_html": "<p>x</p>", "date_published": "2026-01-02T00:00:00Z", "authors": [{"name": "Ada"}]}, 5]}`);
  expect(json.items).toEqual([{ ...entry, id: '1', link: 'https://a.test/1', summary: 'x' }]);
});

it('refuses bombs and what is no feed', () => {
  const bomb = `<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><rss><channel><title>&b;</title></channel></rss>`;
  expect(() => read(bomb)).toThrow('no well-formed XML');
  const file =
    '<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]><rss><channel><title>&x;</title></channel></rss>';
  expect(() => read(file)).toThrow('no well-formed XML');
  expect(() => read(`<rss>${'<a>'.repeat(1000)}`)).toThrow('nests more than 200 elements');
  expect(() => read('<html><body/></html>')).toThrow('a document of html');
  expect(() => read('{"items": 1}')).toThrow('no JSON Feed');
  expect(() => read('nothing')).toThrow('no well-formed XML');
  // Ends where enough is read, and takes no time for what was made to be slow.
  expect(read(`<rss><channel>${'<item><title>A</title></item>'.repeat(20)}<broken`, 3).items).toHaveLength(3);
  const slow = `<rss><channel><item><description><![CDATA[${'<script>'.repeat(50_000)}]]></description></item></channel></rss>`;
  expect(read(slow).items[0]?.summary.length).toBeLessThan(4001);
});

it('asks an address, in the encoding it declares', async () => {
  const xml =
    '<?xml version="1.0" encoding="windows-1251"?><rss><channel><item><title>\xe4\xe5\xf2\xe8</title></item></channel></rss>';
  const answer = (_request: unknown, response: ServerResponse) => void response.end(Buffer.from(xml, 'latin1'));
  const call = (given: Readonly<Record<string, unknown>>, told: unknown) =>
    callService({ tool: () => createRssReader(), arguments: given, answer: told });
  await expect(call({ url: 'http://169.254.169.254/' }, answer)).rejects.toMatchObject({
    code: 'egress.address_refused',
  });
  await expect(call({ url: 'file:///etc/passwd' }, answer)).rejects.toMatchObject({ code: 'egress.invalid_request' });
  const served = async (told: unknown) => {
    let url = '';
    const tool = createRssReader();
    return callService({
      tool: (server) => {
        url = server;
        return { ...tool, invoke: (call) => tool.invoke({ ...call, arguments: { url, max_items: 5 } }) };
      },
      answer: told,
    });
  };
  const { text, json } = await served(answer);
  expect([text, json]).toEqual(['дети', [{ ...empty, title: 'дети' }]]);
  await expect(served({ no: 'feed' })).rejects.toMatchObject({ code: 'tool-rss.no_feed' });
  await expect(served(refuse(404, ''))).rejects.toMatchObject({ code: 'tool-rss.unavailable' });
  await expect(served(endless)).rejects.toMatchObject({ code: 'egress.too_large' });
});
