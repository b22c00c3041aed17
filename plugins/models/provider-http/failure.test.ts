import { describe, expect, it } from 'vitest';
import { createCaller, type Endpoint, loadContent, readError, retryAfterOf, withVersion } from './contract.ts';
import { type PlayedAnswer, playedEgress } from './testing/played-egress.ts';

const endpoint: Endpoint = {
  provider: 'Vendor',
  base: 'https://api.vendor.example/v1',
  headers: [],
  secrets: ['canary-key'],
  firstByteTimeout: 1000,
  idleTimeout: 1000,
};
const signal = new AbortController().signal;

async function failureOf(status: number, body: string, headers: Record<string, string> = {}): Promise<unknown> {
  const answer: PlayedAnswer = { status, headers, pieces: [Buffer.from(body)] };
  const caller = createCaller(
    playedEgress(() => answer),
    endpoint,
  );
  return await caller.json({ path: '/chat', body: '{}', model: 'large', signal }).catch((error: unknown) => error);
}

describe('what a server refuses', () => {
  const error = (message: string, more: object = {}) => JSON.stringify({ error: { message, ...more } });
  it.each([
    ['a key', 401, error('no'), 'provider_not_initialize'],
    ['a key of Google', 400, error('API key not valid.', { status: 'INVALID_ARGUMENT' }), 'provider_not_initialize'],
    ['a key of xAI', 400, '{"code":"x","error":"Incorrect API key provided: ca***"}', 'provider_not_initialize'],
    ['an empty account', 429, error('exceeded', { type: 'insufficient_quota' }), 'provider_quota_exceeded'],
    ['an empty account of Zhipu', 429, error('余额不足或无可用资源包', { code: '1113' }), 'provider_quota_exceeded'],
    ['a rate that Google calls quota', 429, error('You exceeded your current quota'), 'completion_request_error'],
    ['a model', 404, error('gone'), 'model_currently_not_support'],
    ['a model of DeepSeek', 400, error('Model Not Exist'), 'model_currently_not_support'],
    ['a model of Mistral', 400, '{"message":"Invalid","type":"invalid_model"}', 'model_currently_not_support'],
    ['a page of a proxy', 502, '<html>canary-key</html>', 'completion_request_error'],
    ['an address that is not right', 302, '', 'completion_request_error'],
    ['a busy server', 529, error('Overloaded'), 'completion_request_error'],
  ])('%s names provider, model and remedy', async (_what, status, body, code) => {
    const failure = await failureOf(status, body);
    expect(failure).toMatchObject({ kind: 'invalid', code: `models.${code}`, details: { status } });
    expect(String(failure)).toMatch(/Vendor \(api\.vendor\.example\) .*"large" \(\d+\)\..*(Check|Try|Add|set) /);
    expect(String(failure)).not.toContain('canary-key');
  });

  it('tells when to try again', async () => {
    const body = JSON.stringify({ error: { code: 429, details: [{ retryDelay: '34.4s' }] } });
    expect(await failureOf(429, body)).toMatchObject({ details: { retry_after_ms: 34_400 } });
    expect(String(await failureOf(429, '', { 'retry-after': '7' }))).toContain('Try again in 7 s.');
    expect(retryAfterOf({ 'retry-after-ms': '1500', 'retry-after': '9' }, null)).toBe(1500);
    const now = Date.parse('2026-11-01T00:00:00Z');
    expect(retryAfterOf({ 'retry-after': 'Sun, 01 Nov 2026 00:00:05 GMT' }, null, now)).toBe(5000);
    expect(retryAfterOf({ 'retry-after': '99999999999' }, null)).toBe(86_400_000);
    expect(retryAfterOf({ 'retry-after': 'soon' }, { error: { details: [{ retryDelay: 'x' }] } })).toBeUndefined();
  });

  it('is found in any form', () => {
    expect(readError([{ error: { message: 'a', status: 'X', details: [{ reason: 'R' }] } }])).toMatchObject({
      message: 'a',
      code: 'X R',
    });
    expect(readError({ detail: [{ msg: 'field required' }] }).message).toBe('field required');
    expect(readError({ base_resp: { status_code: 1004, status_msg: 'bad' } })).toMatchObject({ message: 'bad' });
    expect(readError(JSON.parse(`${'{"error":'.repeat(200)}"x"${'}'.repeat(200)}`)).message).toBe('');
  });
});

describe('an address', () => {
  it.each([
    ['https://a.example', 'https://a.example/v1'],
    [' https://a.example/v1/chat/completions ', 'https://a.example/v1'],
    ['https://a.example/api/paas/v4/', 'https://a.example/api/paas/v4'],
    ['https://a.example/openai/v1/responses', 'https://a.example/openai/v1'],
  ])('%s is that of the API', (address, base) => expect(withVersion(address)).toBe(base));

  it('that is none is refused', () => {
    expect(() => withVersion('models')).toThrow(expect.objectContaining({ code: 'models.provider_not_initialize' }));
  });
});

describe('a file of a message', () => {
  const egress = (answer: PlayedAnswer) => playedEgress(() => answer);
  const nobody = egress({ pieces: [] });

  it('is loaded of data: and http addresses', async () => {
    const options = { maxBytes: 10, mediaType: 'image/png', signal };
    expect(await loadContent(nobody, 'data:audio/wav;base64,SGk=', options)).toMatchObject({ mediaType: 'audio/wav' });
    expect((await loadContent(nobody, 'data:,a%20b', options)).base64()).toBe(Buffer.from('a b').toString('base64'));
    const loaded = await loadContent(
      egress({ pieces: [Buffer.from('Hi')], headers: { 'content-type': 'application/octet-stream' } }),
      'https://files.example/x',
      options,
    );
    expect(loaded).toMatchObject({ mediaType: 'image/png' });
    expect(loaded.base64()).toBe('SGk=');
  });

  it('that is too large, or not there, fails without its address', async () => {
    const options = { maxBytes: 3, signal };
    const missing = loadContent(egress({ status: 404, pieces: [] }), 'https://files.example/secret-path', options);
    await expect(missing).rejects.toMatchObject({ code: 'models.completion_request_error' });
    await expect(missing).rejects.not.toThrow(/secret-path/);
    await expect(loadContent(nobody, `data:;base64,${'A'.repeat(99)}`, options)).rejects.toThrow(/larger than the 3/);
  });
});
