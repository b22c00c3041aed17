import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PlatformError } from '#kernel';
import { access, json, Public, type Route, route } from './contract.ts';
import { rawConnection } from './testing/raw-connection.ts';
import { startTestServer, type TestServer } from './testing/server.ts';

const Key = access('key');
const authenticator = {
  id: 'key',
  authenticate: ({ headers }: { headers: Readonly<Record<string, string | undefined>> }) => {
    if (headers.authorization === 'Bearer good') return { workspaceId: 'w' };
    throw new PlatformError('unauthenticated', 'test.unauthorized', 'Access token is invalid');
  },
};

const at = (method: Route['method'], path: string): Route =>
  route({
    id: `${method} ${path}`,
    method,
    path,
    access: Key,
    summary: path,
    handle: ({ params }) => json({ route: `${method} ${path}`, params: { ...params } }),
  });

const routes: readonly Route[] = [
  at('GET', '/v1/'),
  at('GET', '/v1/info'),
  at('POST', '/v1/info'),
  at('PATCH', '/v1/patched'),
  at('GET', '/v1/messages/:message_id'),
  at('GET', '/v1/messages/:message_id/suggested'),
  at('GET', '/console/*'),
  route({ id: 'open', method: 'GET', path: '/open', access: Public, summary: '', handle: () => json({ open: true }) }),
  route({
    id: 'orphan',
    method: 'GET',
    path: '/orphan',
    access: access('nobody'),
    summary: '',
    handle: () => json({ secret: true }),
  }),
];

let running: TestServer;
beforeAll(async () => {
  running = await startTestServer({ routes, authenticators: [authenticator] });
});
afterAll(() => running.close());

/** fetch() tidies paths up; here they go out as they are. */
async function send(target: string, key: string | null = 'good', method = 'GET') {
  const connection = await rawConnection(running.address);
  const authorization = key === null ? '' : `Authorization: Bearer ${key}\r\n`;
  connection.send(`${method} ${target} HTTP/1.1\r\nHost: test\r\n${authorization}Connection: close\r\n\r\n`);
  const text = await connection.closed();
  const [head = '', body = ''] = text.split('\r\n\r\n', 2);
  return { status: Number(head.split(' ')[1]), head, body: body === '' ? undefined : JSON.parse(body) };
}

describe('matching', () => {
  it('passes decoded parameters', async () => {
    const { body } = await send('/v1/messages/a%20b%25?x=1');
    expect(body).toEqual({ route: 'GET /v1/messages/:message_id', params: { message_id: 'a b%' } });
  });

  it('prefers the fixed path and keeps nested parameters apart', async () => {
    expect((await send('/v1/messages/7/suggested')).body.route).toBe('GET /v1/messages/:message_id/suggested');
  });

  it('serves a path that is registered with a trailing slash only with it', async () => {
    expect((await send('/v1/')).status).toBe(200);
    expect((await send('/v1')).status).toBe(404);
  });

  it('takes the absolute form of a target and trusts nothing in its authority', async () => {
    expect((await send('http://elsewhere.example/v1/info')).status).toBe(200);
    expect((await send('http://elsewhere.example/v1/info', null)).status).toBe(401);
  });

  it('gives wildcards the rest of the path', async () => {
    expect((await send('/console/assets/app.js')).body.params).toEqual({ '*': 'assets/app.js' });
    expect((await send('/console/')).body.params).toEqual({ '*': '' });
  });

  it.each([
    '/V1/info',
    '/v1/Info',
    '/v1/INFO',
    '/v1/info/',
    '//evil.example/v1/info',
    '/v1//nothing',
    '/v1//info/',
    '/v1//../open',
    '/v1//%2e%2e/open',
    '/v1/./info',
    '/v1/../v1/info',
    '/open/../v1/info',
    '/v1/%2e/info',
    '/v1/%2E%2e/v1/info',
    '/v1/.%2e/v1/info',
    '/v1%2finfo',
    '/v1%2Finfo',
    '/v1/messages/a%2fsuggested',
    '/v1/messages/a%5csuggested',
    '/v1/messages/',
    '/v1/messages/7//suggested/',
    '/v1/messages/a%00',
    '/v1/messages/%',
    '/v1/messages/%zz',
    '/v1/messages/%ff',
    '/v1\\info',
    '/v1/info;x=1',
    '/v1;/info',
    '/open;/../v1/info',
    '/v1/info%3fx',
    '/v1/info#x',
    '/v1/%69nfo',
    '/%761/info',
    '/v1/info%20',
    '/v1/info.',
    '/v1/info.json',
    '/console/%2e%2e/v1/info',
    '/console/../v1/info',
    '/v1/info\u00e9',
    '*',
    `/v1/messages/${'x'.repeat(600)}`,
  ])('finds nothing at %s, with a key and without', async (target) => {
    for (const key of ['good', null]) {
      const { status, body } = await send(target, key);
      // What Node's parser refuses by itself is 400; nothing ever reaches a handler.
      expect([404, 400]).toContain(status);
      expect(['not_found', 'bad_request']).toContain(body.code);
    }
  });
});

