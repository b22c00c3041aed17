/** A server on this machine in place of everybody a document would call: it repeats requests, and serves pages and files. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { sampleAt } from './sample-files.ts';

export interface StandIns {
  /** `http://127.0.0.1:port` */
  readonly origin: string;
  /** `127.0.0.1:port`, for the list of hosts that apps may reach. */
  readonly host: string;
  close(): Promise<void>;
}

export async function openStandIns(): Promise<StandIns> {
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const host = `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  return {
    host,
    origin: `http://${host}`,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url ?? '/';
  const body = await text(request);
  const sample = /^\/(?:files|pages)\//.test(path) ? sampleAt(path) : undefined;
  if (sample !== undefined) {
    response.writeHead(200, { 'content-type': sample.mediaType, 'content-length': sample.bytes.length });
    response.end(request.method === 'HEAD' ? undefined : sample.bytes);
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ method: request.method, path, body: body.slice(0, 10_000) }));
}
