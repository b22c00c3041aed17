import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { nowMicros } from './token-reader.ts';

/**
 * A process of its own that speaks the chat-completions protocol. The model's name is the order: `tokens-500` streams
 * 500 tokens at once, `paced-100-50` streams 100 tokens, one each 50 ms, stamped with the time they are sent.
 * `GET /wait/50` answers after 50 ms.
 */
const server = createServer((request, response) => {
  const wait = /^\/wait\/(\d+)$/.exec(request.url ?? '')?.[1];
  if (wait !== undefined) {
    setTimeout(() => response.writeHead(200, { 'content-type': 'text/plain' }).end('waited'), Number(wait));
    return;
  }
  void readBody(request).then((body) => complete(JSON.parse(body), response));
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', 4096, () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) process.send?.(`http://127.0.0.1:${address.port}`);
});
process.on('disconnect', () => process.exit());

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const piece of request) body += piece;
  return body;
}

interface Order {
  readonly model: string;
  readonly stream?: boolean;
}

function complete(order: Order, response: ServerResponse): void {
  const [kind, count = '20', delay = '0'] = order.model.split('-');
  const tokens = Number(count);
  if (order.stream !== true) {
    const message = { role: 'assistant', content: '~token '.repeat(tokens) };
    const choices = [{ index: 0, message, finish_reason: 'stop' }];
    const text = JSON.stringify({
      id: 'bench',
      object: 'chat.completion',
      model: order.model,
      choices,
      usage: usageOf(tokens),
    });
    response
      .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
      .end(text);
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.socket?.setNoDelay(true);
  if (kind === 'paced') streamPaced(response, tokens, Number(delay));
  else streamAtOnce(response, tokens);
}

function streamAtOnce(response: ServerResponse, tokens: number): void {
  // In pieces of a few tokens, as networks deliver them; not one write each, which would measure this process.
  for (let sent = 0; sent < tokens; sent += 8) response.write(deltaFrame('~token ').repeat(Math.min(8, tokens - sent)));
  finish(response, tokens);
}

function streamPaced(response: ServerResponse, tokens: number, delay: number): void {
  let sent = 0;
  const timer = setInterval(() => {
    response.write(deltaFrame(`~${nowMicros()} `));
    sent += 1;
    if (sent < tokens) return;
    clearInterval(timer);
    finish(response, tokens);
  }, delay);
  response.on('close', () => clearInterval(timer));
}

function finish(response: ServerResponse, tokens: number): void {
  const last = {
    id: 'bench',
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta: {}, finish_reason: 'stop' }],
  };
  const usage = { id: 'bench', object: 'chat.completion.chunk', choices: [], usage: usageOf(tokens) };
  response.end(`data: ${JSON.stringify(last)}\n\ndata: ${JSON.stringify(usage)}\n\ndata: [DONE]\n\n`);
}

function deltaFrame(content: string): string {
  const choices = [{ index: 0, delta: { content }, finish_reason: null }];
  return `data: ${JSON.stringify({ id: 'bench', object: 'chat.completion.chunk', choices })}\n\n`;
}

function usageOf(tokens: number): object {
  return { prompt_tokens: 10, completion_tokens: tokens, total_tokens: 10 + tokens };
}
