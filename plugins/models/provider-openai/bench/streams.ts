/**
 * Tokens a second of one process over 32 streams, by chat and by Responses, and calls a second, against a server in a
 * process of its own.
 *
 *     node plugins/models/provider-openai/bench/streams.ts
 */
import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openEgress } from '#plugins/egress/testing/open-egress.ts';
import { provider } from '#plugins/provider-openai/provider.ts';
import { chunkFrame, DONE_FRAME, usageFrame } from '#plugins/provider-openai/testing/fake-openai.ts';

const STREAMS = 32;
const TOKENS = 4_000;
/** Frames in one write: what a server's socket gathers under load. */
const FRAMES_PER_WRITE = 16;

function serve(): void {
  const frames = chunkFrame({ content: ' word' }).repeat(FRAMES_PER_WRITE);
  const end = chunkFrame({}, { finish_reason: 'stop' }) + usageFrame(10, TOKENS) + DONE_FRAME;
  const delta = { item_id: 'msg_0f1a2b3c4d5e', output_index: 0, content_index: 0, delta: ' word', logprobs: [] };
  const events = eventFrame('response.output_text.delta', delta).repeat(FRAMES_PER_WRITE);
  const usage = { input_tokens: 10, output_tokens: TOKENS };
  const completed = eventFrame('response.completed', { response: { status: 'completed', output: [], usage } });
  const short = chunkFrame({ content: 'hello' }) + end;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const isResponses = request.url?.endsWith('/responses') === true;
      if (request.headers['openai-organization'] === 'short') return void response.end(short);
      let left = TOKENS / FRAMES_PER_WRITE;
      const more = () => {
        while (left > 0) {
          left -= 1;
          if (!response.write(isResponses ? events : frames)) return void response.once('drain', more);
        }
        response.end(isResponses ? completed : end);
      };
      more();
    });
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}

function eventFrame(type: string, more: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: 7, ...more })}\n\n`;
}

async function readAll(port: number, kind: string, protocol = 'chat'): Promise<number> {
  const llm = provider.llm?.(
    {
      openai_api_key: 'k',
      openai_api_base: `http://127.0.0.1:${port}`,
      openai_organization: kind,
      api_protocol: protocol,
    },
    { egress },
  );
  let tokens = 0;
  const stream = llm?.stream({
    model: 'm',
    mode: 'chat',
    messages: [{ role: 'user', content: 'Hi' }],
    parameters: {},
    signal: new AbortController().signal,
  });
  for await (const parts of stream ?? []) for (const part of parts) if (part.type === 'text') tokens += 1;
  return tokens;
}

const egress = openEgress();

async function measure(port: number): Promise<void> {
  for (const protocol of ['chat', 'chat', 'chat', 'responses', 'responses', 'responses']) {
    const startedAt = performance.now();
    const cpu = process.cpuUsage();
    const counts = await Promise.all(Array.from({ length: STREAMS }, () => readAll(port, 'long', protocol)));
    report(
      `${protocol} tokens`,
      counts.reduce((sum, count) => sum + count, 0),
      startedAt,
      cpu,
    );
  }
  for (let round = 0; round < 3; round += 1) {
    const startedAt = performance.now();
    const cpu = process.cpuUsage();
    const perStream = 100;
    const loop = async () => {
      for (let call = 0; call < perStream; call += 1) await readAll(port, 'short');
    };
    await Promise.all(Array.from({ length: STREAMS }, loop));
    report('calls', STREAMS * perStream, startedAt, cpu);
  }
}

function report(what: string, count: number, startedAt: number, before: NodeJS.CpuUsage): void {
  const seconds = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(before);
  const cpuSeconds = (user + system) / 1e6;
  process.stdout.write(
    `${Math.round(count / seconds)} ${what}/s, ${((cpuSeconds / count) * 1e6).toFixed(1)} µs of CPU each\n`,
  );
}

if (process.argv[2] === 'serve') serve();
else {
  const child = fork(new URL(import.meta.url).pathname, ['serve']);
  const port = await new Promise<number>((resolve) => child.once('message', (message) => resolve(Number(message))));
  await measure(port);
  child.kill();
  await egress[Symbol.asyncDispose]();
}
