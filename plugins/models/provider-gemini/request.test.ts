import { describe, expect, it } from 'vitest';
import type { EgressRequest } from '#plugins/egress/contract.ts';
import type { ChatMessage, Credentials, LlmRequest } from '#plugins/models/contract.ts';
import { readAnswer } from '#plugins/provider-http/testing/answers.ts';
import { type PlayedAnswer, playedEgress } from '#plugins/provider-http/testing/played-egress.ts';
import { provider } from './provider.ts';

const KEY = 'AIzaCanary0123456789';
const PIXEL = `data:image/png;base64,${Buffer.from('pixels').toString('base64')}`;
const signal = new AbortController().signal;

function json(value: unknown, more: Partial<PlayedAnswer> = {}): PlayedAnswer {
  return { pieces: [Buffer.from(JSON.stringify(value))], headers: { 'content-type': 'application/json' }, ...more };
}

const GOOD = json({ candidates: [{ content: { parts: [{ text: 'Yes' }] }, finishReason: 'STOP' }] });

async function sent(request: Partial<LlmRequest>, credentials: Credentials = {}) {
  const seen: EgressRequest[] = [];
  const egress = playedEgress((call) => {
    seen.push(call);
    return GOOD;
  });
  const all = { google_api_key: KEY, ...credentials };
  const { error } = await readAnswer(provider, all, egress, { model: 'gemini-2.5-flash', ...request });
  const call = seen[0];
  if (error !== null || call === undefined) throw error;
  return { request: call, body: JSON.parse(String(call.body)) as Record<string, unknown> };
}

const TOOLS = [
  {
    name: 'weather',
    description: 'Tells the weather.',
    parameters: {
      type: 'object',
      properties: { city: { type: 'string' } },
      required: ['city'],
      additionalProperties: false,
    },
  },
  { name: 'time', description: 'Tells the time.', parameters: { type: 'object', properties: {} } },
];

