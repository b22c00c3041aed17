import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openEgress } from '#plugins/egress/testing/open-egress.ts';
import type { Credentials, ProviderImplementation } from '#plugins/models/contract.ts';

const STREAMS = 32;
const TOKENS = 4_000;
/** Frames in one write: what a server's socket gathers under load. */
const FRAMES_PER_WRITE = 16;
const ROUNDS = 3;

/** A protocol to be measured: what its server sends, and how it is reached. */
export interface MeasuredProtocol {
  readonly provider: ProviderImplementation;
  credentials(url: string): Credentials;
  readonly start: string;
  /** One token of text. */
  readonly token: string;
  readonly end: string;
}

/** Prints tokens a second, and processor time of a token, over 32 streams; the server is a process of its own. */
export async function measureStreams(file: string, protocol: MeasuredProtocol): Promise<void> {
  if (process.argv[2] === 'serve') return serve(protocol);
  const child = fork(file, ['serve']);
  const port = await new Promise<number>((resolve) => child.once('message', (message) => resolve(Number(message))));
  await using egress = openEgress();
  const llm = protocol.provider.llm?.(protocol.credentials(`http://127.0.0.1:${port}`), { egress });
  const read = async () => {
    let tokens = 0;
    const messages = [{ role: 'user', content: 'Hi' }] as const;
    const { signal } = new AbortController();
    for await (const parts of llm?.stream({ model: 'm', mode: 'chat', messages, parameters: {}, signal }) ?? []) {
      for (const part of parts) if (part.type === 'text') tokens += 1;
    }
    return tokens;
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = performance.now();
    const cpu = process.cpuUsage();
    const counts = await Promise.all(Array.from({ length: STREAMS }, read));
    const count = counts.reduce((sum, tokens) => sum + tokens, 0);
    const { user, system } = process.cpuUsage(cpu);
    const rate = Math.round(count / ((performance.now() - startedAt) / 1000));
    process.stdout.write(`${rate} tokens/s, ${((user + system) / count).toFixed(2)} µs of CPU each\n`);
  }
  child.kill();
}

function serve({ start, token, end }: MeasuredProtocol): void {
  const frames = token.repeat(FRAMES_PER_WRITE);
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(start);
      let left = TOKENS / FRAMES_PER_WRITE;
      const more = () => {
        while (left > 0) {
          left -= 1;
          if (!response.write(frames)) return void response.once('drain', more);
        }
        response.end(end);
      };
      more();
    });
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}
