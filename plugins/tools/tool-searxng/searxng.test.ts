import { expect, it } from 'vitest';
import { callService, endless, refuse } from '#plugins/tools/testing/call-service.ts';
import { createSearxngSearch } from './searxng-search.ts';

const search = (given: Readonly<Record<string, unknown>>, answer: unknown, base = (url: string) => url) =>
  callService({
    tool: createSearxngSearch,
    arguments: given,
    answer,
    credentials: (url) => ({ searxng_base_url: base(url) }),
  });

it('lists what an instance finds', async () => {
  const results = [{ title: 'A\nB', url: 'https://a.test', content: ' text ', engine: 'x' }, 7, { title: 'C' }];
  const { text, json, seen } = await search(
    { query: ' a & b ', search_type: 'social_media', engines: 'bing' },
    { results },
  );
  expect(text).toBe('A B\nhttps://a.test\ntext\n\nC');
  expect(json).toEqual([results[0], results[2]]);
  expect(seen[0]?.url).toBe('/search?q=a+%26+b&format=json&categories=social+media&engines=bing');
  expect((await search({ query: 'q', max_results: 1 }, { results })).json).toHaveLength(1);
});

it('takes addresses of folders and pages, and settings of older documents', async () => {
  const given = { query: 'q', search_type: 'Page', time_range: 'None' };
  const url = async (end: string) => (await search(given, {}, (server) => server + end)).seen[0]?.url;
  expect(await url('/sx/')).toBe('/sx/search?q=q&format=json&categories=general');
  expect(await url('/search')).toBe('/search?q=q&format=json&categories=general');
  expect((await search(given, {})).text).toBe('Nothing was found.');
});

it('says how to mend an instance that answers no JSON, or an address', async () => {
  const unset = { code: 'tool-searxng.json_off' };
  await expect(search({ query: 'q' }, refuse(403, 'Forbidden'))).rejects.toMatchObject(unset);
  const wrong = { code: 'tool-searxng.invalid_address' };
  await expect(search({ query: 'q' }, {}, () => 'http://')).rejects.toMatchObject(wrong);
});

it('reaches no private address, tells no password, and takes no answer without end', async () => {
  const refused = { code: 'egress.address_refused' };
  await expect(search({ query: 'q' }, {}, () => 'http://169.254.169.254/')).rejects.toMatchObject(refused);
  const withPassword = (url: string) => url.replace('//', '//user:hidden@');
  const error: unknown = await search({ query: 'q' }, refuse(400, { error: 'hidden is wrong' }), withPassword).catch(
    (cause: unknown) => cause,
  );
  expect(error).toMatchObject({ message: expect.stringContaining('It says: *** is wrong') });
  await expect(search({ query: 'q' }, endless)).rejects.toMatchObject({ code: 'egress.too_large' });
});
