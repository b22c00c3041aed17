import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

/** A real HTTP or HTTPS server on a free port of `host`, which remembers what it was sent. */
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
  /** PEM texts: it speaks https then. */
  tls?: { readonly key: string; readonly cert: string },
): Promise<LocalServer> {
  const seen: SeenRequest[] = [];
  let closed = 0;
  const listener = (incoming: IncomingMessage, response: ServerResponse) => {
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
  };
  const server: Server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `${tls === undefined ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${port}`,
    seen,
    closed: () => closed,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
