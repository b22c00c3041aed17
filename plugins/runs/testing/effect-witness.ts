import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A server outside, that remembers who asked for what. */
export interface EffectWitness {
  readonly address: string;
  /** Methods by run, in the order in which the requests came. */
  readonly requests: ReadonlyMap<string, readonly string[]>;
  close(): Promise<void>;
}

/** Starts it; paths are `/METHOD/RUN`. It takes a moment to answer, so that many requests are under way at any time. */
export async function startEffectWitness(): Promise<EffectWitness> {
  const requests = new Map<string, string[]>();
  const server = createServer(async (request, response) => {
    const run = request.url?.split('/')[2] ?? '';
    requests.set(run, [...(requests.get(run) ?? []), request.method ?? '']);
    await sleep(40);
    response.end('ok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
