import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ClientGone, readBody } from './body-reader.ts';
import { BodyRoom } from './body-room.ts';
import { json, Public, type Route, route } from './contract.ts';
import { rawConnection } from './testing/raw-connection.ts';
import { startTestServer, type TestServer } from './testing/server.ts';

const echo = (id: string, definition: Partial<Route>): Route => ({
  ...route({
    id,
    method: 'POST',
    path: `/${id}`,
    access: Public,
    summary: id,
    handle: ({ body }) => json({ kind: body === undefined ? 'none' : typeof body, body: body ?? null }),
  }),
  ...definition,
});

const anything = { type: ['object', 'array', 'string', 'number', 'boolean', 'null'] };

let running: TestServer;
beforeAll(async () => {
  running = await startTestServer({
    config: { bodyLimit: 4096 },
    routes: [
      echo('required', { body: anything }),
      echo('object', { body: { type: 'object' } }),
      echo('optional', { method: 'DELETE', body: { type: 'object' }, bodyPresence: 'optional' }),
      echo('plain', { bodyType: 'text' }),
      echo('bytes', {
        bodyType: 'bytes',
        bodyPresence: 'optional',
        handle: ({ body }) => json({ hex: Buffer.isBuffer(body) ? body.toString('hex') : null }),
      }),
      echo('form', { body: { type: 'object', required: ['a'] }, bodyType: 'form' }),
      echo('large', { body: anything, bodyLimit: 100_000 }),
      echo('none', {}),
      echo('sent', { body: anything, handle: ({ bodyText }) => json({ body: bodyText }) }),
    ],
  });
});
afterAll(() => running.close());

interface Sent {
  readonly method?: string;
  readonly type?: string | null;
  readonly headers?: Record<string, string>;
}

async function send(path: string, body: string | Buffer | null, sent: Sent = {}) {
  const headers = new Headers(sent.headers);
  if (sent.type !== null) headers.set('content-type', sent.type ?? 'application/json');
  const init: RequestInit = { method: sent.method ?? 'POST', headers };
  if (body !== null) init.body = new Uint8Array(Buffer.from(body));
  const answer = await fetch(running.address + path, init);
  const parsed: { code?: string; status?: number; kind?: string; body?: unknown } = JSON.parse(await answer.text());
  return { status: answer.status, ...parsed, code: parsed.code };
}