describe('a request to Gemini', () => {
  it('says what must be said, with the key in a header', async () => {
    const { request, body } = await sent({});
    expect(request.url).toBe(
      'https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse',
    );
    expect(Object.fromEntries(request.headers ?? [])).toMatchObject({ 'x-goog-api-key': KEY });
    expect(body).toEqual({ contents: [{ role: 'user', parts: [{ text: 'Hi' }] }], generationConfig: {} });
  });

  it.each([
    ['../../secrets?x=', 'https://proxy.example/g/v1beta/_/_/secrets%3Fx%3D:streamGenerateContent?alt=sse'],
    ['tunedModels/mine', 'https://proxy.example/g/v1beta/tunedModels/mine:streamGenerateContent?alt=sse'],
  ])('of the model %s goes to %s', async (model, url) => {
    const { request } = await sent({ model }, { google_base_url: 'https://proxy.example/g/' });
    expect(request.url).toBe(url);
  });

  it('keeps instructions apart, pairs results with calls, and sends signatures back where they came', async () => {
    const messages: ChatMessage[] = [
      { role: 'system', content: 'Be short.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look:' },
          { type: 'image', url: PIXEL },
          { type: 'file', name: 'a.mp3', mediaType: 'audio/mpeg', url: 'data:audio/mpeg;base64,SUQz' },
          { type: 'file', name: 'a.json', mediaType: 'application/json', url: 'data:application/json;base64,e30=' },
          { type: 'file', name: 'film', mediaType: 'video/mp4', url: 'https://www.youtube.com/watch?v=abc' },
        ],
      },
      {
        role: 'assistant',
        content: 'I look.',
        opaque: [
          { provider: 'anthropic', data: { type: 'thinking' } },
          { provider: 'gemini', data: { thoughtSignature: 'dGV4dA==' } },
        ],
        toolCalls: [
          {
            id: 'own-1',
            name: 'weather',
            arguments: '{"city":"Bern"}',
            opaque: { provider: 'gemini', data: { id: 'own-1', thoughtSignature: 'Y2FsbA==' } },
          },
          { id: 'call_2', name: 'time', arguments: '{}' },
        ],
      },
      { role: 'tool', toolCallId: 'own-1', content: 'snow' },
      { role: 'tool', toolCallId: 'call_2', content: '12:00' },
    ];
    const { body } = await sent({
      model: 'gemini-3-pro-preview',
      messages,
      tools: TOOLS,
      toolChoice: { name: 'time' },
    });
    expect(body.systemInstruction).toEqual({ parts: [{ text: 'Be short.' }] });
    expect(body.contents).toEqual([
      {
        role: 'user',
        parts: [
          { text: 'Look:' },
          { inlineData: { mimeType: 'image/png', data: 'cGl4ZWxz' } },
          { inlineData: { mimeType: 'audio/mpeg', data: 'SUQz' } },
          { inlineData: { mimeType: 'text/plain', data: 'e30=' } },
          { fileData: { fileUri: 'https://www.youtube.com/watch?v=abc' } },
        ],
      },
      {
        role: 'model',
        parts: [
          { text: 'I look.', thoughtSignature: 'dGV4dA==' },
          { functionCall: { id: 'own-1', name: 'weather', args: { city: 'Bern' } }, thoughtSignature: 'Y2FsbA==' },
          { functionCall: { name: 'time', args: {} } },
        ],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { id: 'own-1', name: 'weather', response: { output: 'snow' } } },
          { functionResponse: { name: 'time', response: { output: '12:00' } } },
        ],
      },
    ]);
    const city = { city: { type: 'string' } };
    const parameters = { type: 'object', properties: city, required: ['city'], propertyOrdering: ['city'] };
    expect(body.tools).toEqual([
      {
        functionDeclarations: [
          { name: 'weather', description: 'Tells the weather.', parameters },
          { name: 'time', description: 'Tells the time.' },
        ],
      },
    ]);
    expect(body.toolConfig).toEqual({ functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['time'] } });
  });

  it('says of calls of another model that they have no signature, to models that want one', async () => {
    const messages: ChatMessage[] = [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: '', toolCalls: [{ id: 'a', name: 'time', arguments: '' }] },
      { role: 'tool', toolCallId: 'a', content: '12:00' },
    ];
    const part = { functionCall: { name: 'time', args: {} } };
    const of = async (model: string) => (await sent({ model, messages })).body.contents;
    expect(await of('gemini-3-flash')).toMatchObject([
      {},
      { parts: [{ ...part, thoughtSignature: 'skip_thought_signature_validator' }] },
      {},
    ]);
    expect(await of('gemini-2.5-flash')).toMatchObject([{}, { parts: [part] }, {}]);
  });

  it.each([
    [
      'gemini-2.5-flash',
      { temperature: 0.3, top_p: 0.5, top_k: 4, max_output_tokens: 9, stop: ['a', ''], n: 3 },
      { temperature: 0.3, topP: 0.5, topK: 4, maxOutputTokens: 9, stopSequences: ['a'] },
    ],
    [
      'gemini-2.5-flash',
      { include_thoughts: true, thinking_budget: 0, thinking_level: 'High', max_tokens: 7 },
      { maxOutputTokens: 7, thinkingConfig: { includeThoughts: true, thinkingBudget: 0 } },
    ],
    [
      'gemini-3.8-flash',
      { thinking_level: 'High', thinking_budget: 5, media_resolution: 'Low', presence_penalty: 1 },
      { presencePenalty: 1, thinkingConfig: { thinkingLevel: 'high' }, mediaResolution: 'MEDIA_RESOLUTION_LOW' },
    ],
    [
      'gemini-1.5-flash',
      { include_thoughts: true, media_resolution: 'Default', response_format: 'JSON' },
      { responseMimeType: 'application/json' },
    ],
  ])('of %s turns %j into its configuration', async (model, parameters, expected) => {
    expect((await sent({ model, parameters })).body.generationConfig).toEqual(expected);
  });

  it('asks for an answer of a schema in the part of OpenAPI that is taken', async () => {
    const jsonSchema = {
      type: 'object',
      additionalProperties: false,
      $defs: { Node: { type: 'object', properties: { name: { const: 'x' }, child: { $ref: '#/$defs/Node' } } } },
      properties: {
        a: { type: ['string', 'null'], format: 'uri' },
        b: { anyOf: [{ type: 'integer', enum: [1, 2] }, { type: 'null' }], description: 'B.' },
        c: { type: 'array' },
        d: {
          allOf: [
            { type: 'object', properties: { e: { type: 'boolean' } }, required: ['e'] },
            { properties: { f: {} } },
          ],
        },
        tree: { $ref: '#/$defs/Node' },
      },
      required: ['a', 'missing'],
    };
    const { generationConfig } = (await sent({ jsonSchema })).body as { generationConfig: Record<string, unknown> };
    expect(generationConfig.responseMimeType).toBe('application/json');
    const text = JSON.stringify(generationConfig.responseSchema);
    expect(text).not.toMatch(/\$ref|\$defs|additionalProperties|"null"|const|allOf|uri/);
    expect(text.length).toBeLessThan(10_000);
    expect(generationConfig.responseSchema).toMatchObject({
      type: 'object',
      required: ['a'],
      properties: {
        a: { type: 'string', nullable: true },
        b: { type: 'integer', nullable: true, description: 'B.' },
        c: { type: 'array', items: { type: 'string' } },
        d: { type: 'object', properties: { e: { type: 'boolean' }, f: { type: 'string' } }, required: ['e'] },
        tree: { properties: { name: { enum: ['x'] }, child: { properties: { name: { enum: ['x'] } } } } },
      },
    });
  });

  it('tells a model that cannot do both of the schema in words', async () => {
    const request = { jsonSchema: { type: 'object', properties: { a: { type: 'string' } } }, tools: TOOLS };
    const old = await sent({ model: 'gemini-2.5-flash', ...request });
    expect(old.body.generationConfig).toEqual({});
    expect(JSON.stringify(old.body.systemInstruction)).toContain('JSON Schema');
    const current = await sent({ model: 'gemini-3-pro', ...request });
    expect(current.body.generationConfig).toHaveProperty('responseSchema');
  });

  it('has the service search, where the document wants it', async () => {
    expect((await sent({ parameters: { grounding: true, url_context: true } })).body.tools).toEqual([
      { googleSearch: {} },
      { urlContext: {} },
    ]);
    expect((await sent({ parameters: { grounding: false } })).body).not.toHaveProperty('tools');
  });

  it('gives instructions to Gemma as what the user says', async () => {
    const messages: ChatMessage[] = [
      { role: 'system', content: 'Be short.' },
      { role: 'user', content: 'Hi' },
    ];
    const { body } = await sent({ model: 'gemma-3-4b-it', messages });
    expect(body).toEqual({
      contents: [{ role: 'user', parts: [{ text: 'Be short.' }, { text: 'Hi' }] }],
      generationConfig: {},
    });
  });
});