describe('slashes too many', () => {
  it.each([
    ['/v1//info', '/v1/info'],
    ['//v1/info', '/v1/info'],
    ['///v1////info?user=a//b&x=%2F%2F', '/v1/info?user=a//b&x=%2F%2F'],
    ['http://elsewhere.example//v1/info', '/v1/info'],
    ['//open', '/open'],
    ['/v1//', '/v1/'],
    ['/v1//messages//a%20b//suggested', '/v1/messages/a%20b/suggested'],
  ])('in %s lead to the one spelling, with a key and without', async (target, spelling) => {
    for (const key of ['good', null]) {
      const { status, head, body } = await send(target, key);
      expect([status, /^Location: (.*)$/m.exec(head)?.[1], body]).toEqual([308, spelling, undefined]);
    }
  });

  it('keep the method, and lead only to what takes it', async () => {
    expect((await send('/v1//patched', 'good', 'PATCH')).head).toMatch(/^Location: \/v1\/patched$/m);
    expect((await send('/v1//info', 'good', 'HEAD')).status).toBe(308);
  });

  it('answer as the one spelling does where no route takes the method', async () => {
    for (const key of ['good', null]) {
      const { status, head, body } = await send('/v1//info', key, 'PUT');
      expect([status, body.code, /^Allow: (.*)$/m.exec(head)?.[1]]).toEqual([
        405,
        'method_not_allowed',
        'GET, HEAD, POST, OPTIONS',
      ]);
      expect((await send('/v1//patched', key)).status).toBe(405);
    }
  });

  it('are followed by who sent the request, with its key and body', async () => {
    const answer = await fetch(`${running.address}/v1//info`, {
      method: 'POST',
      headers: { authorization: 'Bearer good' },
      body: '{}',
    });
    expect([answer.status, await answer.json()]).toEqual([200, { route: 'POST /v1/info', params: {} }]);
  });

  it('are no reason for a page of another origin to be turned away', async () => {
    const asked = await send('//v1/info', null, 'OPTIONS');
    expect([asked.status, asked.head]).toEqual([204, expect.stringMatching(/^Access-Control-Allow-Origin: \*$/m)]);
    expect((await send('//v1/info')).head).toMatch(/^Access-Control-Allow-Origin: \*$/m);
  });
});

describe('a base address without /v1', () => {
  it.each([
    ['/info', 'GET', '/v1/info'],
    ['/info?user=a', 'DELETE', '/v1/info'],
    ['//messages//7/suggested', 'POST', '/v1/messages/7/suggested'],
    ['/v1/v1/info', 'GET', '/v1/info'],
  ])('is told of at %s', async (target, method, meant) => {
    const { status, body } = await send(target, null, method);
    expect([status, body.code]).toEqual([404, 'not_found']);
    expect(body.message).toContain(`what you ask for is at ${meant}:`);
  });

  it('is told of to a page of another origin too', async () => {
    const asked = await send('/info', null, 'OPTIONS');
    expect([asked.status, asked.head]).toEqual([204, expect.stringMatching(/^Access-Control-Allow-Origin: \*$/m)]);
    expect((await send('/info', null)).head).toMatch(/^Access-Control-Allow-Origin: \*$/m);
    for (const path of ['/open', '/nothing', '/messages']) {
      const other = await send(path, null, 'OPTIONS');
      expect([path, other.head.includes('Access-Control')]).toEqual([path, false]);
    }
  });

  it.each(['/', '/nothing', '/v1/nothing', '/%69nfo', '/v1/v1/nothing'])(
    'is not what is wrong with %s',
    async (target) => {
      expect((await send(target)).body.message).toBe('There is nothing at this address');
    },
  );
});

describe('methods', () => {
  it('answers a known path with the wrong method 405 and names the right ones', async () => {
    const { status, head, body } = await send('/v1/info', 'good', 'DELETE');
    expect([status, body.code, body.status]).toEqual([405, 'method_not_allowed', 405]);
    expect(head).toMatch(/^Allow: GET, HEAD, POST, OPTIONS$/m);
  });

  it('answers 405 before it asks who is calling, and 404 for a path nobody has', async () => {
    expect((await send('/v1/info', null, 'PUT')).status).toBe(405);
    expect((await send('/v1/nothing', null, 'PUT')).status).toBe(404);
    expect((await send('/v1/info', null, 'PROPFIND')).status).toBe(405);
  });

  it('answers HEAD like GET without the body', async () => {
    const { status, head, body } = await send('/v1/info', 'good', 'HEAD');
    expect([status, body]).toEqual([200, undefined]);
    expect(head).toMatch(/^Content-Length: 37$/m);
    expect((await send('/v1/info', null, 'HEAD')).status).toBe(401);
    expect((await send('/v1/patched', 'good', 'HEAD')).status).toBe(405);
  });

  it('never takes a method from a header', async () => {
    const answer = await fetch(`${running.address}/v1/patched`, {
      headers: { 'x-http-method-override': 'PATCH', authorization: 'Bearer good' },
    });
    expect(answer.status).toBe(405);
  });
});

