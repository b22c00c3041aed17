import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { PlatformError } from '#kernel';
import type { HttpConfig } from './configuration.ts';
import { Public, type RouteRequest, route, sse } from './contract.ts';
import { parseFrames, testClient } from './testing/client.ts';
import { rawConnection } from './testing/raw-connection.ts';
import { startTestServer, type TestServer } from './testing/server.ts';

type Batches = AsyncIterable<readonly string[]>;

const open: TestServer[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

/** A server whose only route, `/stream`, sends what `source` makes. */
async function serve(
  source: (request: RouteRequest<null>) => Batches,
  options: { readonly pingAtOnce?: boolean; readonly config?: Partial<HttpConfig> } = {},
): Promise<TestServer> {
  const stream = route({
    id: 'stream',
    method: 'GET',
    path: '/stream',
    access: Public,
    summary: '',
    handle: (request) =>
      sse(source(request), {
        pingAtOnce: options.pingAtOnce ?? false,
        headers: { 'X-Run': 'r1' },
        identity: { message_id: 'm1' },
      }),
  });
  const server = await startTestServer({ routes: [stream], config: { pingInterval: 60_000, ...options.config } });
  open.push(server);
  return server;
}

/** A source that a test feeds by hand and that notices its end. */
function queue() {
  const waiting: ((step: IteratorResult<readonly string[]>) => void)[] = [];
  const state = { pulls: 0, returned: 0 };
  const iterator: AsyncIterator<readonly string[]> = {
    next: () => {
      state.pulls += 1;
      return new Promise((resolve) => waiting.push(resolve));
    },
    return: async () => {
      state.returned += 1;
      for (const resolve of waiting.splice(0)) resolve({ done: true, value: undefined });
      return { done: true, value: undefined };
    },
  };
  const push = async (...batch: string[]) => {
    while (waiting.length === 0) await delay(1);
    waiting.shift()?.({ done: false, value: batch });
  };
  return { state, push, events: { [Symbol.asyncIterator]: () => iterator } };
}

async function eventually(check: () => boolean): Promise<void> {
  for (let tries = 0; tries < 2000; tries += 1) {
    if (check()) return;
    await delay(5);
  }
  throw new Error(`never came true: ${check}`);
}

const request = 'GET /stream HTTP/1.1\r\nHost: t\r\n\r\n';
const message = (n: number) => JSON.stringify({ event: 'message', n });

describe('the bytes of a stream', () => {
  it('are data frames in order, one space after the colon, nothing else', async () => {
    const server = await serve(async function* () {
      yield ['{"event":"a"}', '{"event":"b","text":"\u00e9\\n\u4e16"}'];
      yield [];
      yield ['{"event":"c"}'];
    });
    const { status, headers, bytes } = await testClient(server.address).stream('/stream');
    expect(bytes.toString()).toBe(
      'data: {"event":"a"}\n\ndata: {"event":"b","text":"\u00e9\\n\u4e16"}\n\ndata: {"event":"c"}\n\n',
    );
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(headers.get('x-accel-buffering')).toBe('no');
    expect(headers.get('content-length')).toBeNull();
    expect(headers.get('x-run')).toBe('r1');
    expect(headers.get('x-request-id')).not.toBeNull();
  });

  it('are the same for short and long text of several bytes a character', async () => {
    const texts = [1, 9, 300, 500, 600, 900, 5_000].map((length) => JSON.stringify({ event: '\u4e16'.repeat(length) }));
    const server = await serve(async function* () {
      for (const text of texts) yield [text];
    });
    const { bytes } = await testClient(server.address).stream('/stream');
    expect(bytes.toString()).toBe(texts.map((text) => `data: ${text}\n\n`).join(''));
  });

  it('have no chunks for a client of HTTP/1.0', async () => {
    const server = await serve(async function* () {
      yield [message(1)];
      yield [message(2)];
    });
    const connection = await rawConnection(server.address);
    connection.send('GET /stream HTTP/1.0\r\nHost: t\r\n\r\n');
    expect(await connection.closed()).toMatch(/\r\n\r\ndata: [^\n]*"n":1\}\n\ndata: [^\n]*"n":2\}\n\n$/);
  });

  it('begin with a ping when the route wants one at once', async () => {
    const source = queue();
    const server = await serve(() => source.events, { pingAtOnce: true });
    const connection = await rawConnection(server.address);
    connection.send(request);
    expect(await connection.until(/event: ping\n\n/)).toMatch(/\r\n\r\nd\r\nevent: ping\n\n/);
    connection.socket.destroy();
  });

  it('show the status while the first event is still to come', async () => {
    const source = queue();
    const server = await serve(() => source.events);
    const connection = await rawConnection(server.address);
    connection.send(request);
    expect(await connection.until(/\r\n\r\n/)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    await source.push(message(1));
    expect(await connection.until(/data: /)).toContain('data: {"event":"message","n":1}\n\n');
    connection.socket.destroy();
  });

  it('end with the connection', async () => {
    const server = await serve(async function* () {
      yield [message(1)];
    });
    const connection = await rawConnection(server.address);
    connection.send(request);
    expect(await connection.closed()).toMatch(/"n":1\}\n\n\r\n0\r\n\r\n$/);
  });

  it('are all there, in order, when there are many of them', async () => {
    const server = await serve(async function* () {
      for (let n = 0; n < 20_000; n += 4) {
        yield [message(n), message(n + 1), message(n + 2), message(n + 3)];
        if (n % 1000 === 0) await delay(1);
      }
    });
    const { events } = await testClient(server.address).stream('/stream');
    expect(events.map((event) => event.n)).toEqual(Array.from({ length: 20_000 }, (_, n) => n));
  });

  it('are none for HEAD, and the source is let go', async () => {
    const source = queue();
    const server = await serve(() => source.events);
    const answer = await fetch(`${server.address}/stream`, { method: 'HEAD' });
    expect([answer.status, await answer.text()]).toEqual([200, '']);
    expect(answer.headers.get('content-type')).toContain('text/event-stream');
    expect(source.state).toEqual({ pulls: 0, returned: 1 });
  });
});

