import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server outside that answers `/NAME/…` when it is told to. */
export interface GateServer {
  readonly address: string;
  /** How many requests for the name wait now. */
  waiting(name: string): number;
  /** How many requests for the name there were. */
  seen(name: string): number;
  /** Answers those that wait, and from now on at once. */
  open(name: string): void;
  close(): Promise<void>;
}

export async function startGateServer(): Promise<GateServer> {
  const waiting = new Map<string, Set<ServerResponse>>();
  const open = new Set<string>();
  const seen = new Map<string, number>();
  const server = createServer((request, response) => {
    const name = request.url?.split('/')[1] ?? '';
    seen.set(name, (seen.get(name) ?? 0) + 1);
    if (open.has(name)) {
      response.end('ok');
      return;
    }
    const all = waiting.get(name) ?? new Set();
    waiting.set(name, all.add(response));
    response.once('close', () => all.delete(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    waiting: (name) => waiting.get(name)?.size ?? 0,
    seen: (name) => seen.get(name) ?? 0,
    open(name) {
      open.add(name);
      for (const response of waiting.get(name) ?? []) response.end('ok');
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
