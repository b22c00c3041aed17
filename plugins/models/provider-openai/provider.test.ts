import { describe, expect, it } from 'vitest';
import { openEgress } from '#plugins/egress/testing/open-egress.ts';
import type { Credentials, LlmPart, LlmRequest } from '#plugins/models/contract.ts';
import { provider } from './provider.ts';
import {
  beginStream,
  chunkFrame,
  DONE_FRAME,
  type FakeOpenAi,
  framesOf,
  type Script,
  startFakeOpenAi,
  usageFrame,
  writeTorn,
} from './testing/fake-openai.ts';

const CANARY = 'sk-canary0123456789abcdef';

interface Answer {
  readonly parts: readonly LlmPart[];
  readonly text: string;
  readonly reasoning: string;
}

async function ask(credentials: Credentials, request: Partial<LlmRequest> = {}): Promise<Answer> {
  await using egress = openEgress();
  const llm = provider.llm?.(credentials, { egress });
  if (llm === undefined) throw new Error('no llm');
  const parts: LlmPart[] = [];
  const stream = llm.stream({
    model: 'm',
    mode: 'chat',
    messages: [{ role: 'user', content: 'Hi' }],
    parameters: {},
    signal: new AbortController().signal,
    ...request,
  });
  for await (const batch of stream) parts.push(...batch);
  const join = (type: 'text' | 'reasoning') =>
    parts.map((part) => (part.type === type ? (part as { text: string }).text : '')).join('');
  return { parts, text: join('text'), reasoning: join('reasoning') };
}

function credentialsOf(server: FakeOpenAi, more: Credentials = {}): Credentials {
  return { openai_api_key: CANARY, openai_api_base: server.url, ...more };
}

async function withScript(script: Script, request: Partial<LlmRequest> = {}): Promise<Answer> {
  await using server = await startFakeOpenAi({ m: script });
  return await ask(credentialsOf(server), request);
}

describe('an answer', () => {
  it('is streamed with its usage and reason', async () => {
    await using server = await startFakeOpenAi();
    const answer = await ask(credentialsOf(server));
    expect(answer.text).toBe('Hello world, ünïcode 🙂 works.');
    expect(answer.parts.slice(-2)).toEqual([
      { type: 'usage', promptTokens: 12, completionTokens: 5 },
      { type: 'finish', reason: 'stop' },
    ]);
    expect(server.seen[0]?.headers.authorization).toBe(`Bearer ${CANARY}`);
    expect(server.seen[0]?.body).toMatchObject({ stream: true, stream_options: { include_usage: true } });
  });

  it.each([1, 3, 7])('is the same when it arrives %i bytes at a time', async (size) => {
    const answer = await withScript((_call, response) => {
      beginStream(response);
      return writeTorn(response, Buffer.from(framesOf('é 🙂 二').slice(-4).join('')), size);
    });
    expect(answer.text).toBe(' 二');
  });

  it('without [DONE], without usage and as one JSON object is understood', async () => {
    const noDone = await withScript((_call, response) => {
      beginStream(response);
      response.end(chunkFrame({ content: 'abcdefgh' }, { finish_reason: 'length' }));
    });
    expect(noDone.parts.slice(-2)).toEqual([
      { type: 'usage', promptTokens: 1, completionTokens: 2 },
      { type: 'finish', reason: 'length' },
    ]);
    const whole = await withScript((_call, response) => {
      const message = { role: 'assistant', content: 'whole', reasoning_content: 'why' };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({
          choices: [{ message, finish_reason: 'stop' }],
          usage: { prompt_tokens: 1, completion_tokens: 1 },
        }),
      );
    });
    expect(whole).toMatchObject({ text: 'whole', reasoning: 'why' });
  });

  it('keeps reasoning apart', async () => {
    const answer = await withScript((_call, response) => {
      beginStream(response);
      response.write(chunkFrame({ reasoning_content: 'let me ' }));
      response.write(chunkFrame({ reasoning: 'see' }));
      response.end(chunkFrame({ content: '42' }, { finish_reason: 'stop' }) + DONE_FRAME);
    });
    expect(answer).toMatchObject({ text: '42', reasoning: 'let me see' });
  });

  it('puts tool calls together from their pieces', async () => {
    const piece = (index: number, more: object) => chunkFrame({ tool_calls: [{ index, ...more }] });
    const answer = await withScript((_call, response) => {
      beginStream(response);
      response.write(piece(1, { id: 'b', function: { name: 'time', arguments: '' } }));
      response.write(piece(0, { id: 'a', function: { name: 'weather', arguments: '{"ci' } }));
      response.write(piece(0, { function: { arguments: 'ty":"Bern"}' } }));
      response.end(chunkFrame({}, { finish_reason: 'tool_calls' }) + DONE_FRAME);
    });
    expect(answer.parts.filter((part) => part.type === 'tool-call').map((part) => part.call)).toEqual([
      { id: 'a', name: 'weather', arguments: '{"city":"Bern"}' },
      { id: 'b', name: 'time', arguments: '{}' },
    ]);
    expect(answer.parts.at(-1)).toEqual({ type: 'finish', reason: 'tool-calls' });
  });

  it('of ten megabytes arrives whole', async () => {
    const piece = 'x'.repeat(100_000);
    const answer = await withScript(async (_call, response) => {
      beginStream(response);
      for (let index = 0; index < 100; index += 1) response.write(chunkFrame({ content: piece }));
      response.end(chunkFrame({}, { finish_reason: 'stop' }) + DONE_FRAME);
    });
    expect(answer.text.length).toBe(10_000_000);
  });

  it('of the completions route is text', async () => {
    await using server = await startFakeOpenAi();
    const answer = await ask(credentialsOf(server), { mode: 'completion' });
    expect(answer.text).toBe('once upon');
    expect(server.seen[0]).toMatchObject({ path: '/v1/completions', body: { prompt: 'Hi' } });
  });
});

