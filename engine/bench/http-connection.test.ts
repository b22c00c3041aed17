import { createServer, type Server } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { HttpConnection } from './http-connection.ts';

let server: Server | undefined;

afterEach(() => {
  server?.close();
});

/** A server that answers each request with these bytes, in pieces of `size`. */
async function answering(bytes: string, size: number): Promise<HttpConnection> {
  server = createServer((socket) => {
    socket.setNoDelay(true).on('error', () => undefined);
    socket.on('data', async () => {
      for (let at = 0; at < bytes.length; at += size) {
        socket.write(bytes.slice(at, at + size));
        await nextTurn();
      }
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('not listening');
  return new HttpConnection(`http://127.0.0.1:${address.port}`);
}

const plain = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello';
const chunked = 'HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n';

describe('the connection of a load client', () => {
  it.each([1, 2, 3, 7, 1000])('reads answers that arrive in pieces of %i bytes', async (size) => {
    const connection = await answering(plain, size);
    expect(await connection.post('/', {}, '{}')).toEqual({ status: 200, body: 'hello' });
    expect(await connection.post('/', {}, '{}')).toEqual({ status: 200, body: 'hello' });
    connection.close();
  });

  it.each([1, 2, 3, 7, 1000])('reads chunked answers that arrive in pieces of %i bytes', async (size) => {
    const connection = await answering(chunked, size);
    expect(await connection.post('/', {}, '{}')).toEqual({ status: 201, body: 'hello' });
    const pieces: string[] = [];
    await connection.post('/', {}, '{}', (piece) => pieces.push(piece.toString()));
    expect(pieces.join('')).toBe('hello');
    connection.close();
  });

  it('connects again after an answer that ends the connection', async () => {
    const connection = await answering(plain.replace('\r\n', '\r\nConnection: close\r\n'), 1000);
    expect(await connection.post('/', {}, '{}')).toEqual({ status: 200, body: 'hello' });
    expect(await connection.post('/', {}, '{}')).toEqual({ status: 200, body: 'hello' });
    connection.close();
  });

  it('fails the request when the server leaves', async () => {
    server = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (typeof address !== 'object' || address === null) throw new Error('not listening');
    const connection = new HttpConnection(`http://127.0.0.1:${address.port}`);
    await expect(connection.post('/', {}, '{}')).rejects.toThrow();
  });
});
