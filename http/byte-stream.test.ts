import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { Public, type Reply, route } from './contract.ts';
import { rawConnection } from './testing/raw-connection.ts';
import { startTestServer, type TestServer } from './testing/server.ts';

const open: TestServer[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

async function serve(stream: () => AsyncIterable<Uint8Array>, length?: number): Promise<TestServer> {
  const reply = (): Reply => ({
    status: 200,
    headers: { 'Content-Disposition': 'attachment' },
    body: { kind: 'bytes', stream: stream(), contentType: 'image/png', ...(length === undefined ? {} : { length }) },
  });
  const file = route({ id: 'file', method: 'GET', path: '/file', access: Public, summary: '', handle: reply });
  const server = await startTestServer({ routes: [file] });
  open.push(server);
  return server;
}

describe('a byte stream', () => {
  it('arrives whole, with its type, length and headers', async () => {
    const part = Buffer.alloc(100_000, 7);
    const server = await serve(async function* () {
      for (let index = 0; index < 30; index += 1) yield part;
    }, 3_000_000);
    const answer = await fetch(`${server.address}/file`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.equals(Buffer.alloc(3_000_000, 7))).toBe(true);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(answer.headers.get('content-length')).toBe('3000000');
    expect(answer.headers.get('content-disposition')).toBe('attachment');
  });

  it('may be empty', async () => {
    const server = await serve(async function* () {});
    const answer = await fetch(`${server.address}/file`);
    expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([200, 0]);
  });

  it('sends HEAD its headers and is not read', async () => {
    let isRead = false;
    const server = await serve(async function* () {
      isRead = true;
      yield Buffer.from('x');
    }, 1);
    const answer = await fetch(`${server.address}/file`, { method: 'HEAD' });
    expect([answer.status, answer.headers.get('content-length'), isRead]).toEqual([200, '1', false]);
  });

  it('that fails before its first byte becomes an error answer', async () => {
    // biome-ignore lint/correctness/useYield: the source fails before it has anything to yield
    const server = await serve(async function* (): AsyncGenerator<Uint8Array> {
      throw new Error('disk');
    });
    const answer = await fetch(`${server.address}/file`);
    expect([answer.status, await answer.json()]).toMatchObject([500, { code: 'internal_server_error' }]);
  });

  it('that fails later is cut, so that the client notices', async () => {
    const server = await serve(async function* () {
      yield Buffer.from('first');
      await delay(20);
      throw new Error('disk');
    });
    await expect(fetch(`${server.address}/file`).then((answer) => answer.text())).rejects.toThrow();
    expect(server.log.filter(({ level }) => level === 'error')).toHaveLength(1);
  });

  it('lets its source go when the client leaves', async () => {
    let isReturned = false;
    const server = await serve(async function* () {
      try {
        for (;;) {
          yield Buffer.alloc(1000);
          await delay(1);
        }
      } finally {
        isReturned = true;
      }
    });
    const connection = await rawConnection(server.address);
    connection.send('GET /file HTTP/1.1\r\nHost: t\r\n\r\n');
    await connection.until(/image\/png/);
    connection.socket.destroy();
    for (let tries = 0; tries < 500 && !isReturned; tries += 1) await delay(5);
    expect(isReturned).toBe(true);
  });
});
