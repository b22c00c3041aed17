import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { connectPostgres } from './connections.ts';
import { systemSession } from './session.ts';
import { silentLogger } from './testing/silent-logger.ts';

let server: Server | undefined;
afterEach(() => server?.close());

/** Messages of PostgreSQL's wire protocol: a letter, the length of the rest, the rest. */
function message(letter: string, ...fields: (string | number)[]): Buffer {
  const parts = fields.map((field) => {
    if (typeof field === 'string') return Buffer.from(`${field}\0`);
    const number = Buffer.alloc(4);
    number.writeInt32BE(field);
    return number;
  });
  const body = Buffer.concat(parts);
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(letter), length, body]);
}

it('a server that ends a connection in the chunk that makes it ready ends one query, not the process', async () => {
  const welcome = message('R', 0);
  const ready = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
  const farewell = message('E', 'SFATAL', 'C57P01', 'Mterminating connection due to administrator command', '');
  server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(Buffer.concat([welcome, ready, farewell])));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `postgres://weft@127.0.0.1:${port}/weft`;
  const connections = connectPostgres({ url, poolSize: 2, logger: silentLogger });

  // An error event without a listener would be an exception nobody catches, which fails the test run.
  const lease = await connections.acquire(systemSession);
  await expect(lease.client.query('select 1')).rejects.toThrow();
  lease.release(true);
  await sleep(20);
  expect(connections.counts.open).toBe(0);
  await connections.close();
});
