import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestClient } from '#http/testing/client.ts';

/** An answer that is no good one. */
export interface Refusal {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly message?: string;
}

/** What a request asks for. */
export interface Asked {
  readonly model: string;
  /** Of an embedding. */
  readonly input: readonly string[];
  /** Of a chat: what each message says. */
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

/**
 * Embeds and chats over HTTP as the OpenAI protocol says, and keeps what it answered: what a provider would charge for. A
 * text's vector is made of its letters; models whose name ends in a number have vectors of that length.
 */
export class ModelServer {
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  /** Requests that were answered well, in their order. */
  readonly answered: Asked[] = [];
  /** All requests. */
  readonly asked: Asked[] = [];
  /** Called before each answer: null lets it be answered. */
  refuse: (asked: Asked, count: number) => Refusal | null | Promise<Refusal | null> = () => null;
  /** Numbers of a vector, where it is not as the model's name says. */
  length: number | undefined;
  /** What a chat is answered with. */
  say: (asked: Asked) => string = () => 'A summary.';

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Texts that were embedded, each as often as it was. */
  embedded(): readonly string[] {
    return this.answered.flatMap(({ input }) => input);
  }

  /** Sets it up as the workspace's `openai_api_compatible`; a text costs as many dollars as it has tokens. */
  async use(management: TestClient): Promise<void> {
    const { port } = this.#server.address() as AddressInfo;
    const price = { prompt: '1000000', unit: '0.000001' };
    const prices = JSON.stringify({ paid: price, 'paid-8': price });
    const credentials = { endpoint_url: `http://127.0.0.1:${port}/v1`, api_key: 'k', prices };
    const path = '/console/api/providers/openai_api_compatible';
    const answer = await management.request(path, { method: 'PUT', body: { credentials } });
    if (answer.status >= 300) throw new Error(`the provider was answered with ${answer.status}: ${answer.text}`);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const piece of request) text += piece;
    const { model, input = [], messages = [] } = JSON.parse(text) as Partial<Asked> & { model: string };
    const asked = { model, input, messages };
    this.asked.push(asked);
    const refusal = await this.refuse(asked, this.asked.length);
    const json = { 'content-type': 'application/json' };
    if (refusal !== null) {
      const { status, headers = {}, message = 'not now' } = refusal;
      response.writeHead(status, { ...json, ...headers }).end(JSON.stringify({ error: { message } }));
      return;
    }
    this.answered.push(asked);
    if (messages.length > 0) return this.#chat(asked, response);
    const data = input.map((each, index) => ({ index, embedding: embeddingOf(each, this.length ?? lengthOf(model)) }));
    const tokens = input.length;
    response.writeHead(200, json).end(JSON.stringify({ data, usage: { prompt_tokens: tokens, total_tokens: tokens } }));
  }

  #chat(asked: Asked, response: ServerResponse): void {
    const piece = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(piece({ choices: [{ index: 0, delta: { content: this.say(asked) }, finish_reason: null }] }));
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    response.write(piece({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage }));
    response.end('data: [DONE]\n\n');
  }
}

function lengthOf(model: string): number {
  return Number(/-(\d+)$/.exec(model)?.[1] ?? 26);
}

function embeddingOf(text: string, length: number): readonly number[] {
  const vector = new Array<number>(length).fill(0.01);
  for (const letter of text.toLowerCase()) {
    const at = letter.charCodeAt(0) % length;
    vector[at] = (vector[at] ?? 0) + 1;
  }
  return vector;
}
