import { describe, expect, it } from 'vitest';
import type { EgressRequest } from '#plugins/egress/contract.ts';
import type { ChatMessage, Credentials, LlmRequest } from '#plugins/models/contract.ts';
import { readAnswer } from '#plugins/provider-http/testing/answers.ts';
import { type PlayedAnswer, playedEgress } from '#plugins/provider-http/testing/played-egress.ts';
import { provider } from './provider.ts';

const KEY = 'coCanary0123456789';
const PIXEL = `data:image/png;base64,${Buffer.from('pixels').toString('base64')}`;
const signal = new AbortController().signal;

function json(value: unknown, status = 200): PlayedAnswer {
  return { status, pieces: [Buffer.from(JSON.stringify(value))], headers: { 'content-type': 'application/json' } };
}

const GOOD = json({ message: { content: [{ type: 'text', text: 'Yes' }] }, finish_reason: 'COMPLETE' });

async function sent(request: Partial<LlmRequest>, credentials: Credentials = {}) {
  const seen: EgressRequest[] = [];
  const egress = playedEgress((call) => {
    seen.push(call);
    return GOOD;
  });
  const { error } = await readAnswer(provider, { api_key: KEY, ...credentials }, egress, {
    model: 'command-a',
    ...request,
  });
  const call = seen[0];
  if (error !== null || call === undefined) throw error;
  return { request: call, body: JSON.parse(String(call.body)) as Record<string, unknown> };
}

const TOOLS = [
  { name: 'weather', description: 'Tells the weather.', parameters: { type: 'object', properties: {} } },
  { name: 'time', description: 'Tells the time.', parameters: {} },
];

describe('a request to Cohere', () => {
  it.each([undefined, 'https://api.cohere.com/v1', 'https://api.cohere.com/v2/chat'])(
    'with the base %s goes to version 2',
    async (base_url) => {
      const { request, body } = await sent({}, base_url === undefined ? {} : { base_url });
      expect(request.url).toBe('https://api.cohere.com/v2/chat');
      expect(Object.fromEntries(request.headers ?? [])).toMatchObject({ authorization: `Bearer ${KEY}` });
      expect(body).toEqual({ model: 'command-a', messages: [{ role: 'user', content: 'Hi' }], stream: true });
    },
  );

  it('carries files, calls with their plan, and results', async () => {
    const messages: ChatMessage[] = [
      { role: 'system', content: 'Be short.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look:' },
          { type: 'image', url: PIXEL, detail: 'low' },
          { type: 'file', name: 'a.txt', mediaType: 'text/plain', url: 'data:text/plain;base64,SGk=' },
        ],
      },
      {
        role: 'assistant',
        content: '',
        opaque: [{ provider: 'cohere', data: { tool_plan: 'I will.' } }],
        toolCalls: [{ id: 'a', name: 'time', arguments: '{}' }],
      },
      { role: 'tool', toolCallId: 'a', content: '12:00' },
    ];
    const { body } = await sent({ messages, tools: TOOLS, toolChoice: { name: 'time' } });
    expect(body).toEqual({
      model: 'command-a',
      stream: true,
      messages: [
        { role: 'system', content: 'Be short.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Look:' },
            { type: 'image_url', image_url: { url: PIXEL, detail: 'low' } },
          ],
        },
        {
          role: 'assistant',
          tool_plan: 'I will.',
          tool_calls: [{ id: 'a', type: 'function', function: { name: 'time', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 'a', content: '12:00' },
      ],
      documents: [{ data: { text: 'Hi', title: 'a.txt' } }],
      tools: [
        {
          type: 'function',
          function: { name: 'time', description: 'Tells the time.', parameters: { type: 'object' } },
        },
      ],
      tool_choice: 'REQUIRED',
    });
  });

  it('turns parameters into those of the service', async () => {
    const { body } = await sent({
      parameters: {
        temperature: 0.3,
        top_p: 0.5,
        top_k: 4,
        max_tokens: 9,
        stop: ['x'],
        frequency_penalty: 1.5,
        thinking: false,
        n: 2,
      },
    });
    const { model: _model, messages: _messages, stream: _stream, ...rest } = body;
    expect(rest).toEqual({
      temperature: 0.3,
      p: 0.5,
      k: 4,
      max_tokens: 9,
      stop_sequences: ['x'],
      frequency_penalty: 1,
      thinking: { type: 'disabled' },
    });
  });

  it('asks for an answer of a schema, and tells it in words beside tools', async () => {
    const jsonSchema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
    expect((await sent({ jsonSchema })).body.response_format).toEqual({ type: 'json_object', json_schema: jsonSchema });
    const { body } = await sent({ jsonSchema, tools: TOOLS });
    expect(body).not.toHaveProperty('response_format');
    expect(JSON.stringify(body.messages)).toContain('JSON Schema');
  });

  it('refuses files that the service does not take, and says which it takes', async () => {
    const content = [
      { type: 'file', name: 'a.pdf', mediaType: 'application/pdf', url: 'data:application/pdf;base64,UERG' },
    ] as const;
    await expect(sent({ messages: [{ role: 'user', content }] })).rejects.toThrow(/command-a.*pictures and texts/);
  });
});

