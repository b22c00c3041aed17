import { expect, it } from 'vitest';
import { callService, endless, refuse } from '#plugins/tools/testing/call-service.ts';
import { createGoogleSearch } from './google-search.ts';

const search = (
  given: Readonly<Record<string, unknown>>,
  answer: unknown,
  credentials: Readonly<Record<string, string>> = { serpapi_api_key: 'serp-secret' },
) =>
  callService({
    tool: (url) => createGoogleSearch({ serpApi: `${url}/serp`, programmable: `${url}/cse` }),
    arguments: given,
    answer,
    credentials: () => credentials,
  });

const own = { google_api_key: 'g-secret', google_cx: 'cx1' };

it('asks SerpAPI', async () => {
  const answer = {
    answer_box: { answer: '42' },
    organic_results: [{ title: 'A\nB', link: 'https://a.test', snippet: 's', position: 1 }, 'odd', { title: 'C' }],
  };
  const { text, json, seen } = await search({ query: ' a & b ', hl: 'de' }, answer);
  expect(text).toBe('42\n\nA B\nhttps://a.test\ns\n\nC');
  expect(json).toEqual([
    { title: 'A B', link: 'https://a.test', snippet: 's' },
    { title: 'C', link: '', snippet: '' },
  ]);
  expect(seen[0]?.url).toBe('/serp?engine=google&q=a+%26+b&api_key=serp-secret&hl=de');
});

it('asks a Programmable Search Engine, with the key in no address', async () => {
  const { text, seen } = await search(
    { query: 'q', num: 100 },
    { items: [{ title: 'A', link: 'https://a.test' }] },
    own,
  );
  expect(text).toBe('A\nhttps://a.test');
  expect(seen[0]).toMatchObject({ url: '/cse?cx=cx1&q=q&num=10', headers: { 'x-goog-api-key': 'g-secret' } });
});

it('says what is missing, and that nothing was found', async () => {
  const missing = { code: 'tool-google.not_configured' };
  await expect(search({ query: 'q' }, {}, { google_cx: 'cx1' })).rejects.toMatchObject(missing);
  expect((await search({ query: 'q' }, {})).text).toBe('Nothing was found.');
});

it('tells no key, and takes no answer without end', async () => {
  const refusal = refuse(400, { error: { message: 'API key g-secret not valid.' } });
  const error: unknown = await search({ query: 'q' }, refusal, own).catch((cause: unknown) => cause);
  expect(error).toMatchObject({
    code: 'tools.service_refused',
    message: expect.stringContaining('It says: API key *** not valid.'),
  });
  await expect(search({ query: 'q' }, endless)).rejects.toMatchObject({ code: 'egress.too_large' });
});