describe('a JSON body', () => {
  it('is there as it was sent too', async () => {
    expect(await send('/sent', '\ufeff{"a": 1.0}')).toMatchObject({ status: 200, body: '{"a": 1.0}' });
  });

  it.each(['{"a":1}', '[1]', '"x"', '7', 'null', '\ufeff{"a":"\u00e9\u4e16"}', ' {"a":"\\u0000"} '])(
    'arrives parsed: %j',
    async (text) => {
      const { status, body } = await send('/required', text);
      expect([status, body]).toEqual([200, JSON.parse(text.replace('\ufeff', ''))]);
    },
  );

  it.each(['{', '{"a":}', "{'a':1}", '{"a":1}x', '{"a":NaN}', 'undefined', '\u0000', ' '])(
    'is refused when it is no JSON: %j',
    async (text) => {
      const answer = await send('/required', text);
      expect([answer.status, answer.code]).toEqual([400, 'bad_request']);
    },
  );

  it('is refused when it is missing, declared or not', async () => {
    for (const type of ['application/json', null]) {
      const answer = await send('/required', null, { type });
      expect([answer.status, answer.code]).toEqual([400, 'bad_request']);
    }
  });

  it.each([
    Buffer.from([0x22, 0xff, 0x22]),
    Buffer.from([0x22, 0xc0, 0xaf, 0x22]),
    Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]),
    Buffer.from('"caf\u00e9"', 'latin1'),
    Buffer.from('\ufeff{}', 'utf16le'),
  ])('is refused when it is not UTF-8: %j', async (bytes) => {
    const answer = await send('/required', bytes);
    expect([answer.status, answer.code]).toEqual([400, 'bad_request']);
  });

  it.each([
    '{"__proto__":{"isAdmin":true}}',
    '{"a":{"constructor":{"prototype":{"isAdmin":true}}}}',
    '[{"constructor":{"a":1,"prototype":null}}]',
    '{"c\\u006fnstructor":{"prototype":1}}',
    '{"\\u005f_proto__":1}',
    '[[{"__proto__":null}]]',
  ])('is refused for a key that reaches prototypes: %s', async (text) => {
    const answer = await send('/required', text);
    expect([answer.status, answer.code]).toEqual([400, 'bad_request']);
    expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false);
  });

  it('may hold these words as values', async () => {
    expect((await send('/required', '{"a":"__proto__","b":["constructor"]}')).status).toBe(200);
  });

  it.each([
    '{"constructor":"Lotus"}',
    '{"a":{"constructor":{"name":"Lotus"}}}',
    '{"a":[{"prototype":{"constructor":1}}]}',
    '{"constructor":["prototype"],"toString":1,"hasOwnProperty":null}',
  ])('may hold names of what every object inherits: %s', async (text) => {
    const answer = await send('/required', text);
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([200, text]);
  });

  it('attack T21: may be nested 64 levels deep and not one more, however it is nested', async () => {
    const arrays = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    const objects = (depth: number) => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`;
    for (const nested of [arrays, objects]) {
      expect((await send('/large', nested(64))).status).toBe(200);
      expect((await send('/large', nested(65))).code).toBe('bad_request');
    }
    expect((await send('/large', arrays(50_000))).code).toBe('bad_request');
  });

  it('is refused under another media type', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'json',
      null,
    ]) {
      const answer = await send('/required', '{"a":1}', { type });
      expect([type, answer.status, answer.code]).toEqual([type, 415, 'unsupported_media_type']);
    }
  });

  it('is accepted under each spelling of its media type', async () => {
    for (const type of [
      'application/json; charset=utf-8',
      'Application/JSON;charset="UTF-8"',
      'application/json ; x=y',
      'application/merge-patch+json',
    ]) {
      expect([type, (await send('/required', '{}', { type })).status]).toEqual([type, 200]);
    }
  });

  it('is refused in another charset or compressed', async () => {
    expect((await send('/required', '{}', { type: 'application/json; charset=utf-16' })).status).toBe(415);
    expect((await send('/required', '{}', { headers: { 'content-encoding': 'gzip' } })).status).toBe(415);
  });

  it('must be an object where the route wants one', async () => {
    for (const text of ['[]', 'null', '1']) {
      const answer = await send('/object', text);
      expect([answer.status, answer.code]).toEqual([400, 'invalid_param']);
    }
  });
});

describe('an optional body', () => {
  const remove = (body: string | null, type: string | null) => send('/optional', body, { method: 'DELETE', type });

  it('may be an object, null, empty or absent, whatever the content type says of nothing', async () => {
    expect((await remove('{"user":"u"}', 'application/json')).body).toEqual({ user: 'u' });
    expect((await remove('null', 'application/json')).kind).toBe('none');
    expect((await remove('', 'application/json')).kind).toBe('none');
    expect((await remove(null, 'application/json')).kind).toBe('none');
    expect((await remove(null, null)).kind).toBe('none');
    expect((await remove(null, 'text/plain')).kind).toBe('none');
  });

  it('must be right when it is there', async () => {
    expect((await remove('{', 'application/json')).code).toBe('bad_request');
    expect((await remove('[]', 'application/json')).code).toBe('invalid_param');
    expect((await remove('{}', 'text/plain')).code).toBe('unsupported_media_type');
  });

  it('may come as an empty chunked body', async () => {
    const connection = await rawConnection(running.address);
    connection.send(
      'DELETE /optional HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\n',
    );
    expect(await connection.closed()).toContain('"kind":"none"');
  });
});

describe('a text body', () => {
  it('arrives as it was sent', async () => {
    for (const type of ['application/yaml', 'text/plain; charset=utf-8', null]) {
      expect(await send('/plain', 'a: 1\nb: "\u00e9"\n', { type })).toMatchObject({ body: 'a: 1\nb: "\u00e9"\n' });
    }
  });

  it('is refused as a form', async () => {
    expect((await send('/plain', 'a=1', { type: 'application/x-www-form-urlencoded' })).status).toBe(415);
    expect((await send('/plain', 'x', { type: 'multipart/form-data; boundary=b' })).status).toBe(415);
  });
});

describe('a route without body', () => {
  it('ignores what is sent, of whatever type', async () => {
    for (const type of ['application/json', 'text/html', null]) {
      expect((await send('/none', '{', { type })).kind).toBe('none');
    }
  });
});

describe('attack T21: the body limit', () => {
  const big = (size: number) => JSON.stringify('x'.repeat(size - 2));

  it('lets the last allowed byte pass and refuses the next, per route', async () => {
    expect((await send('/required', big(4096))).status).toBe(200);
    expect(await send('/required', big(4097))).toMatchObject({ status: 413, code: 'request_too_large' });
    expect((await send('/large', big(100_000))).status).toBe(200);
    expect((await send('/large', big(100_001))).status).toBe(413);
  });

  it('is applied to the declared length, before a byte of the body came', async () => {
    const connection = await rawConnection(running.address);
    connection.send(
      'POST /required HTTP/1.1\r\nHost: t\r\nContent-Type: application/json\r\nContent-Length: 9999999\r\n\r\n',
    );
    expect(await connection.until(/\}\n$/)).toMatch(/^HTTP\/1\.1 413 [\s\S]*"code":"request_too_large"/);
    connection.socket.destroy();
  });

  it('is applied to chunks as they come, while the client still reads its answer', async () => {
    const connection = await rawConnection(running.address);
    connection.send(
      'POST /required HTTP/1.1\r\nHost: t\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    );
    for (let index = 0; index < 20; index += 1) connection.send(`400\r\n${'x'.repeat(1024)}\r\n`);
    expect(await connection.until(/\}\n$/)).toMatch(/^HTTP\/1\.1 413 /);
    // The rest is dropped, and the connection serves the next request.
    connection.send('0\r\n\r\nPOST /none HTTP/1.1\r\nHost: t\r\nContent-Length: 0\r\n\r\n');
    expect(await connection.until(/HTTP\/1\.1 200/)).toContain('"kind":"none"');
    connection.socket.destroy();
  });

  it('answers Expect: 100-continue with the verdict when it is known, with 100 when the body is wanted', async () => {
    const head = (length: number) =>
      `POST /required HTTP/1.1\r\nHost: t\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${length}\r\n\r\n`;
    const refused = await rawConnection(running.address);
    refused.send(head(5000));
    expect(await refused.closed()).toMatch(/^HTTP\/1\.1 413 /);
    const wanted = await rawConnection(running.address);
    wanted.send(head(2));
    await wanted.until(/^HTTP\/1\.1 100 Continue\r\n\r\n/);
    wanted.send('{}');
    expect(await wanted.until(/HTTP\/1\.1 200/)).not.toContain('HTTP/1.1 413');
    wanted.socket.destroy();
  });
});

describe('the fields of a page', () => {
  const type = 'application/x-www-form-urlencoded';

  it('arrive as texts, whatever they are named', async () => {
    const answer = await send('/form', 'a=1+2%2B%C3%A9&b=&__proto__=x', { type: `${type};charset=UTF-8` });
    expect(answer).toMatchObject({ status: 200, body: { a: '1 2+\u00e9', b: '' } });
    expect(Object.entries(answer.body as object)).toContainEqual(['__proto__', 'x']);
  });

  it.each([
    ['another type', 'a=1', 'application/json', 415],
    ['a text', 'a=1', 'text/plain', 415],
    ['another charset', 'a=1', `${type}; charset=utf-16`, 415],
    ['a field twice', 'a=1&a=2', type, 400],
    ['more fields than a page has', `a=1&${Array.from({ length: 100 }, (_, at) => `f${at}=1`).join('&')}`, type, 400],
    ['what the schema does not take', 'b=1', type, 400],
    ['nothing', null, type, 400],
    ['more than the limit', `a=${'x'.repeat(5000)}`, type, 413],
  ])('are refused with %s', async (_, body, sent, status) => {
    expect((await send('/form', body, { type: sent })).status).toBe(status);
  });

  it('are no text for other routes', async () => {
    for (const path of ['/plain', '/object']) expect((await send(path, 'a=1', { type })).status).toBe(415);
  });
});

describe('a client that leaves before its body is read', () => {
  it('is noticed, though it left while the server found out who it is', async () => {
    const outcome = Promise.withResolvers<unknown>();
    const server = createServer((request, response) => {
      request.once('close', () =>
        outcome.resolve(
          readBody(request, response, { limit: 100, room: new BodyRoom(100).acquire(null) }).catch(
            (error: unknown) => error,
          ),
        ),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const bound = server.address();
    const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
    const connection = await rawConnection(`http://127.0.0.1:${port}`);
    connection.send('POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 10\r\n\r\nabc');
    connection.socket.end();
    expect(await outcome.promise).toBeInstanceOf(ClientGone);
    await new Promise((resolve) => server.close(resolve));
  });
});

describe('a body that is taken as bytes', () => {
  const send = async (body: Buffer | undefined, headers: Record<string, string>) => {
    const answer = await fetch(`${running.address}/bytes`, {
      method: 'POST',
      ...(body && { body: new Uint8Array(body) }),
      headers,
    });
    return { status: answer.status, body: await answer.json() };
  };

  it('comes as it was sent, whatever it is', async () => {
    const body = Buffer.from('efbbbf7b7dff00', 'hex');
    for (const type of ['application/json', 'multipart/form-data', 'x/y; charset=latin1']) {
      expect(await send(body, { 'content-type': type })).toEqual({ status: 200, body: { hex: 'efbbbf7b7dff00' } });
    }
    expect(await send(undefined, {})).toEqual({ status: 200, body: { hex: null } });
  });

  it('is bounded, and never packed', async () => {
    expect(await send(Buffer.alloc(5_000), {})).toMatchObject({ status: 413 });
    expect(await send(Buffer.from('1f8b', 'hex'), { 'content-encoding': 'gzip' })).toMatchObject({ status: 415 });
  });
});
