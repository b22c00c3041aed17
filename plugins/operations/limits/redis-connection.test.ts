import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { silentLogger } from '#plugins/database/testing/silent-logger.ts';
import { connectRedis } from './redis-connection.ts';

/** Says yes to every command until it is frozen: then it takes them and says nothing. */
async function startFreezer() {
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', (data) => {
      const commands = data.toString('latin1').match(/\*\d+\r\n/g) ?? [];
      if (!isFrozen) socket.write('+OK\r\n'.repeat(commands.length));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    freeze: () => {
      isFrozen = true;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

it('counts as lost when it takes commands and answers none, so that who asks next need not wait', async () => {
  await using server = await startFreezer();
  const { client, close } = await connectRedis(server.url, silentLogger);
  expect(await client.incr('a')).toBe('OK');
  server.freeze();
  const isKnown = async () => {
    const error = await client.incr('a').catch((cause: unknown) => cause);
    return error instanceof Error && error.message.includes("isn't writeable");
  };
  await expect.poll(isKnown).toBe(true);
  await close();
}, 30_000);