describe('a failure of Gemini', () => {
  const quota = {
    error: {
      code: 429,
      message: 'You exceeded your current quota, please check your plan and billing details.',
      status: 'RESOURCE_EXHAUSTED',
      details: [
        { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [] },
        { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.4s' },
      ],
    },
  };

  it('that speaks of a quota is a limit of the rate, and says how long', async () => {
    for (const value of [quota, [quota]]) {
      const egress = playedEgress(() => json(value, { status: 429 }));
      const { error } = await readAnswer(provider, { google_api_key: KEY }, egress);
      expect(error).toMatchObject({ code: 'models.completion_request_error', details: { retry_after_ms: 34_400 } });
    }
  });

  it('of the key is one of the credentials, whatever its status', async () => {
    const details = [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }];
    const message = `API key not valid: ${KEY}. Please pass a valid API key.`;
    const egress = playedEgress(() =>
      json({ error: { code: 400, message, status: 'INVALID_ARGUMENT', details } }, { status: 400 }),
    );
    const { error } = await readAnswer(provider, { google_api_key: KEY }, egress);
    expect(error).toMatchObject({ code: 'models.provider_not_initialize' });
    expect(String(error)).not.toContain('Canary');
  });
});

describe('the other calls', () => {
  it('embed in requests of a hundred, for what the texts are', async () => {
    const bodies: { requests: Record<string, unknown>[] }[] = [];
    const egress = playedEgress(({ url, body }) => {
      expect(url).toBe(
        'https://generativelanguage.googleapis.com/v1beta/models/gemini-embedding-001:batchEmbedContents',
      );
      const parsed = JSON.parse(String(body)) as { requests: Record<string, unknown>[] };
      bodies.push(parsed);
      return json({ embeddings: parsed.requests.map((_, index) => ({ values: [index, 1] })) });
    });
    const model = provider.embedding?.({ google_api_key: KEY }, { egress });
    const texts = Array.from({ length: 101 }, (_, index) => `text ${index}`);
    const request = { model: 'gemini-embedding-001', texts, signal };
    const { vectors, promptTokens } = (await model?.embed({ ...request, kind: 'query', dimensions: 2 })) ?? {};
    expect(vectors?.map((vector) => vector[0])).toEqual([...Array(100).keys(), 0]);
    expect(promptTokens).toBe(175);
    expect(bodies.map(({ requests }) => requests.length)).toEqual([100, 1]);
    expect(bodies[1]?.requests[0]).toEqual({
      model: 'models/gemini-embedding-001',
      content: { parts: [{ text: 'text 100' }] },
      taskType: 'RETRIEVAL_QUERY',
      outputDimensionality: 2,
    });
    await expect(model?.embed({ ...request, dimensions: 3 })).rejects.toThrow('2 numbers where 3');
  });

  it('list models of both kinds, page by page', async () => {
    const egress = playedEgress(({ url }) => {
      if (!url.includes('pageToken')) {
        const flash = {
          name: 'models/gemini-2.5-flash',
          inputTokenLimit: 1_048_576,
          outputTokenLimit: 65_536,
          supportedGenerationMethods: ['generateContent'],
        };
        return json({ models: [flash], nextPageToken: 'a b' });
      }
      expect(url).toContain('pageToken=a%20b');
      const other = { name: 'models/imagen', supportedGenerationMethods: ['predict'] };
      return json({
        models: [
          { name: 'models/gemini-embedding-001', inputTokenLimit: 2048, supportedGenerationMethods: ['embedContent'] },
          other,
        ],
      });
    });
    expect(await provider.models?.({ google_api_key: KEY }, { egress }, signal)).toEqual([
      { name: 'gemini-2.5-flash', type: 'llm', contextSize: 1_048_576, maxOutput: 65_536 },
      { name: 'gemini-embedding-001', type: 'embedding', maxBatch: 100, maxTokens: 2048 },
    ]);
  });
});
