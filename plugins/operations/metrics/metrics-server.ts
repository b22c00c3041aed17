import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PlatformError } from '#kernel';

export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

/** A server for the metrics alone, apart from the one that callers reach. */
export async function openMetricsServer(
  place: { readonly port: number; readonly host: string },
  parts: { readonly read: () => Promise<{ text: string; contentType: string }>; readonly isAllowed: Check },
): Promise<MetricsServer> {
  const server = createServer({ headersTimeout: 5_000, requestTimeout: 5_000, maxHeaderSize: 8_192 }, answer(parts));
  server.maxConnections = 100;
  await listen(server, place);
  server.unref();
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Check = (authorization: string | undefined) => boolean;

function answer({ read, isAllowed }: Parameters<typeof openMetricsServer>[1]): RequestListener {
  return (request, response) => {
    const isGet = request.method === 'GET' || request.method === 'HEAD';
    if (request.url?.split('?')[0] !== '/metrics') return response.writeHead(404).end();
    if (!isGet) return response.writeHead(405, { allow: 'GET, HEAD' }).end();
    if (!isAllowed(request.headers.authorization)) {
      return response.writeHead(401, { 'www-authenticate': 'Bearer realm="metrics"' }).end();
    }
    return read().then(
      ({ text, contentType }) => response.writeHead(200, { 'content-type': contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  };
}

function listen(server: Server, { port, host }: { readonly port: number; readonly host: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => {
      const message = `The metrics can't be served at ${host}:${port} (WEFT_METRICS_HOST, WEFT_METRICS_PORT).`;
      reject(new PlatformError('unavailable', 'metrics.port_taken', message, { cause }));
    });
    server.listen({ port, host }, resolve);
  });
}