describe('pings', () => {
  it('come after each silence of the interval and stay away while events come', async () => {
    const server = await serve(
      async function* () {
        for (let n = 0; n < 8; n += 1) {
          await delay(20);
          yield [message(n)];
        }
        await delay(900);
        yield [message(99)];
      },
      { config: { pingInterval: 250 } },
    );
    const { bytes } = await testClient(server.address).stream('/stream');
    const text = bytes.toString();
    const silence = text.slice(text.indexOf('"n":7}'), text.indexOf('data: {"event":"message","n":99}'));
    expect(silence.split('event: ping\n\n').length - 1).toBeGreaterThanOrEqual(2);
    expect(parseFrames(bytes).events).toHaveLength(9);
    expect(text.endsWith('"n":99}\n\n')).toBe(true);
  });
});

describe('a reader that is slow', () => {
  it('stops the source from being asked, and gets every byte once it reads on', async () => {
    const total = 400;
    let pulled = 0;
    const filler = 'x'.repeat(64_000);
    const server = await serve(async function* () {
      while (pulled < total) {
        pulled += 1;
        yield [JSON.stringify({ event: 'message', n: pulled, filler })];
      }
    });
    const connection = await rawConnection(server.address);
    connection.socket.pause();
    connection.send(request);
    await eventually(() => pulled > 0);
    let before = -1;
    while (before !== pulled) {
      before = pulled;
      await delay(100);
    }
    expect(pulled).toBeLessThan(total);
    connection.socket.resume();
    const text = await connection.closed();
    const numbers = [...text.matchAll(/"n":(\d+)/g)].map(([, n]) => Number(n));
    expect(numbers).toEqual(Array.from({ length: total }, (_, index) => index + 1));
  });

  it('gets no pings on top of what waits for it', async () => {
    const source = queue();
    const server = await serve(() => source.events, { config: { pingInterval: 20 } });
    const connection = await rawConnection(server.address);
    connection.socket.pause();
    connection.send(request);
    // More than the kernel buffers for both sides of a loopback connection.
    await source.push(JSON.stringify({ event: 'big', filler: 'x'.repeat(20_000_000) }));
    await delay(300);
    connection.socket.resume();
    await eventually(() => connection.socket.bytesRead > 20_000_000);
    await source.push(message(1));
    const text = await connection.until(/"n":1\}\n\n/);
    expect(text.slice(text.lastIndexOf('x"}\n\n')).split('event: ping').length - 1).toBeLessThan(4);
    connection.socket.destroy();
  });

  it('is dropped when it takes nothing for the stall timeout, and the source is told', async () => {
    let isReturned = false;
    const server = await serve(
      async function* () {
        try {
          for (;;) yield [JSON.stringify({ event: 'message', filler: 'x'.repeat(500_000) })];
        } finally {
          isReturned = true;
        }
      },
      { config: { stallTimeout: 150 } },
    );
    const connection = await rawConnection(server.address);
    connection.socket.pause();
    connection.send(request);
    await eventually(() => isReturned);
    connection.socket.destroy();
  });
});

