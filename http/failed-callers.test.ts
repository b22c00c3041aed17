import { afterEach, describe, expect, it } from 'vitest';
import { PlatformError } from '#kernel';
import type { HttpConfig } from './configuration.ts';
import { type Authenticator, access, json, type Principal, route } from './contract.ts';
import { FailedCallers } from './failed-callers.ts';
import { startTestServer, type TestServer } from './testing/server.ts';

const open: TestServer[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

/** A server behind a proxy on this machine, that knows the keys `good` (from memory) and `new` (by asking). */
async function serve(config: Partial<HttpConfig> = {}) {
  const asked: string[] = [];
  const authenticator: Authenticator = {
    id: 'key',
    isCached: ({ headers }) => headers.authorization === 'good',
    async authenticate({ headers }) {
      const key = headers.authorization ?? '';
      asked.push(key);
      if (key === 'good' || key === 'new') return { workspaceId: null };
      throw new PlatformError('unauthenticated', 'test.unauthorized', 'The key is unknown');
    },
  };
  const who = route({
    id: 'who',
    method: 'GET',
    path: '/v1/who',
    access: access<Principal>('key'),
    summary: '',
    handle: ({ address }) => json({ address }),
  });
  const server = await startTestServer({
    routes: [who],
    authenticators: [authenticator],
    config: { trustedProxies: ['127.0.0.1', '10.0.0.0/8'], failuresPerMinute: 3, ...config },
  });
  open.push(server);
  const ask = async (key: string, forwarded?: string) => {
    const headers = { authorization: key, ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }) };
    const answer = await fetch(`${server.address}/v1/who`, { headers });
    return { status: answer.status, headers: answer.headers, body: await answer.json() };
  };
  const askTimes = async (times: number, key: string, forwarded?: string) => {
    const statuses: number[] = [];
    for (let index = 0; index < times; index++) statuses.push((await ask(key, forwarded)).status);
    return statuses;
  };
  return { server, asked, ask, askTimes };
}

describe('an address from which too many wrong keys came', () => {
  it('is refused with 429 and told when to come again, and nobody is asked about its keys', async () => {
    const { ask, askTimes, asked } = await serve();
    expect(await askTimes(3, 'bad', '192.0.2.1')).toEqual([401, 401, 401]);
    const { status, headers, body } = await ask('bad', '192.0.2.1');
    expect([status, (body as { code: string }).code]).toEqual([429, 'too_many_requests']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(50);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect((await ask('new', '192.0.2.1')).status).toBe(429);
    expect(asked).toEqual(['bad', 'bad', 'bad']);
  });

  it('does no harm to keys that are known, nor to other addresses', async () => {
    const { ask, askTimes } = await serve();
    await askTimes(4, 'bad', '192.0.2.1');
    expect((await ask('good', '192.0.2.1')).status).toBe(200);
    expect((await ask('new', '192.0.2.2')).status).toBe(200);
    expect((await ask('bad', '192.0.2.2')).status).toBe(401);
  });

  it('is a whole network in IPv6', async () => {
    const { ask, askTimes } = await serve();
    await askTimes(1, 'bad', '2001:db8::1');
    await askTimes(2, 'bad', '2001:db8:0:0:1:2:3:4');
    expect((await ask('bad', '2001:db8::ffff')).status).toBe(429);
    expect((await ask('bad', '2001:db8:0:1::1')).status).toBe(401);
  });

  it('may have been wrong in vain for any reason but the key', async () => {
    const { server, askTimes } = await serve();
    for (let index = 0; index < 5; index++) {
      await fetch(`${server.address}/v1/nothing`, { headers: { 'x-forwarded-for': '192.0.2.1' } });
    }
    expect(await askTimes(1, 'new', '192.0.2.1')).toEqual([200]);
  });

  it.each([
    ['the machine itself', {}, undefined],
    ['a proxy nobody named', { trustedProxies: [] }, '192.0.2.1'],
    ['nobody, when it is switched off', { failuresPerMinute: 0 }, '192.0.2.1'],
    [
      'everyone at once, behind a proxy that is not trusted',
      { trustedProxies: [], runtimeUrl: 'https://a.example' },
      '192.0.2.1',
    ],
  ] as const)('is never %s', async (_name, config, forwarded) => {
    const { askTimes } = await serve(config);
    expect(await askTimes(5, 'bad', forwarded)).toEqual([401, 401, 401, 401, 401]);
  });
});

describe('failures', () => {
  it('are forgotten when their minute is over', () => {
    let now = 0;
    const callers = new FailedCallers(1, () => now);
    callers.add('192.0.2.1');
    now = 59_999;
    expect(callers.refusal('192.0.2.1')).toMatchObject({ code: 'http.too_many_requests', retryAfter: 1 });
    now = 60_000;
    expect(callers.refusal('192.0.2.1')).toBeUndefined();
    expect(callers.isWatching).toBe(false);
  });

  it('of more addresses than are remembered push out the oldest', () => {
    const callers = new FailedCallers(1);
    for (let index = 0; index <= 20_000; index++) callers.add(`10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`);
    expect(callers.refusal('10.0.0.0')).toBeUndefined();
    expect(callers.refusal('10.0.0.1')).toBeDefined();
  });
});

describe('attack T23: the address of a caller', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['198.51.100.1, 192.0.2.7', '192.0.2.7'],
    ['192.0.2.7, 10.1.2.3', '192.0.2.7'],
    ['192.0.2.7:4711', '192.0.2.7'],
    ['[2001:db8::7]:4711', '2001:db8::7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['192.0.2.7, not an address', ''],
    ['', ''],
    [undefined, ''],
  ])('is what the trusted proxy says last: %s', async (forwarded, address) => {
    const { ask } = await serve();
    expect((await ask('good', forwarded)).body).toEqual({ address });
  });

  it('is the peer when that is no trusted proxy, whatever its headers say', async () => {
    const { ask } = await serve({ trustedProxies: ['10.0.0.0/8'] });
    expect((await ask('good', '192.0.2.7')).body).toEqual({ address: '127.0.0.1' });
  });

  it.each(['proxy.example', '10.0.0.0/33', '10.0.0/8', '::/129', ''])('can not be told by %s', async (entry) => {
    await expect(serve({ trustedProxies: [entry] })).rejects.toMatchObject({ code: 'http.invalid_trusted_proxy' });
  });
});
