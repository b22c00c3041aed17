import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

/** A server that accepts connections and reads nothing of what it is sent. */
export async function startDeafServer(): Promise<{ readonly url: string } & AsyncDisposable> {
  const sockets: Socket[] = [];
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    socket.on('error', () => {});
    sockets.push(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** More bytes than the system keeps for a connection whose other side reads nothing. */
export const MORE_THAN_BUFFERED = 32 * 1024 * 1024;
