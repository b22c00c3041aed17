/**
 * What the platform is compared with: the same work in a koa server written by hand for nothing else. A process of its
 * own, started by the bench (`engine/bench`) as `floors.ts <model server> [<insert module> <database address>]`.
 */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import Koa, { type Context } from 'koa';

/** Inserts one run row and ten node rows. Named by address: the database is not this layer's. */
type InsertRun = (outputs: readonly string[]) => Promise<void>;

const [modelServer = '', insertModule, database = ''] = process.argv.slice(2);
const insertRun = insertModule === undefined ? undefined : await openInsert(insertModule, database);

async function openInsert(module: string, address: string): Promise<InsertRun> {
  const { openFloor }: { openFloor(address: string): Promise<InsertRun> } = await import(module);
  return openFloor(address);
}

const app = new Koa();
app.use(async (context) => {
  switch (context.path) {
    case '/trivial':
      context.body = { data: { outputs: { result: trivialWork(await readText(context)).at(-1) } } };
      return;
    case '/inserted': {
      const outputs = trivialWork(await readText(context));
      await insertRun?.(outputs);
      context.body = { data: { outputs: { result: outputs.at(-1) } } };
      return;
    }
    case '/upload':
      context.body = { size: await keep(context.req) };
      return;
    case '/model':
      context.body = { data: { outputs: { result: await completion(await readText(context)) } } };
      return;
    case '/stream':
      await relay(context, await readText(context));
  }
});

/** Writes a body to a file, as it comes; gives its size. */
async function keep(request: IncomingMessage): Promise<number> {
  const file = join(tmpdir(), `weft-bench-${randomUUID()}`);
  try {
    await pipeline(request, createWriteStream(file));
    return (await stat(file)).size;
  } finally {
    await rm(file, { force: true });
  }
}

/** The arithmetic of the trivial workflow: eight templates, two branches. */
function trivialWork(text: string): string[] {
  const outputs: string[] = [];
  let value = text;
  for (let index = 1; index <= 8; index += 1) {
    value = `${index}: ${value.toUpperCase()}`;
    outputs.push(value);
    if ((index === 4 || index === 6) && !value.includes(String(index))) break;
  }
  return outputs;
}

async function readText(context: Context): Promise<string> {
  const { inputs }: { inputs: { text: string } } = JSON.parse(await readBody(context.req));
  return inputs.text;
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const piece of request) body += piece;
  return body;
}

function ask(model: string, stream: boolean): Promise<Response> {
  const body = JSON.stringify({ model, stream, messages: [{ role: 'user', content: 'hello' }] });
  const headers = { 'content-type': 'application/json' };
  return fetch(`${modelServer}/v1/chat/completions`, { method: 'POST', headers, body });
}

/** The text names the model. */
async function completion(model: string): Promise<string> {
  const answer = (await (await ask(model, false)).json()) as { choices: { message: { content: string } }[] };
  return answer.choices[0]?.message.content ?? '';
}

/** Reads the model's stream and writes an event of our own per token, as any front to a model has to. */
async function relay(context: Context, model: string): Promise<void> {
  const answer = await ask(model, true);
  context.respond = false;
  context.res.writeHead(200, { 'content-type': 'text/event-stream' });
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of answer.body ?? []) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    const frames = lines.map(toFrame).join('');
    if (frames !== '' && !context.res.write(frames)) await new Promise((resolve) => context.res.once('drain', resolve));
  }
  context.res.end();
}

function toFrame(line: string): string {
  if (!line.startsWith('data: {')) return '';
  const event = JSON.parse(line.slice(6)) as { choices: { delta: { content?: string } }[] };
  const text = event.choices[0]?.delta.content;
  return text === undefined ? '' : `data: ${JSON.stringify({ event: 'message', answer: text })}\n\n`;
}

const server = app.listen(0, '127.0.0.1', 4096, () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
server.keepAliveTimeout = 60_000;
process.on('disconnect', () => process.exit());
