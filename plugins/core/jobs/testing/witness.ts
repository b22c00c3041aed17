import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Sighting {
  /** Path of the request: which job it was. */
  readonly job: string;
  readonly attempt: number;
  readonly pid: number;
}

/** A server outside that jobs tell of themselves. */
export interface Witness {
  readonly url: string;
  readonly seen: readonly Sighting[];
  close(): Promise<void>;
}

/** Starts it. `answer` may leave a request open: the job goes on for so long. */
export async function startWitness(
  answer: (sighting: Sighting, response: ServerResponse) => void = (_, response) => response.end('ok'),
): Promise<Witness> {
  const seen: Sighting[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://witness');
    const number = (name: string) => Number(url.searchParams.get(name));
    const sighting = { job: url.pathname, attempt: number('attempt'), pid: number('pid') };
    seen.push(sighting);
    answer(sighting, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
