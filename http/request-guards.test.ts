import { afterEach, describe, expect, it } from 'vitest';
import { PlatformError } from '#kernel';
import { access, json, Public, type RequestGuard, route } from './contract.ts';
import { testClient } from './testing/client.ts';
import { startTestServer, type TestServer } from './testing/server.ts';

const Key = access<{ readonly workspaceId: string }>('key');
const authenticator = { id: 'key', authenticate: () => ({ workspaceId: 'w1' }) };

let server: TestServer;
afterEach(() => server.close());

async function start(...guards: RequestGuard[]) {
  const handled: unknown[] = [];
  const handle = ({ body }: { body: unknown }) => {
    handled.push(body);
    return json({ ok: true });
  };
  server = await startTestServer({
    routes: [
      route({ id: 'a', method: 'POST', path: '/v1/a', access: Key, summary: 'a', body: { type: 'object' }, handle }),
      route({ id: 'b', method: 'GET', path: '/v1/b', access: Public, summary: 'b', handle }),
    ],
    authenticators: [authenticator],
    guards,
  });
  return { handled, client: testClient(server.address, 'k') };
}

const refused: RequestGuard = {
  id: 'refused',
  allow: () => ({
    headers: { 'RateLimit-Remaining': '0' },
    refusal: new PlatformError('limited', 'x.too_many_requests', 'Wait.', { retryAfter: 7 }),
  }),
};

describe('guards', () => {
  it('refuse a request before its body is read, with their headers', async () => {
    const { handled, client } = await start(refused);
    const answer = await client.request('/v1/a', { method: 'POST', body: 'no object' });
    expect(answer.status).toBe(429);
    expect(answer.body).toEqual({ code: 'too_many_requests', message: 'Wait.', status: 429 });
    expect(answer.headers.get('retry-after')).toBe('7');
    expect(answer.headers.get('ratelimit-remaining')).toBe('0');
    expect(handled).toEqual([]);
  });

  it('are asked who calls what, and add headers to answers and errors', async () => {
    const asked: unknown[] = [];
    const { client } = await start({
      id: 'x',
      async allow(request) {
        asked.push(request);
        return { headers: { 'RateLimit-Limit': '5' } };
      },
    });
    const good = await client.request('/v1/a', { body: {} });
    const bad = await client.request('/v1/a', { body: [] });
    expect([good.status, good.headers.get('ratelimit-limit')]).toEqual([200, '5']);
    expect([bad.status, bad.headers.get('ratelimit-limit')]).toEqual([400, '5']);
    expect(asked[0]).toEqual({ method: 'POST', path: '/v1/a', principal: { workspaceId: 'w1' } });
  });

  it('say nothing of limits where another one refused: its numbers count', async () => {
    const Open = { id: 'open', allow: () => ({ headers: { 'ratelimit-limit': '500', 'RateLimit-Remaining': '499' } }) };
    server = await startTestServer({
      routes: [
        route({
          id: 'c',
          method: 'GET',
          path: '/v1/c',
          access: Key,
          summary: 'c',
          handle: () => {
            throw new PlatformError('limited', 'x.too_many_requests', 'Wait.', { retryAfter: 6.5, limit: 3 });
          },
        }),
      ],
      authenticators: [authenticator],
      guards: [Open],
    });
    const { status, headers } = await testClient(server.address, 'k').request('/v1/c');
    const told = ['limit', 'remaining', 'reset'].map((name) => headers.get(`ratelimit-${name}`));
    // A header that is sent twice would be read as both values.
    expect([status, headers.get('retry-after'), ...told]).toEqual([429, '7', '3', '0', '7']);
  });

  it('are not asked about callers nobody knows', async () => {
    const { client } = await start(refused);
    expect((await client.request('/v1/b')).status).toBe(200);
  });

  it('answer a failure of theirs without letting the request in', async () => {
    const { handled, client } = await start({ id: 'x', allow: () => Promise.reject(new Error('secret detail')) });
    const answer = await client.request('/v1/a', { body: {} });
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain('secret');
    expect(handled).toEqual([]);
  });
});
