import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

/** A real HTTP server on a free port of `host`, which remembers what it was sent. */
export interface LocalServer extends AsyncDisposable {
  readonly port: number;
  readonly url: string;
  readonly seen: SeenRequest[];
  /** Connections that were closed by the other side. */
  readonly closed: () => number;
}

export async function startServer(
  answer: (request: SeenRequest, response: ServerResponse) => void,
  host = '127.0.0.1',
): Promise<LocalServer> {
  const seen: SeenRequest[] = [];
  let closed = 0;
  const server: Server = createServer((incoming, response) => {
    const pieces: Buffer[] = [];
    incoming.on('data', (piece: Buffer) => pieces.push(piece));
    response.on('close', () => {
      if (!response.writableFinished) closed += 1;
    });
    incoming.on('end', () => {
      const request: SeenRequest = {
        method: incoming.method ?? '',
        url: incoming.url ?? '',
        headers: incoming.headers,
        rawHeaders: incoming.rawHeaders,
        body: Buffer.concat(pieces),
      };
      seen.push(request);
      answer(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    seen,
    closed: () => closed,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