describe('authentication', () => {
  it.each([null, 'bad', ''])('refuses key %j with the challenge', async (key) => {
    const { status, head, body } = await send('/v1/info', key);
    expect(status).toBe(401);
    expect(head).toMatch(/^WWW-Authenticate: Bearer realm="api"$/m);
    expect(body).toEqual({ code: 'unauthorized', message: 'Access token is invalid', status: 401 });
  });

  it('attack T02: lets anyone use a public route and no header make another route public', async () => {
    expect((await send('/open', null)).status).toBe(200);
    const spoofed = await fetch(`${running.address}/v1/info`, {
      headers: {
        'x-original-url': '/open',
        'x-rewrite-url': '/open',
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-host': 'localhost',
        'x-request-from': 'internal',
      },
    });
    expect(spoofed.status).toBe(401);
  });

  it('is asked for below a path prefix where there is no route, and nowhere else', async () => {
    const owner = { ...authenticator, pathPrefixes: ['/v1/land'] };
    const owned = await startTestServer({ routes: [], authenticators: [owner] });
    const status = async (path: string, headers: Record<string, string> = {}) =>
      (await fetch(owned.address + path, { method: 'PATCH', headers })).status;
    expect([await status('/v1/land'), await status('/v1/land/a/b')]).toEqual([401, 401]);
    expect(await status('/v1/land/a', { authorization: 'Bearer good' })).toBe(404);
    expect([await status('/v1/landing'), await status('/v1'), await status('/')]).toEqual([404, 404, 404]);
    await owned.close();
  });

  it('refuses everyone when the authenticator of a route is missing, and says so in the log at boot', async () => {
    const { status, body } = await send('/orphan');
    expect([status, body.code]).toEqual([401, 'unauthorized']);
    expect(running.log).toContainEqual(
      expect.objectContaining({ level: 'warn', fields: { route: 'orphan', authenticator: 'nobody' } }),
    );
  });
});

describe('the table', () => {
  it('refuses two routes at one address, also under other parameter names, naming both', async () => {
    const twice = [at('GET', '/a/:id'), { ...at('GET', '/a/:name'), id: 'second' }];
    await expect(startTestServer({ routes: twice })).rejects.toThrow(
      'Routes "GET /a/:id" and "second" both claim GET /a/:name',
    );
  });

  it('has a route whose schema is none fail alone, and names it in the log soon after the start', async () => {
    const broken = { ...at('GET', '/a'), query: { type: 'nonsense' } };
    const started = await startTestServer({ routes: [broken, at('GET', '/b')], authenticators: [authenticator] });
    const headers = { authorization: 'Bearer good' };
    const status = async (path: string) => (await fetch(started.address + path, { headers })).status;
    expect([await status('/a'), await status('/b')]).toEqual([500, 200]);
    const message = 'a route fails every request: one of its schemas does not compile';
    const err = expect.objectContaining({
      message: expect.stringContaining('Route "GET /a" (GET /a): its query schema'),
    });
    await expect
      .poll(() => started.log)
      .toContainEqual(expect.objectContaining({ level: 'error', message, fields: { err } }));
    await started.close();
  });

  it('names a route whose schema is none also when it comes long after the start', async () => {
    const broken = (path: string) => ({ ...at('GET', path), query: { type: 'nonsense' } });
    const changing = await startTestServer({ routes: [broken('/early')], authenticators: [authenticator] });
    const isNamed = (path: string) => {
      const err = expect.objectContaining({ message: expect.stringContaining(`Route "GET ${path}"`) });
      const told = expect.objectContaining({ level: 'error', fields: { err } });
      return expect.poll(() => changing.log).toContainEqual(told);
    };
    await isNamed('/early');
    changing.routes.replace([broken('/late')]);
    await isNamed('/late');
    await changing.close();
  });

  it('follows contributions that come and go, and keeps the old table when the new one clashes', async () => {
    const changing = await startTestServer({ routes: [], authenticators: [authenticator] });
    const statusOf = async (path: string) =>
      (await fetch(changing.address + path, { headers: { authorization: 'Bearer good' } })).status;
    try {
      expect(await statusOf('/a')).toBe(404);
      changing.routes.replace([at('GET', '/a')]);
      expect(await statusOf('/a')).toBe(200);
      changing.routes.replace([at('GET', '/b'), { ...at('GET', '/b'), id: 'other' }]);
      expect([await statusOf('/a'), await statusOf('/b')]).toEqual([200, 404]);
      expect(changing.log.filter(({ level }) => level === 'error')).toHaveLength(1);
      changing.routes.replace([]);
      expect(await statusOf('/a')).toBe(404);
    } finally {
      await changing.close();
    }
  });
});
