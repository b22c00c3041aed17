/**
 * Requests and events per second of the HTTP layer alone, over loopback, with the clients on a thread of their own.
 * Run: `node http/bench/throughput.ts [seconds]`
 */
import { connect } from 'node:net';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { access, json, Public, type Route, route, sse } from '#http';
import { startTestServer } from '#http/testing/server.ts';
import { PlatformError } from '#kernel';

interface Load {
  readonly name: string;
  readonly request: string;
  readonly connections: number;
  /** What is counted in the answers. */
  readonly mark: string;
  /** Ask again after each answer; a stream is asked for once. */
  readonly isRepeated: boolean;
}

interface Job extends Load {
  readonly port: number;
  readonly ms: number;
}

const body = JSON.stringify({ inputs: {}, query: 'Hello there', user: 'u-1', response_mode: 'blocking', files: null });
const head = (line: string, more = '') => `${line} HTTP/1.1\r\nHost: bench\r\n${more}`;

const loads: readonly Load[] = [
  {
    name: 'GET, public',
    request: `${head('GET /v1/info')}\r\n`,
    connections: 32,
    mark: 'HTTP/1.1 200',
    isRepeated: true,
  },
  {
    name: 'POST, refused key',
    request: `${head('POST /v1/secret', 'Authorization: Bearer app-wrong\r\nContent-Type: application/json\r\n')}Content-Length: ${body.length}\r\n\r\n${body}`,
    connections: 32,
    mark: 'HTTP/1.1 401',
    isRepeated: true,
  },
  {
    name: 'POST, validated body',
    request: `${head('POST /v1/echo', 'Content-Type: application/json\r\n')}Content-Length: ${body.length}\r\n\r\n${body}`,
    connections: 32,
    mark: 'HTTP/1.1 200',
    isRepeated: true,
  },
  ...[1, 16].map((batch) => ({
    name: `events, ${batch} a batch, 32 streams`,
    request: `${head(`GET /v1/events/${batch}`)}\r\n`,
    connections: 32,
    mark: 'data: ',
    isRepeated: false,
  })),
];

const routes: readonly Route[] = [
  route({ id: 'info', method: 'GET', path: '/v1/info', access: Public, summary: '', handle: () => json({ a: 1 }) }),
  route({
    id: 'secret',
    method: 'POST',
    path: '/v1/secret',
    access: access('key'),
    summary: '',
    body: { type: 'object' },
    handle: () => json({}),
  }),
  route({
    id: 'echo',
    method: 'POST',
    path: '/v1/echo',
    access: Public,
    summary: '',
    body: { type: 'object', required: ['user'], properties: { user: { type: 'string' }, query: { type: 'string' } } },
    handle: ({ body: sent }) => json(sent),
  }),
  route({
    id: 'events',
    method: 'GET',
    path: '/v1/events/:batch',
    access: Public,
    summary: '',
    handle: ({ params }) => sse(endless(Number(params.batch))),
  }),
];

async function* endless(batch: number): AsyncGenerator<readonly string[]> {
  const event = JSON.stringify({ event: 'message', task_id: crypto.randomUUID(), answer: ' token', created_at: 1 });
  const events = Array.from({ length: batch }, () => event);
  for (;;) {
    yield events;
    // Events come from threads, a message at a time: each batch is a turn of the event loop.
    await new Promise(setImmediate);
  }
}

/** The clients' side: counts marks for a while after a short warm-up. */
function load({ port, request, connections, mark, isRepeated, ms }: Job): void {
  let count = 0;
  const wanted = Buffer.from(mark);
  const sockets = Array.from({ length: connections }, () => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    socket.on('data', (chunk) => {
      for (let at = chunk.indexOf(wanted); at !== -1; at = chunk.indexOf(wanted, at + wanted.length)) count += 1;
      if (isRepeated) socket.write(request);
    });
    return socket;
  });
  setTimeout(() => {
    count = 0;
    const started = performance.now();
    setTimeout(() => {
      parentPort?.postMessage(count / ((performance.now() - started) / 1000));
      for (const socket of sockets) socket.destroy();
    }, ms);
  }, 500);
}

async function main(): Promise<void> {
  const ms = Number(process.argv[2] ?? 3) * 1000;
  const key = {
    id: 'key',
    authenticate: () => {
      throw new PlatformError('unauthenticated', 'bench.unauthorized', 'Access token is invalid');
    },
  };
  const { address, close } = await startTestServer({ routes, authenticators: [key] });
  const port = Number(new URL(address).port);
  for (const each of loads) {
    const job: Job = { ...each, port, ms };
    const worker = new Worker(new URL(import.meta.url), { workerData: job });
    const rate = await new Promise<number>((resolve, reject) => {
      worker.once('message', resolve).once('error', reject);
    });
    process.stdout.write(`${each.name.padEnd(36)} ${Math.round(rate).toLocaleString('en')}/s\n`);
    await worker.terminate();
  }
  await close();
}

if (isMainThread) await main();
else load(workerData as Job);
