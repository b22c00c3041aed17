import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { callService, endless, refuse } from '#plugins/tools/testing/call-service.ts';
import { createJinaTools } from './jina-tools.ts';

const key = 'jina_secret';
const call = (index: 0 | 1, given: Readonly<Record<string, unknown>>, answer: unknown, api_key = key) =>
  callService({
    tool: (url) => createJinaTools({ reader: `${url}/r/`, search: `${url}/s/` })[index],
    arguments: given,
    answer,
    credentials: () => (api_key === '' ? {} : { api_key }),
  });

it('reads a page with what documents set', async () => {
  const page = { title: 'A', url: 'https://a.test/', content: '# A\n' };
  // As documents have it.
  const given = {
    url: 'https://a.test/',
    gather_all_links_at_the_end: 1,
    no_cache: 0,
    summary: 0,
    target_selector: '#main',
  };
  const { text, json, seen } = await call(
    0,
    { ...given, request_params: '{"x": "1 2"}', max_retries: 3 },
    { code: 200, data: page },
  );
  expect(text).toBe('# A');
  expect(json).toEqual([page]);
  expect(seen[0]).toMatchObject({
    method: 'POST',
    url: '/r/',
    headers: { authorization: `Bearer ${key}`, 'x-with-links-summary': 'true', 'x-target-selector': '#main' },
  });
  expect(seen[0]?.headers).not.toHaveProperty('x-no-cache');
  expect(JSON.parse(String(seen[0]?.body))).toEqual({ url: 'https://a.test/?x=1+2' });
});

it('searches', async () => {
  const data = [{ title: 'A\nB', url: 'https://a.test', content: 'text' }, null, { title: 'C', description: 'd' }];
  const { text, seen } = await call(1, { query: 'q', site: 'a.test' }, { data }, '');
  expect(text).toBe('A B\nhttps://a.test\ntext\n\nC\n\nd');
  expect(seen[0]).toMatchObject({ url: '/s/', headers: { 'x-site': 'a.test' } });
  expect(seen[0]?.headers).not.toHaveProperty('authorization');
});

it('asks again when the service fails, as often as it is told', async () => {
  let asked = 0;
  const second = (_request: unknown, response: ServerResponse): void => {
    asked += 1;
    response.writeHead(asked === 1 ? 503 : 200).end('{"data": {"content": "in"}}');
  };
  expect((await call(0, { url: 'a.test' }, second)).text).toBe('in');
  asked = 0;
  const unavailable = { code: 'tools.service_unavailable' };
  await expect(call(0, { url: 'a.test', max_retries: 0 }, second)).rejects.toMatchObject(unavailable);
  expect(asked).toBe(1);
});

it('refuses what is no web address, and settings that break out of their line', async () => {
  const invalid = { code: 'tool-jina.invalid_address' };
  for (const url of ['', 'file:///etc/passwd', 'http://'])
    await expect(call(0, { url }, {})).rejects.toMatchObject(invalid);
  const given = { url: 'https://a.test', target_selector: 'a\r\nx-other: b' };
  await expect(call(0, given, {})).rejects.toMatchObject({ code: 'egress.invalid_request' });
  const parameters = { url: 'https://a.test', request_params: '[' };
  await expect(call(0, parameters, {})).rejects.toMatchObject({ code: 'tool-jina.invalid_parameters' });
});

it('tells no key, and takes no answer without end', async () => {
  const refusal = refuse(402, { readableMessage: `${key} has no balance left` });
  const error: unknown = await call(0, { url: 'a.test' }, refusal).catch((cause: unknown) => cause);
  expect(error).toMatchObject({ message: expect.stringContaining('It says: *** has no balance left') });
  await expect(call(0, { url: 'a.test' }, endless)).rejects.toMatchObject({ code: 'egress.too_large' });
});
