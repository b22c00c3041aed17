import { afterAll, beforeAll, expect, it } from 'vitest';
import { testClient } from '#http/testing/client.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { guides } from './guides.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

const KIB = 1024;
const get = async (address: string) => {
  const { status, text } = await testClient(platform.url).request(address);
  return { status, text };
};

/** The text of a page; '': there is none. */
const existing = async (address: string) => {
  const { status, text } = await get(address);
  return status === 200 ? text : '';
};

it('has each guide as a page of at most 200 KB, whose links lead somewhere', async () => {
  const pages = new Map<string, string>();
  for (const address of ['/docs', ...guides().map((guide) => guide.address)]) {
    const { status, text } = await get(address);
    expect(status, address).toBe(200);
    expect(text.length, address).toBeLessThanOrEqual(200 * KIB);
    pages.set(address, text);
  }
  expect(pages.size).toBe(16);
  const dead: string[] = [];
  for (const [page, text] of pages) {
    for (const [, link = ''] of text.matchAll(/<a href="([^"]+)"/g)) {
      // Of another plugin, which tests of pages open.
      if (/^https?:|^\/docs\/embed$/.test(link)) continue;
      const [path = '', hash] = link.split('#');
      const target = path === '' ? page : path;
      const shown = pages.get(target) ?? (await existing(target));
      pages.set(target, shown);
      if (shown === '' || (hash !== undefined && !shown.includes(` id="${hash}"`))) dead.push(`${page}: ${link}`);
    }
  }
  expect(dead).toEqual([]);
});

it('finds them by words, and says of others that there is no such page', async () => {
  expect((await get('/docs/api/search?q=behind+a+pooler')).text).toContain('/docs/details/operations#behind-a-pooler');
  expect((await get('/docs/api/search?q=bubble+corner')).text).toContain('/docs/guides/embed');
  for (const address of ['/docs/guides/nothing', '/docs/details/errors', '/docs/guides/..%2f..%2fREADME'])
    expect((await get(address)).status, address).toBe(404);
});

it('shows what looks like an element as text', () => {
  for (const { html } of guides()) expect(html).not.toMatch(/<(?:script|iframe|img|style)\b/);
});
