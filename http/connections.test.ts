import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { HttpConfig } from './configuration.ts';
import { json, Public, type Route, route, sse, text } from './contract.ts';
import { type RawConnection, rawConnection } from './testing/raw-connection.ts';
import { startTestServer, type TestServer } from './testing/server.ts';

const open: TestServer[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

const quick: Route = route({
  id: 'quick',
  method: 'GET',
  path: '/quick',
  access: Public,
  summary: '',
  handle: () => text('quick'),
});
const post: Route = route({
  id: 'post',
  method: 'POST',
  path: '/post',
  access: Public,
  summary: '',
  body: {},
  handle: ({ body }) => json({ body }),
});
const later: Route = route({
  id: 'later',
  method: 'GET',
  path: '/later',
  access: Public,
  summary: '',
  handle: async () => {
    await delay(80);
    return text('later');
  },
});
const endless: Route = route({
  id: 'endless',
  method: 'GET',
  path: '/endless',
  access: Public,
  summary: '',
  handle: () => sse({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) }, { pingAtOnce: true }),
});

async function serve(config: Partial<HttpConfig> = {}, more: readonly Route[] = []): Promise<TestServer> {
  const server = await startTestServer({ routes: [quick, post, later, endless, ...more], config });
  open.push(server);
  return server;
}

async function connectTo(server: TestServer): Promise<RawConnection> {
  return await rawConnection(server.address);
}

/** Parses the last answer on a connection that the server closed. */
function envelopeIn(received: string) {
  const [head = '', body = ''] = received.slice(received.lastIndexOf('HTTP/1.1')).split('\r\n\r\n', 2);
  return { status: Number(head.split(' ')[1]), head, body: JSON.parse(body) };
}

const json2 = 'Host: t\r\nContent-Type: application/json\r\n';

