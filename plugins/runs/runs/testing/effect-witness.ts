import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A server outside, that remembers who asked for what. */
export interface EffectWitness {
  readonly address: string;
  /** Methods by run, in the order in which the requests came. */
  readonly requests: ReadonlyMap<string, readonly string[]>;
  /** Answers no further write until `release`; resolves with the run of the first that has arrived. */
  hold(): Promise<string>;
  release(): void;
  close(): Promise<void>;
}

/** Starts it; paths are `/METHOD/RUN`. It takes a moment to answer, so that many requests are under way at any time. */
export async function startEffectWitness(): Promise<EffectWitness> {
  const requests = new Map<string, string[]>();
  let held: { readonly arrived: (run: string) => void; readonly released: Promise<void> } | null = null;
  let release = () => {};
  const server = createServer(async (request, response) => {
    const run = request.url?.split('/')[2] ?? '';
    requests.set(run, [...(requests.get(run) ?? []), request.method ?? '']);
    if (request.method === 'POST' && held !== null) {
      held.arrived(run);
      await held.released;
    }
    await sleep(40);
    response.end('ok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    requests,
    hold() {
      const { promise, resolve: arrived } = Promise.withResolvers<string>();
      const { promise: released, resolve } = Promise.withResolvers<void>();
      held = { arrived, released };
      release = resolve;
      return promise;
    },
    release() {
      held = null;
      release();
    },
    close: () =>
      new Promise((resolve) => {
        release();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