describe('a reader that leaves', () => {
  it.each(['destroy', 'half'] as const)('lets the source go once (%s), though it waits for an event', async (how) => {
    const source = queue();
    const server = await serve(() => source.events, { pingAtOnce: true });
    const connection = await rawConnection(server.address);
    connection.send(request);
    await connection.until(/ping/);
    if (how === 'half') connection.half();
    else connection.socket.destroy();
    await eventually(() => source.state.returned > 0);
    await delay(20);
    expect(source.state).toEqual({ pulls: 1, returned: 1 });
    expect(server.log.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('lets a generator end that is in the middle of sending', async () => {
    let isReturned = false;
    const server = await serve(async function* () {
      try {
        for (let n = 0; ; n += 1) {
          await delay(1);
          yield [message(n)];
        }
      } finally {
        isReturned = true;
      }
    });
    const connection = await rawConnection(server.address);
    connection.send(request);
    await connection.until(/"n":5\}/);
    connection.socket.destroy();
    await eventually(() => isReturned);
  });

  it('aborts the signal of its request', async () => {
    const source = queue();
    let signal: AbortSignal | undefined;
    const server = await serve((incoming) => {
      signal = incoming.signal;
      return source.events;
    });
    const connection = await rawConnection(server.address);
    connection.send(request);
    await connection.until(/\r\n\r\n/);
    expect(signal?.aborted).toBe(false);
    connection.socket.destroy();
    await eventually(() => signal?.aborted === true);
  });

  it('does no harm to the other readers', async () => {
    const server = await serve(async function* () {
      for (let n = 0; n < 30; n += 1) {
        await delay(5);
        yield [message(n)];
      }
    });
    const client = testClient(server.address);
    const stayers = Array.from({ length: 5 }, () => client.stream('/stream'));
    for (let index = 0; index < 5; index += 1) {
      const leaver = await rawConnection(server.address);
      leaver.send(request);
      await leaver.until(/data/);
      leaver.socket.resetAndDestroy();
    }
    for (const { events } of await Promise.all(stayers)) expect(events).toHaveLength(30);
  });
});

describe('a source that fails', () => {
  it('before the first byte becomes an ordinary error answer', async () => {
    const server = await serve(() => ({
      [Symbol.asyncIterator]: () => ({
        next: () => Promise.reject(new PlatformError('limited', 'x.too_many_requests', 'slow', { retryAfter: 3 })),
      }),
    }));
    const { status, headers, body } = await testClient(server.address).request('/stream');
    expect([status, headers.get('retry-after')]).toEqual([429, '3']);
    expect(body).toMatchObject({ code: 'too_many_requests' });
    expect(headers.get('content-type')).toBe('application/json');
  });

  it('later ends the stream with an error event that tells no secret', async () => {
    const server = await serve(async function* () {
      yield [message(1)];
      throw new Error('hunter2');
    });
    const { bytes, events } = await testClient(server.address).stream('/stream');
    expect(bytes.toString()).toContain(
      '\n\ndata: {"event":"error","message_id":"m1","status":500,"code":"internal_server_error","message":',
    );
    expect(bytes.toString()).not.toContain('hunter2');
    expect(events.map(({ event }) => event)).toEqual(['message', 'error']);
    expect(server.log.filter(({ level }) => level === 'error')).toHaveLength(1);
  });

  it('later with a platform error says what it was', async () => {
    const server = await serve(async function* () {
      yield [message(1)];
      throw new PlatformError('unavailable', 'x.completion_request_error', 'The model did not answer');
    });
    const { events } = await testClient(server.address).stream('/stream');
    expect(events.at(-1)).toEqual({
      event: 'error',
      message_id: 'm1',
      status: 400,
      code: 'completion_request_error',
      message: 'The model did not answer',
    });
  });
});