describe('bytes that are no request', () => {
  it.each<[string, string]>([
    ['noise', 'hello world\r\n\r\n'],
    ['binary', '\u0016\u0003\u0001\u0002\u0000\u0001'],
    ['a bad version', 'GET /quick HTTP/9.9\r\nHost: t\r\n\r\n'],
    ['a space in the target', 'GET /quick x HTTP/1.1\r\nHost: t\r\n\r\n'],
    ['a NUL in a header', 'GET /quick HTTP/1.1\r\nHost: t\r\nX: a\u0000b\r\n\r\n'],
    ['a space before the colon', 'GET /quick HTTP/1.1\r\nHost : t\r\n\r\n'],
    ['two lengths', `POST /post HTTP/1.1\r\n${json2}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}x`],
    ['a length that is no number', `POST /post HTTP/1.1\r\n${json2}Content-Length: 2x\r\n\r\n{}`],
    ['a negative length', `POST /post HTTP/1.1\r\n${json2}Content-Length: -1\r\n\r\n{}`],
    [
      'a length and chunks',
      `POST /post HTTP/1.1\r\n${json2}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ['an unknown coding', `POST /post HTTP/1.1\r\n${json2}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`],
    ['a bad chunk', `POST /post HTTP/1.1\r\n${json2}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`],
  ])('are refused with an envelope: %s', async (_name, bytes) => {
    const connection = await connectTo(await serve());
    connection.send(Buffer.from(bytes, 'latin1'));
    const { status, head, body } = envelopeIn(await connection.closed());
    expect([status, body.code, body.status]).toEqual([400, 'bad_request', 400]);
    expect(head).toMatch(/^Content-Type: application\/json$/m);
    expect(head).toMatch(/^X-Request-Id: [0-9a-f-]{36}$/m);
  });

  it('with headers over the limit are refused', async () => {
    const connection = await connectTo(await serve({ maxHeaderSize: 4096 }));
    connection.send(`GET /quick HTTP/1.1\r\nHost: t\r\nX-Big: ${'x'.repeat(5000)}\r\n\r\n`);
    expect(envelopeIn(await connection.closed())).toMatchObject({
      status: 400,
      body: { code: 'bad_request', message: 'The request headers are too large', status: 400 },
    });
  });

  it('can be many, and the client still reads why', async () => {
    const connection = await connectTo(await serve({ maxHeaderSize: 4096 }));
    connection.send('GET /quick HTTP/1.1\r\nHost: t\r\n');
    for (let index = 0; index < 200; index += 1) connection.send(`X-${index}: ${'x'.repeat(1000)}\r\n`);
    expect(envelopeIn(await connection.closed())).toMatchObject({ status: 400 });
  });

  it('do not keep a connection of a client that never closes it', async () => {
    const connection = await connectTo(await serve());
    const flood = setInterval(() => connection.socket.writable && connection.send('garbage\r\n\r\n'), 20);
    connection.socket.removeAllListeners('end');
    connection.send('garbage\r\n\r\n');
    const received = await connection.closed();
    clearInterval(flood);
    expect(received.match(/HTTP\/1\.1 400/g)).toHaveLength(1);
  });

  it('without a Host header are refused', async () => {
    const connection = await connectTo(await serve());
    connection.send('GET /quick HTTP/1.1\r\nConnection: close\r\n\r\n');
    expect(envelopeIn(await connection.closed())).toMatchObject({ status: 400, body: { code: 'bad_request' } });
  });

  it('that ask for a tunnel are refused', async () => {
    const connection = await connectTo(await serve());
    connection.send('CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n');
    expect(envelopeIn(await connection.closed())).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } });
  });

  it('never end up inside an answer that is on its way', async () => {
    const connection = await connectTo(await serve());
    connection.send('GET /endless HTTP/1.1\r\nHost: t\r\n\r\n');
    await connection.until(/ping/);
    connection.send('garbage\r\n\r\n');
    expect((await connection.closed()).match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  it('never jump the queue of pipelined answers', async () => {
    const connection = await connectTo(await serve());
    const pair = 'GET /later HTTP/1.1\r\nHost: t\r\n\r\nGET /later HTTP/1.1\r\nHost: t\r\n\r\n';
    connection.send(`${pair}garbage\r\n\r\n`);
    expect(await connection.closed()).not.toContain('bad_request');
  });
});

describe('unusual but right requests', () => {
  it('are served: HTTP/1.0, an upgrade nobody wants, an unknown expectation', async () => {
    const server = await serve();
    for (const head of [
      'GET /quick HTTP/1.0\r\n',
      'GET /quick HTTP/1.1\r\nHost: t\r\nConnection: close, Upgrade\r\nUpgrade: websocket\r\n',
      'GET /quick HTTP/1.1\r\nHost: t\r\nExpect: miracles\r\nConnection: close\r\n',
    ]) {
      const connection = await connectTo(server);
      connection.send(`${head}\r\n`);
      expect(await connection.closed()).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*quick$/);
    }
  });

  it('are answered in order when they are pipelined', async () => {
    const connection = await connectTo(await serve());
    const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: t\r\n${more}\r\n`;
    connection.send(get('/later') + get('/quick') + get('/nothing') + get('/quick', 'Connection: close\r\n'));
    const received = await connection.closed();
    expect([...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual([
      '200',
      '200',
      '404',
      '200',
    ]);
    expect(received.indexOf('later')).toBeLessThan(received.indexOf('quick'));
  });

  it('are answered though the client ended its side at once', async () => {
    const connection = await connectTo(await serve());
    connection.send('GET /later HTTP/1.1\r\nHost: t\r\n\r\n');
    connection.half();
    expect(await connection.closed()).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*later$/);
  });

  it('may come byte by byte', async () => {
    const connection = await connectTo(await serve());
    const bytes = `POST /post HTTP/1.1\r\n${json2}Connection: close\r\nContent-Length: 7\r\n\r\n{"a":1}`;
    for (const byte of bytes) {
      connection.send(byte);
      await delay(0);
    }
    expect(await connection.closed()).toContain('{"body":{"a":1}}');
  });
});

describe('attack T21: requests that never end', () => {
  const deadlines = { headersTimeout: 100, requestTimeout: 200, deadlineCheckInterval: 25 };

  it.each<[string, string]>([
    ['in their headers', 'GET /quick HTTP/1.1\r\nHost: t\r\nX-Slow: '],
    ['in their body', `POST /post HTTP/1.1\r\n${json2}Content-Length: 100\r\n\r\n{"a"`],
    ['in a chunked body', `POST /post HTTP/1.1\r\n${json2}Transfer-Encoding: chunked\r\n\r\n4\r\n{"a"\r\n`],
  ])('%s are ended', async (_name, start) => {
    const connection = await connectTo(await serve(deadlines));
    connection.send(start);
    const drip = setInterval(() => connection.send(start.includes('chunked') ? '1\r\nx\r\n' : 'x'), 20);
    const received = await connection.closed();
    clearInterval(drip);
    expect(envelopeIn(received)).toMatchObject({
      status: 400,
      body: { code: 'bad_request', message: 'The request did not arrive in time', status: 400 },
    });
  });

  it('do not shorten answers that take longer than the deadline', async () => {
    const patient: Route = {
      ...quick,
      id: 'patient',
      path: '/patient',
      handle: async () => {
        await delay(900);
        return text('patient');
      },
    };
    const server = await serve({ headersTimeout: 400, requestTimeout: 500, deadlineCheckInterval: 25 }, [patient]);
    expect(await (await fetch(`${server.address}/patient`)).text()).toBe('patient');
  });

  it('leave nothing behind when the client goes in the middle of its body', async () => {
    const server = await serve();
    const connection = await connectTo(server);
    connection.send(`POST /post HTTP/1.1\r\n${json2}Content-Length: 100\r\n\r\n{"a"`);
    await delay(30);
    connection.socket.destroy();
    await delay(30);
    expect((await fetch(`${server.address}/quick`)).status).toBe(200);
    expect(server.log.filter(({ level }) => level === 'error')).toEqual([]);
  });
});

describe('the signal of a request', () => {
  it('aborts when the client leaves, not when its answer is out', async () => {
    const signals: AbortSignal[] = [];
    const gate = Promise.withResolvers<void>();
    const watch = route({
      id: 'watch',
      method: 'GET',
      path: '/watch/:kind',
      access: Public,
      summary: '',
      handle: async ({ signal, params }) => {
        signals.push(signal);
        if (params.kind === 'slow') await gate.promise;
        return text('done');
      },
    });
    const server = await serve({}, [watch]);
    await (await fetch(`${server.address}/watch/quick`)).text();
    const leaving = new AbortController();
    const answer = fetch(`${server.address}/watch/slow`, { signal: leaving.signal });
    while (signals.length < 2) await delay(2);
    leaving.abort();
    await expect(answer).rejects.toThrow();
    const aborted = () => signals.map((signal) => signal.aborted);
    for (let tries = 0; tries < 500 && !signals[1]?.aborted; tries += 1) await delay(2);
    expect(aborted()).toEqual([false, true]);
    gate.resolve();
  });
});

describe('a handler', () => {
  it('that answers after its client left does no harm', async () => {
    const gate = Promise.withResolvers<void>();
    let isDone = false;
    const waiting = route({
      id: 'waiting',
      method: 'GET',
      path: '/waiting/:kind',
      access: Public,
      summary: '',
      handle: async ({ params }) => {
        await gate.promise;
        isDone = true;
        if (params.kind === 'failing') throw new Error('too late');
        return params.kind === 'stream'
          ? sse(
              (async function* () {
                yield ['{}'];
              })(),
            )
          : text('x'.repeat(100_000));
      },
    });
    const server = await serve({}, [waiting]);
    for (const kind of ['text', 'stream', 'failing']) {
      const connection = await connectTo(server);
      connection.send(`GET /waiting/${kind} HTTP/1.1\r\nHost: t\r\n\r\n`);
      await delay(30);
      connection.socket.resetAndDestroy();
    }
    await delay(30);
    gate.resolve();
    await delay(50);
    expect(isDone).toBe(true);
    expect((await fetch(`${server.address}/quick`)).status).toBe(200);
  });

  it('sees the address of its peer in one spelling', async () => {
    const peer: Route = { ...quick, id: 'peer', path: '/peer', handle: ({ address }) => text(address) };
    const server = await serve({ host: '' }, [peer]);
    expect(await (await fetch(`${server.address}/peer`)).text()).toBe('127.0.0.1');
  });
});

describe('stopping', () => {
  it('lets answers finish, closes idle connections and refuses new ones', async () => {
    const server = await serve();
    const idle = await connectTo(server);
    idle.send('GET /quick HTTP/1.1\r\nHost: t\r\n\r\n');
    await idle.until(/quick$/);
    const busy = fetch(`${server.address}/later`).then((answer) => answer.text());
    await delay(20);
    const stopped = server.server.stop(new AbortController().signal);
    await expect(fetch(`${server.address}/quick`)).rejects.toThrow();
    expect(await busy).toBe('later');
    await idle.closed();
    await stopped;
  });

  it('cuts what is still open when the grace ends', async () => {
    const server = await serve();
    const stream = await connectTo(server);
    stream.send('GET /endless HTTP/1.1\r\nHost: t\r\n\r\n');
    await stream.until(/ping/);
    const grace = new AbortController();
    let isStopped = false;
    const stopped = server.server.stop(grace.signal).then(() => {
      isStopped = true;
    });
    await delay(60);
    expect(isStopped).toBe(false);
    grace.abort();
    await stopped;
    expect(await stream.closed()).not.toMatch(/0\r\n\r\n$/);
  });

  it('is safe twice, and before listening', async () => {
    const server = await serve();
    await server.close();
    await server.close();
  });
});

describe('listening', () => {
  it('names the port and the remedy when another program has it', async () => {
    const server = await serve();
    const port = Number(new URL(server.address).port);
    await expect(serve({ port })).rejects.toMatchObject({
      code: 'http.port_in_use',
      message: `Another program already listens on 127.0.0.1, port ${port}; stop it, or set PORT to a free port`,
    });
  });

  it('on all interfaces reports an address that works here', async () => {
    const server = await serve({ host: '' });
    expect(server.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect((await fetch(`${server.address}/quick`)).status).toBe(200);
  });

  it('gives sites their configured address, or its own', async () => {
    const server = await serve({ runtimeUrl: 'https://api.example.com/', consoleUrl: 'https://example.com/weft/' });
    expect(server.server.publicUrl('runtime')).toBe('https://api.example.com');
    expect(server.server.publicUrl('console')).toBe('https://example.com/weft');
    expect(server.server.publicUrl('web-app')).toBe(server.address);
  });

  it.each(['api.example.com', 'ftp://example.com', 'https://u:p@example.com', 'https://example.com/?x'])(
    'refuses %s as a public address',
    async (runtimeUrl) => {
      await expect(serve({ runtimeUrl })).rejects.toThrow('RUNTIME_URL is not a plain http or https address');
    },
  );

  it('refuses connections over the limit', async () => {
    const server = await serve({ maxConnections: 1 });
    const first = await connectTo(server);
    first.send('GET /quick HTTP/1.1\r\nHost: t\r\n\r\n');
    await first.until(/quick$/);
    const second = await connectTo(server);
    expect(await second.closed()).toBe('');
    first.socket.destroy();
  });
});
