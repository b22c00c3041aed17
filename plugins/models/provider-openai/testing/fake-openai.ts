import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** How the server answers a language model's call; the model's name selects it. */
export type Script = (request: SeenCall, response: ServerResponse) => void | Promise<void>;

export interface SeenCall {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A real HTTP server that speaks the OpenAI protocol, well or as badly as servers in the field do. */
export interface FakeOpenAi extends AsyncDisposable {
  /** Without `/v1`. */
  readonly url: string;
  readonly port: number;
  readonly seen: SeenCall[];
  /** Answers that were cut off by the client. */
  readonly cut: () => number;
}

/** `data:` frame of a streamed chunk. */
export function chunkFrame(delta: object, more: object = {}): string {
  const choice = { index: 0, delta, finish_reason: null, ...more };
  return `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [choice] })}\n\n`;
}

export function usageFrame(prompt: number, completion: number): string {
  const usage = { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
  return `data: ${JSON.stringify({ id: 'chatcmpl-1', choices: [], usage })}\n\n`;
}

export const DONE_FRAME = 'data: [DONE]\n\n';

/** A whole good answer, one word a chunk. */
export function framesOf(text: string): string[] {
  const words = text.match(/\s*\S+/g) ?? [];
  return [
    chunkFrame({ role: 'assistant', content: '' }),
    ...words.map((word) => chunkFrame({ content: word })),
    chunkFrame({}, { finish_reason: 'stop' }),
    usageFrame(12, words.length),
    DONE_FRAME,
  ];
}

export function beginStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
}

export function fail(response: ServerResponse, status: number, error: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
}

/** Writes bytes in pieces of `size`, each as a read of its own for the client. */
export async function writeTorn(response: ServerResponse, bytes: Buffer, size: number): Promise<void> {
  for (let start = 0; start < bytes.length; start += size) {
    response.write(bytes.subarray(start, start + size));
    await sleep(2);
  }
  response.end();
}

/** A key that the list of models is refused to. */
export const WRONG_KEY = 'sk-wrong-key-0000';

const SCRIPTS: Readonly<Record<string, Script>> = {
  hang: () => {},
  'hang-midway': (_request, response) => {
    beginStream(response);
    response.write(chunkFrame({ content: 'Hello' }));
  },
  reset: (_request, response) => void response.socket?.resetAndDestroy(),
  'reset-midway': async (_request, response) => {
    beginStream(response);
    response.write(chunkFrame({ content: 'Hello' }));
    await sleep(30);
    response.socket?.resetAndDestroy();
  },
  'stop-midway': (_request, response) => {
    beginStream(response);
    response.end(chunkFrame({ content: 'Hello' }));
  },
  garbage: (_request, response) => {
    beginStream(response);
    response.end('data: {"choices": [{"delta": {"content": \n\ndata: <html>\n\n');
  },
  'not-an-answer': (_request, response) => {
    beginStream(response);
    response.end('data: {"hello": "world"}\n\n');
  },
  html: (_request, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('<html>'),
  'error-midway': (request, response) => {
    beginStream(response);
    response.end(
      `${chunkFrame({ content: 'Hello' })}data: ${JSON.stringify({ error: { message: `overloaded ${request.headers.authorization}` } })}\n\n`,
    );
  },
  '401': (request, response) =>
    fail(response, 401, {
      message: `Incorrect API key provided: ${request.headers.authorization?.slice(7)}.`,
      code: 'invalid_api_key',
    }),
  '402': (_request, response) => fail(response, 402, { message: 'Insufficient Balance' }),
  '404': (_request, response) => fail(response, 404, { message: 'no such model', code: 'model_not_found' }),
  '429': (_request, response) => fail(response, 429, { message: 'slow down', code: 'rate_limit_exceeded' }),
  quota: (_request, response) => fail(response, 429, { message: 'exceeded quota', code: 'insufficient_quota' }),
  '500': (request, response) => fail(response, 500, { message: `crash with ${request.headers.authorization}` }),
  '502': (_request, response) =>
    void response.writeHead(502, { 'content-type': 'text/html' }).end('<html>Bad gateway</html>'),
};

/** `scripts` adds to (or replaces) the built-in ones; any other model answers `Hello world, ünïcode 🙂 works.` */
export async function startFakeOpenAi(scripts: Readonly<Record<string, Script>> = {}): Promise<FakeOpenAi> {
  const seen: SeenCall[] = [];
  let cut = 0;
  const server = createServer((incoming, response) => {
    const pieces: Buffer[] = [];
    incoming.on('data', (piece: Buffer) => pieces.push(piece));
    response.on('close', () => {
      if (!response.writableFinished) cut += 1;
    });
    incoming.on('end', () => {
      const text = Buffer.concat(pieces).toString('latin1');
      const isJson = incoming.headers['content-type'] === 'application/json';
      const body = isJson ? JSON.parse(Buffer.concat(pieces).toString()) : {};
      const call: SeenCall = { path: incoming.url ?? '', headers: incoming.headers, text, body };
      seen.push(call);
      void answer(call, response, { ...SCRIPTS, ...scripts });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    seen,
    cut: () => cut,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(
  call: SeenCall,
  response: ServerResponse,
  scripts: Readonly<Record<string, Script>>,
): Promise<void> {
  const script = typeof call.body.model === 'string' ? scripts[call.body.model] : undefined;
  if (script !== undefined) return await script(call, response);
  const json = (value: unknown) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  switch (call.path) {
    case '/v1/models':
      if (call.headers.authorization === `Bearer ${WRONG_KEY}`) return void (await SCRIPTS['401']?.(call, response));
      return void json({ data: [{ id: 'm' }] });
    case '/v1/chat/completions':
      beginStream(response);
      for (const frame of framesOf('Hello world, ünïcode 🙂 works.')) response.write(frame);
      return void response.end();
    case '/v1/completions':
      beginStream(response);
      response.write('data: {"choices":[{"text":"once","index":0,"finish_reason":null}]}\n\n');
      response.write('data: {"choices":[{"text":" upon","index":0,"finish_reason":"length"}]}\n\n');
      return void response.end(DONE_FRAME);
    case '/v1/embeddings': {
      const input = call.body.input as string[];
      const data = input.map((text, index) => ({ index, embedding: [text.length, index] })).reverse();
      return void json({ data, usage: { prompt_tokens: 7 } });
    }
    case '/v1/rerank':
      return void json({
        results: [
          { index: 0, relevance_score: 0.1 },
          { index: 2, relevance_score: 0.9 },
        ],
      });
    case '/v1/audio/transcriptions':
      return void json({ text: 'spoken words', usage: { type: 'tokens', input_tokens: 14, output_tokens: 45 } });
    case '/v1/audio/speech':
      response.writeHead(200, { 'content-type': 'audio/mpeg' });
      response.write('ID3');
      return void response.end('sound');
    case '/v1/moderations':
      return void json({
        results: [
          { flagged: false, categories: {} },
          { flagged: true, categories: { hate: true, violence: false } },
        ],
      });
    default:
      return fail(response, 404, { message: `unknown route ${call.path}` });
  }
}