describe('a failure of Cohere', () => {
  it.each([
    [401, { message: `invalid api token ${KEY}` }, 'models.provider_not_initialize'],
    [404, { message: "model 'x' not found" }, 'models.model_currently_not_support'],
    [429, { message: 'You are using a Trial key' }, 'models.completion_request_error'],
    [400, { message: 'too many tokens' }, 'models.completion_request_error'],
  ])('with status %i and %j is %s', async (status, value, code) => {
    const { error } = await readAnswer(
      provider,
      { api_key: KEY },
      playedEgress(() => json(value, status)),
    );
    expect(error).toMatchObject({ code });
    expect(String(error)).not.toContain('Canary');
  });
});

describe('the other calls', () => {
  it('embed in requests of 96, for what the texts are', async () => {
    const bodies: Record<string, unknown>[] = [];
    const egress = playedEgress(({ url, body }) => {
      expect(url).toBe('https://api.cohere.com/v2/embed');
      const parsed = JSON.parse(String(body)) as { texts: string[] };
      bodies.push(parsed);
      const meta = { billed_units: { input_tokens: 7 } };
      return json({ embeddings: { float: parsed.texts.map((_, index) => [index, 1]) }, meta });
    });
    const model = provider.embedding?.({ api_key: KEY }, { egress });
    const texts = Array.from({ length: 97 }, (_, index) => `text ${index}`);
    const found = await model?.embed({ model: 'embed-v4.0', texts, kind: 'query', dimensions: 2, signal });
    expect(found?.vectors.map((vector) => vector[0])).toEqual([...Array(96).keys(), 0]);
    expect(found?.promptTokens).toBe(14);
    expect(bodies[1]).toEqual({
      model: 'embed-v4.0',
      texts: ['text 96'],
      input_type: 'search_query',
      embedding_types: ['float'],
      output_dimension: 2,
    });
    const broken = provider.embedding?.(
      { api_key: KEY },
      { egress: playedEgress(() => json({ embeddings: { float: [[1, null]] } })) },
    );
    await expect(broken?.embed({ model: 'e', texts: ['a'], signal })).rejects.toMatchObject({
      code: 'models.completion_request_error',
    });
  });

  it('rerank best first, without documents that are not there', async () => {
    const egress = playedEgress(({ url, body }) => {
      expect(url).toBe('https://api.cohere.com/v2/rerank');
      expect(JSON.parse(String(body))).toEqual({ model: 'rerank-v3.5', query: 'q', documents: ['a', 'b'], top_n: 2 });
      const results = [
        { index: 0, relevance_score: 0.1 },
        { index: 1, relevance_score: 0.9 },
        { index: 7, relevance_score: 1 },
      ];
      return json({ results });
    });
    const model = provider.rerank?.({ api_key: KEY }, { egress });
    const request = { model: 'rerank-v3.5', query: 'q', topN: 5, signal };
    expect(await model?.rerank({ ...request, documents: ['a', 'b'] })).toEqual([
      { index: 1, score: 0.9 },
      { index: 0, score: 0.1 },
    ]);
    expect(await model?.rerank({ ...request, documents: [] })).toEqual([]);
  });

  it('list models of all kinds', async () => {
    const egress = playedEgress(({ url }) => {
      expect(url).toBe('https://api.cohere.com/v1/models?page_size=1000');
      const of = (name: string, endpoint: string) => ({ name, endpoints: [endpoint], context_length: 512 });
      return json({
        models: [of('command-a', 'chat'), of('embed-v4.0', 'embed'), of('rerank-v3.5', 'rerank'), of('x', 'classify')],
      });
    });
    expect(await provider.models?.({ api_key: KEY }, { egress }, signal)).toEqual([
      { name: 'command-a', type: 'llm', contextSize: 512 },
      { name: 'embed-v4.0', type: 'embedding', maxBatch: 96, maxTokens: 512 },
      { name: 'rerank-v3.5', type: 'rerank', maxTokens: 512 },
    ]);
  });
});