describe('a request', () => {
  it.each(['', '/', '/v1', '/v1/', '/v1/chat/completions'])('goes to /v1 for the base with %j', async (suffix) => {
    await using server = await startFakeOpenAi();
    await ask({ endpoint_url: `${server.url}${suffix}` });
    expect(server.seen[0]?.path).toBe('/v1/chat/completions');
    expect(server.seen[0]?.headers.authorization).toBeUndefined();
  });

  it('passes parameters on, without those that are ours or empty', async () => {
    await using server = await startFakeOpenAi();
    const parameters = {
      temperature: 0.2,
      max_tokens: 5,
      stop: [],
      n: 3,
      model: 'x',
      stream: false,
      seed: null,
      custom: { a: 1 },
    };
    await ask(credentialsOf(server), { parameters });
    expect(server.seen[0]?.body).toMatchObject({
      model: 'm',
      stream: true,
      temperature: 0.2,
      max_tokens: 5,
      custom: { a: 1 },
    });
    expect(Object.keys(server.seen[0]?.body ?? {})).not.toEqual(expect.arrayContaining(['n']));
    expect(server.seen[0]?.body).not.toHaveProperty('stop');
    expect(server.seen[0]?.body).not.toHaveProperty('seed');
  });

  it('follows the rules of reasoning models at the service, not at compatible servers', async () => {
    await using server = await startFakeOpenAi();
    const request = { model: 'o3-mini', parameters: { temperature: 0.2, max_tokens: 5 } };
    await ask(credentialsOf(server), request);
    await ask({ endpoint_url: server.url }, request);
    expect(server.seen[0]?.body).toMatchObject({ max_completion_tokens: 5 });
    expect(server.seen[0]?.body).not.toHaveProperty('temperature');
    expect(server.seen[1]?.body).toMatchObject({ max_tokens: 5, temperature: 0.2 });
  });

  it('carries images, tools, a schema, and earlier tool calls', async () => {
    await using server = await startFakeOpenAi();
    const tools = [{ name: 'weather', description: 'd', parameters: { type: 'object' } }];
    await ask(credentialsOf(server), {
      tools,
      jsonSchema: { type: 'object' },
      user: 'u1',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'see' },
            { type: 'image', url: 'https://x/y.png', detail: 'low' },
          ],
        },
        { role: 'assistant', content: '', toolCalls: [{ id: 'a', name: 'weather', arguments: '{}' }] },
        { role: 'tool', toolCallId: 'a', content: 'sunny' },
      ],
    });
    expect(server.seen[0]?.body).toMatchObject({
      user: 'u1',
      tools: [{ type: 'function', function: { name: 'weather' } }],
      response_format: { type: 'json_schema', json_schema: { schema: { type: 'object' } } },
      messages: [
        {
          content: [
            { type: 'text', text: 'see' },
            { type: 'image_url', image_url: { url: 'https://x/y.png', detail: 'low' } },
          ],
        },
        { content: null, tool_calls: [{ id: 'a', type: 'function', function: { name: 'weather', arguments: '{}' } }] },
        { role: 'tool', tool_call_id: 'a', content: 'sunny' },
      ],
    });
  });
});

