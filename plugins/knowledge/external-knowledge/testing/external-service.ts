import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a service was asked, and with which key. */
export interface AskedQuestion {
  readonly path: string;
  readonly authorization: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A service on loopback that answers as it is told. */
export interface ExternalService extends AsyncDisposable {
  /** Its endpoint. */
  readonly url: string;
  readonly asked: AskedQuestion[];
  /** Sent with the next answers: an object as JSON. */
  answer: { readonly status?: number; readonly headers?: Readonly<Record<string, string>>; readonly body: unknown };
  /** In place of an answer. */
  instead: ((response: ServerResponse) => void) | null;
}

export async function startExternalService(): Promise<ExternalService> {
  const asked: AskedQuestion[] = [];
  const server = createServer(async (request, response) => {
    asked.push({
      path: request.url ?? '',
      authorization: request.headers.authorization ?? '',
      body: JSON.parse(await textOf(request)),
    });
    if (service.instead !== null) return service.instead(response);
    const { status = 200, headers = {}, body } = service.answer;
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const service: ExternalService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/kb`,
    asked,
    answer: { body: { records: [] } },
    instead: null,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
  return service;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
