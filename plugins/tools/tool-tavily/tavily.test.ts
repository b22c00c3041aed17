import { expect, it } from 'vitest';
import { callService, endless, refuse } from '#plugins/tools/testing/call-service.ts';
import { createTavilyTools } from './tavily-tools.ts';

const key = 'tvly-secret';
const call = (index: 0 | 1, given: Readonly<Record<string, unknown>>, answer: unknown) =>
  callService({
    tool: (url) => createTavilyTools(url)[index],
    arguments: given,
    answer,
    credentials: () => ({ tavily_api_key: key }),
  });

it('searches with what documents set', async () => {
  const answer = { answer: 'Yes.', results: [{ title: 'A\nB', url: 'https://a.test', content: ' text ' }, 'odd'] };
  // As documents of older installations have it.
  const given = { query: ' q ', search_depth: 'basic', max_results: 100, include_answer: 1, include_images: 0 };
  const { text, json, seen } = await call(0, { ...given, include_domains: 'a.test, b.test', days: 3 }, answer);
  expect(text).toBe('Yes.\n\nA B\nhttps://a.test\ntext');
  expect(json).toEqual([answer]);
  expect(seen[0]).toMatchObject({ method: 'POST', url: '/search', headers: { authorization: `Bearer ${key}` } });
  const sent: unknown = JSON.parse(String(seen[0]?.body));
  expect(sent).toMatchObject({ query: 'q', max_results: 20, include_answer: true, include_images: false });
  expect(sent).toMatchObject({ include_domains: ['a.test', 'b.test'], exclude_domains: [] });
  expect(sent).not.toHaveProperty('days');
});

it('sends settings only where they belong', async () => {
  const given = { query: 'q', topic: 'news', days: 3, time_range: 'week', country: 'Chile', search_depth: 'advanced' };
  const { text, seen } = await call(0, { ...given, chunks_per_source: 9 }, { results: [] });
  const sent: unknown = JSON.parse(String(seen[0]?.body));
  expect(sent).toMatchObject({ days: 3, time_range: 'week', chunks_per_source: 3 });
  expect(sent).not.toHaveProperty('country');
  expect(text).toBe('Nothing was found.');
});

it('reads pages, and says which it could not', async () => {
  const answer = {
    results: [{ url: 'https://a.test', raw_content: '# A' }],
    failed_results: [{ url: 'https://b.test', error: 'gone' }],
  };
  const { text, seen } = await call(1, { urls: 'https://a.test, https://b.test' }, answer);
  expect(text).toBe('https://a.test\n# A\n\nhttps://b.test\nCould not be read: gone');
  expect(JSON.parse(String(seen[0]?.body))).toMatchObject({ urls: ['https://a.test', 'https://b.test'] });
  const many = Array.from({ length: 21 }, () => 'https://a.test').join();
  await expect(call(1, { urls: many }, answer)).rejects.toMatchObject({ code: 'tool-tavily.too_many_addresses' });
});

it('says what the service refuses, never the key', async () => {
  const refusal = refuse(401, { detail: { error: `Unauthorized:\r\n key ${key} is wrong` } });
  const error: unknown = await call(0, { query: 'q' }, refusal).catch((cause: unknown) => cause);
  expect(error).toMatchObject({
    code: 'tools.service_refused',
    message:
      'Tavily refuses the call (status 401): check the credentials of its provider under tools. It says: Unauthorized: key *** is wrong',
  });
  for (const answer of [refuse(429, {}), refuse(500, 'x'), ['no object']]) {
    await expect(call(0, { query: 'q' }, answer)).rejects.toMatchObject({ code: 'tools.service_unavailable' });
  }
  // The key goes nowhere else.
  await expect(call(0, { query: 'q' }, refuse(302, {}))).rejects.toMatchObject({ code: 'tools.service_refused' });
});

it('takes no answer without end', async () => {
  await expect(call(0, { query: 'q' }, endless)).rejects.toMatchObject({ code: 'egress.too_large' });
});
