import { createServer } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createEgress, type EgressSettings } from './client.ts';
import { MORE_THAN_BUFFERED, startDeafServer } from './testing/deaf-server.ts';
import { startServer } from './testing/local-server.ts';

const LOOPBACK = ['127.0.0.0/8'];

async function withClient<T>(
  settings: EgressSettings,
  use: (client: ReturnType<typeof createEgress>) => Promise<T>,
): Promise<T> {
  const client = createEgress(settings);
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

describe('failures', () => {
  it('are told apart: refused, unknown name, not HTTP, cut off', async () => {
    const garbage = createServer((socket) => socket.end('SSH-2.0-OpenSSH\r\n'));
    await new Promise<void>((resolve) => garbage.listen(0, '127.0.0.1', resolve));
    const { port } = garbage.address() as { port: number };
    await using cut = await startServer((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
    });
    await withClient({ allow: LOOPBACK }, async (client) => {
      await expect(client.request({ url: 'http://127.0.0.1:1/', method: 'GET' })).rejects.toMatchObject({
        code: 'egress.unreachable',
        message: expect.stringContaining('refuses connections'),
      });
      await expect(client.request({ url: 'http://nowhere.invalid/', method: 'GET' })).rejects.toMatchObject({
        code: 'egress.unreachable',
      });
      await expect(client.request({ url: `http://127.0.0.1:${port}/`, method: 'GET' })).rejects.toMatchObject({
        code: 'egress.unreachable',
      });
      const response = await client.request({ url: cut.url, method: 'GET' });
      await expect(response.text(1000)).rejects.toMatchObject({ code: 'egress.unreachable' });
    });
    garbage.close();
  });

  it('never name the path, the query or a header', async () => {
    await withClient({ allow: LOOPBACK }, async (client) => {
      const error = await client
        .request({ url: 'http://user:canary@127.0.0.1:1/canary?key=canary', method: 'GET', headers: [['x', 'canary']] })
        .catch((reason: Error) => reason);
      expect(String(error)).not.toContain('canary');
    });
  });

  it('end a server that accepts and says nothing', async () => {
    await using server = await startServer(() => {});
    await withClient({ allow: LOOPBACK }, async (client) => {
      await expect(client.request({ url: server.url, method: 'GET', headersTimeout: 100 })).rejects.toMatchObject({
        code: 'egress.timeout',
        kind: 'unavailable',
      });
    });
  });

  it('end a server that accepts a long request and never reads it, or reads it and says nothing', async () => {
    await using deaf = await startDeafServer();
    await using mute = await startServer(() => {});
    const body = Buffer.alloc(MORE_THAN_BUFFERED, 'x');
    await withClient({ allow: LOOPBACK }, async (client) => {
      const toDeaf = { url: deaf.url, method: 'POST', body, writeTimeout: 200, headersTimeout: 60_000 };
      await expect(client.request(toDeaf)).rejects.toMatchObject({
        code: 'egress.timeout',
        kind: 'unavailable',
        message: expect.stringContaining('stopped taking the request'),
      });
      // Long enough for the server to have read everything, on a busy machine too.
      const toMute = { url: mute.url, method: 'POST', body, writeTimeout: 60_000, headersTimeout: 2_000 };
      await expect(client.request(toMute)).rejects.toMatchObject({
        code: 'egress.timeout',
        message: expect.stringContaining('did not answer in time'),
      });
      expect(mute.seen[0]?.body.equals(body)).toBe(true);
    });
  });

  it('end a long request that is aborted while nobody reads it', async () => {
    await using deaf = await startDeafServer();
    await withClient({ allow: LOOPBACK }, async (client) => {
      const stop = new AbortController();
      const body = Buffer.alloc(MORE_THAN_BUFFERED);
      const pending = client.request({ url: deaf.url, method: 'PUT', body, signal: stop.signal });
      const reason = new Error('stopped by the user');
      setTimeout(() => stop.abort(reason), 50);
      await expect(pending).rejects.toBe(reason);
    });
  });

  it('end a server that stops in the middle of its answer', async () => {
    await using server = await startServer((_request, response) => {
      response.writeHead(200);
      response.write('start');
    });
    await withClient({ allow: LOOPBACK }, async (client) => {
      const response = await client.request({ url: server.url, method: 'GET', bodyTimeout: 100 });
      await expect(response.text(100)).rejects.toMatchObject({ code: 'egress.timeout' });
    });
  });

  it('give up connecting after connectTimeout', async () => {
    const resolve = () => new Promise<never>(() => {});
    await withClient({ allow: [], resolve }, async (client) => {
      await expect(
        client.request({ url: 'http://slow.example/', method: 'GET', connectTimeout: 50 }),
      ).rejects.toMatchObject({ code: 'egress.timeout' });
    });
  });

  it('refuse answers beyond the limit without reading them to their end', async () => {
    await using server = await startServer((_request, response) => {
      response.on('error', () => {});
      const piece = Buffer.alloc(64 * 1024, 'x');
      const more = () => {
        while (!response.destroyed && response.write(piece));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    });
    await withClient({ allow: LOOPBACK }, async (client) => {
      const response = await client.request({ url: server.url, method: 'GET' });
      await expect(response.bytes(100_000)).rejects.toMatchObject({ code: 'egress.too_large', kind: 'invalid' });
      await expect.poll(server.closed).toBe(1);
    });
  });
});

describe('an aborted signal', () => {
  it('rejects with its reason and closes the connection, before and during the answer', async () => {
    await using server = await startServer((request, response) => {
      if (request.url === '/stream') {
        response.writeHead(200);
        response.write('start');
      }
    });
    await withClient({ allow: LOOPBACK }, async (client) => {
      const reason = new Error('stopped by the user');
      await expect(client.request({ url: server.url, method: 'GET', signal: AbortSignal.abort(reason) })).rejects.toBe(
        reason,
      );
      const before = new AbortController();
      const pending = client.request({ url: server.url, method: 'GET', signal: before.signal });
      setTimeout(() => before.abort(reason), 50);
      await expect(pending).rejects.toBe(reason);
      const during = new AbortController();
      const response = await client.request({ url: `${server.url}/stream`, method: 'GET', signal: during.signal });
      const reading = response.text(1000);
      during.abort(reason);
      await expect(reading).rejects.toBe(reason);
      await expect.poll(server.closed).toBe(2);
    });
  });
});

describe('compressed answers', () => {
  const text = 'packed '.repeat(10_000);

  it.each([
    ['gzip', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['br', brotliCompressSync(text)],
    ['gzip, br', brotliCompressSync(gzipSync(text))],
  ])('are unpacked from %s', async (encoding, packed) => {
    await using server = await startServer((_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(packed),
    );
    await withClient({ allow: LOOPBACK }, async (client) => {
      const response = await client.request({ url: server.url, method: 'GET', decompress: true });
      expect(await response.text(100_000)).toBe(text);
      expect(server.seen[0]?.headers['accept-encoding']).toContain('gzip');
    });
  });

  it('that are bombs end at the limit', async () => {
    const bomb = gzipSync(Buffer.alloc(200_000_000));
    await using server = await startServer((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    );
    await withClient({ allow: LOOPBACK }, async (client) => {
      const response = await client.request({ url: server.url, method: 'GET', decompress: true });
      await expect(response.bytes(1_000_000)).rejects.toMatchObject({ code: 'egress.too_large' });
    });
  });

  it('that are damaged are reported', async () => {
    await using server = await startServer((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip'),
    );
    await withClient({ allow: LOOPBACK }, async (client) => {
      const response = await client.request({ url: server.url, method: 'GET', decompress: true });
      await expect(response.bytes(1000)).rejects.toMatchObject({ code: 'egress.unreachable' });
    });
  });
});

it('keeps hundreds of answers streaming from one host at the same time', async () => {
  const open: (() => void)[] = [];
  await using server = await startServer((_request, response) => {
    response.writeHead(200);
    response.write('a');
    open.push(() => response.end('b'));
  });
  await withClient({ allow: LOOPBACK }, async (client) => {
    const responses = await Promise.all(
      Array.from({ length: 300 }, () => client.request({ url: server.url, method: 'GET' })),
    );
    for (const finish of open) finish();
    const texts = await Promise.all(responses.map((response) => response.text(10)));
    expect(texts.every((text) => text === 'ab')).toBe(true);
  });
});