describe('a failure', () => {
  it.each([
    ['hang', 'models.completion_request_error'],
    ['hang-midway', 'models.completion_request_error'],
    ['reset', 'models.completion_request_error'],
    ['reset-midway', 'models.completion_request_error'],
    ['stop-midway', 'models.completion_request_error'],
    ['garbage', 'models.completion_request_error'],
    ['not-an-answer', 'models.completion_request_error'],
    ['html', 'models.completion_request_error'],
    ['error-midway', 'models.completion_request_error'],
    ['401', 'models.provider_not_initialize'],
    ['402', 'models.provider_quota_exceeded'],
    ['404', 'models.model_currently_not_support'],
    ['429', 'models.completion_request_error'],
    ['quota', 'models.provider_quota_exceeded'],
    ['500', 'models.completion_request_error'],
    ['502', 'models.completion_request_error'],
  ])('of kind %s is %s and never shows the key', async (model, code) => {
    await using server = await startFakeOpenAi();
    const credentials = credentialsOf(server, { first_byte_timeout: '0.2', idle_timeout: '0.2' });
    const error = await ask(credentials, { model }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ kind: 'invalid', code });
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('canary');
    expect(String((error as Error).stack)).not.toContain('canary');
  });

  it('comes after the text, and with the usage, that arrived in the same read', async () => {
    await using server = await startFakeOpenAi({
      m: (_call, response) => {
        beginStream(response);
        const error = `data: ${JSON.stringify({ error: { message: 'overloaded' } })}\n\n`;
        response.end(chunkFrame({ content: 'Hello' }) + chunkFrame({ content: ' you' }) + usageFrame(7, 2) + error);
      },
    });
    await using egress = openEgress();
    const parts: LlmPart[] = [];
    const read = async () => {
      const request = { model: 'm', mode: 'chat', messages: [], parameters: {} } as const;
      const stream = provider.llm?.(credentialsOf(server), { egress });
      const signal = new AbortController().signal;
      for await (const batch of stream?.stream({ ...request, signal }) ?? []) parts.push(...batch);
    };
    await expect(read()).rejects.toMatchObject({ code: 'models.completion_request_error' });
    expect(parts).toEqual([
      { type: 'text', text: 'Hello' },
      { type: 'text', text: ' you' },
      { type: 'usage', promptTokens: 7, completionTokens: 2 },
    ]);
  });

  it('of the network is a failed call', async () => {
    await expect(ask({ endpoint_url: 'http://127.0.0.1:1' })).rejects.toMatchObject({
      code: 'models.completion_request_error',
    });
  });
});

describe('an aborted call', () => {
  it('rejects with the reason and closes the connection', async () => {
    await using server = await startFakeOpenAi();
    const controller = new AbortController();
    const reason = new Error('stopped');
    const asked = ask(credentialsOf(server), { model: 'hang-midway', signal: controller.signal });
    const rejected = expect(asked).rejects.toBe(reason);
    await expect.poll(() => server.seen.length).toBe(1);
    controller.abort(reason);
    await rejected;
    await expect.poll(server.cut).toBe(1);
  });

  it('closes the connection when its reader leaves early', async () => {
    await using server = await startFakeOpenAi();
    await using egress = openEgress();
    const stream = provider.llm?.(credentialsOf(server), { egress }).stream({
      model: 'hang-midway',
      mode: 'chat',
      messages: [],
      parameters: {},
      signal: new AbortController().signal,
    });
    for await (const _batch of stream ?? []) break;
    await expect.poll(server.cut).toBe(1);
  });
});

describe('the other model types', () => {
  const signal = new AbortController().signal;

  it('embed in order, in batches', async () => {
    await using server = await startFakeOpenAi();
    await using egress = openEgress();
    const texts = Array.from({ length: 70 }, (_, index) => 'x'.repeat(index + 1));
    const result = await provider.embedding?.(credentialsOf(server), { egress }).embed({ model: 'e', texts, signal });
    expect(result?.vectors.map((vector) => vector[0])).toEqual(texts.map((text) => text.length));
    expect(result?.promptTokens).toBe(21);
    expect(server.seen).toHaveLength(3);
  });

  it('rerank best first, transcribe, speak and moderate', async () => {
    await using server = await startFakeOpenAi();
    await using egress = openEgress();
    const credentials = credentialsOf(server);
    const context = { egress };
    expect(
      await provider
        .rerank?.(credentials, context)
        .rerank({ model: 'r', query: 'q', documents: ['a', 'b', 'c'], topN: 1, signal }),
    ).toEqual([{ index: 2, score: 0.9 }]);
    const audio = Buffer.from('RIFF');
    expect(
      await provider
        .speechToText?.(credentials, context)
        .transcribe({ model: 'w', audio, mediaType: 'audio/wav', fileName: 'a"\r\nb.wav', signal }),
    ).toEqual({ text: 'spoken words', usage: { promptTokens: 14, completionTokens: 45 } });
    expect(server.seen.at(-1)?.text).toContain('filename="a%22%0D%0Ab.wav"');
    const speech = await provider
      .textToSpeech?.(credentials, context)
      .speak({ model: 't', text: 'hi', voice: '', signal });
    const pieces: Uint8Array[] = [];
    for await (const piece of speech?.audio ?? []) pieces.push(piece);
    expect(Buffer.concat(pieces).toString()).toBe('ID3sound');
    expect(
      await provider.moderation?.(credentials, context).moderate({ model: 'o', texts: ['a', 'b'], signal }),
    ).toEqual({ flagged: true, categories: ['hate'] });
    await provider.test(credentials, context, signal);
  });
});
