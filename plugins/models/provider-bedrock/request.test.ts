import { describe, expect, it } from 'vitest';
import type { EgressRequest } from '#plugins/egress/contract.ts';
import type { ChatMessage, Credentials, LlmRequest } from '#plugins/models/contract.ts';
import { readAnswer } from '#plugins/provider-http/testing/answers.ts';
import { type PlayedAnswer, playedEgress } from '#plugins/provider-http/testing/played-egress.ts';
import { provider } from './provider.ts';

const API_KEY = { bedrock_api_key: 'canary-key', aws_region: 'eu-central-1' };
const ACCESS_KEY = { aws_access_key_id: 'AKIACANARY', aws_secret_access_key: 'canary-secret', aws_region: 'us-east-1' };
const CLAUDE = 'us.anthropic.claude-sonnet-4-20250514-v1:0';
const signal = new AbortController().signal;

function json(value: unknown, status = 200): PlayedAnswer {
  return { status, pieces: [Buffer.from(JSON.stringify(value))], headers: { 'content-type': 'application/json' } };
}

const toolUse = { toolUseId: 't', name: 'json', input: { a: 1 } };
const GOOD = json({ output: { message: { content: [{ text: 'So:' }, { toolUse }] } }, stopReason: 'tool_use' });

async function sent(request: Partial<LlmRequest>, credentials: Credentials = API_KEY) {
  const seen: EgressRequest[] = [];
  const egress = playedEgress((call) => {
    seen.push(call);
    return GOOD;
  });
  const { parts, error } = await readAnswer(provider, credentials, egress, { model: CLAUDE, ...request });
  const call = seen[0];
  if (error !== null || call === undefined) throw error;
  return { parts, request: call, body: JSON.parse(String(call.body)) as Record<string, unknown> };
}

const TOOLS = [{ name: 'time', description: 'Tells the time.', parameters: { type: 'object', properties: {} } }];

describe('a request to Bedrock', () => {
  it('goes to the region, with the key', async () => {
    const { request, body } = await sent({});
    expect(request.url).toBe(
      'https://bedrock-runtime.eu-central-1.amazonaws.com/model/us.anthropic.claude-sonnet-4-20250514-v1%3A0/converse-stream',
    );
    expect(Object.fromEntries(request.headers ?? [])).toMatchObject({ authorization: 'Bearer canary-key' });
    expect(body).toEqual({ messages: [{ role: 'user', content: [{ text: 'Hi' }] }] });
  });

  it('is signed with an access key', async () => {
    const credentials = { ...ACCESS_KEY, bedrock_endpoint_url: 'https://proxy.example/b/' };
    const { request } = await sent({}, credentials);
    expect(request.url).toMatch(/^https:\/\/proxy\.example\/b\/model\//);
    const headers = Object.fromEntries(request.headers ?? []);
    expect(headers.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIACANARY\/\d{8}\/us-east-1\/bedrock\/aws4_request, SignedHeaders=host;x-amz-date, Signature=[0-9a-f]{64}$/,
    );
    expect(headers['x-amz-date']).toMatch(/^\d{8}T\d{6}Z$/);
  });

  it.each([
    [{ aws_region: 'us-east-1' }, 'neither an API key'],
    [{ aws_region: 'evil.example/', bedrock_api_key: 'k' }, 'no region'],
  ])('with the credentials %j is refused before it is sent', async (credentials, words) => {
    const egress = playedEgress(() => GOOD);
    const read = async () => {
      const { error } = await readAnswer(provider, credentials, egress);
      throw error;
    };
    await expect(read()).rejects.toMatchObject({
      code: 'models.provider_not_initialize',
      message: expect.stringContaining(words),
    });
  });

  it('carries files, signed thoughts, calls and results', async () => {
    const thoughts = { reasoningContent: { reasoningText: { text: 'cold', signature: 'c2ln' } } };
    const messages: ChatMessage[] = [
      { role: 'system', content: 'Be short.' },
      {
        role: 'user',
        content: [
          { type: 'image', url: 'data:image/png;base64,cGl4ZWxz' },
          { type: 'file', name: 'a_b  (1).pdf', mediaType: 'application/pdf', url: 'data:application/pdf;base64,UERG' },
        ],
      },
      {
        role: 'assistant',
        content: 'So. ',
        opaque: [{ provider: 'bedrock', data: thoughts }],
        toolCalls: [{ id: 'a', name: 'time', arguments: '{}' }],
      },
      { role: 'tool', toolCallId: 'a', content: '12:00' },
    ];
    const { body } = await sent({ messages, tools: TOOLS, toolChoice: 'required' });
    expect(body).toEqual({
      system: [{ text: 'Be short.' }],
      messages: [
        {
          role: 'user',
          content: [
            { image: { format: 'png', source: { bytes: 'cGl4ZWxz' } } },
            { document: { format: 'pdf', name: 'a b (1) pdf 2', source: { bytes: 'UERG' } } },
            { text: 'Read the document.' },
          ],
        },
        {
          role: 'assistant',
          content: [thoughts, { text: 'So.' }, { toolUse: { toolUseId: 'a', name: 'time', input: {} } }],
        },
        { role: 'user', content: [{ toolResult: { toolUseId: 'a', content: [{ text: '12:00' }] } }] },
      ],
      toolConfig: {
        tools: [
          {
            toolSpec: {
              name: 'time',
              description: 'Tells the time.',
              inputSchema: { json: { type: 'object', properties: {} } },
            },
          },
        ],
        toolChoice: { any: {} },
      },
    });
  });

  it.each([
    [
      CLAUDE,
      { temperature: 0.1, top_p: 0.5, top_k: 3, max_tokens: 9, stop: ['```'] },
      {
        inferenceConfig: { maxTokens: 9, temperature: 0.1, stopSequences: ['```'] },
        additionalModelRequestFields: { top_k: 3 },
      },
    ],
    [
      CLAUDE,
      { thinking: true, thinking_budget: 2000, temperature: 0.1, max_tokens: 100 },
      {
        inferenceConfig: { maxTokens: 2100 },
        additionalModelRequestFields: { thinking: { type: 'enabled', budget_tokens: 2000 } },
      },
    ],
    ['global.anthropic.claude-opus-4-8', { temperature: 0.1 }, {}],
    [
      'amazon.nova-pro-v1:0',
      { temperature: 0.1, top_p: 0.5, thinking: true },
      { inferenceConfig: { temperature: 0.1, topP: 0.5 } },
    ],
  ])('of %s turns %j into parameters of the service', async (model, parameters, expected) => {
    const { messages: _messages, ...rest } = (await sent({ model, parameters })).body;
    expect(rest).toEqual(expected);
  });

  it('has a tool called for an answer of a schema, and gives its arguments as the text', async () => {
    const { body, parts } = await sent({ jsonSchema: { type: 'object', properties: { a: { type: 'number' } } } });
    expect(body.toolConfig).toMatchObject({
      tools: [{ toolSpec: { name: 'json' } }],
      toolChoice: { tool: { name: 'json' } },
    });
    expect(parts.filter(({ type }) => type !== 'usage')).toEqual([
      { type: 'text', text: '{"a":1}' },
      { type: 'finish', reason: 'stop' },
    ]);
  });
});

describe('the other calls', () => {
  it('embed with the bodies of each vendor', async () => {
    const bodies: unknown[] = [];
    const egress = playedEgress(({ url, body }) => {
      const parsed = JSON.parse(String(body)) as { texts?: string[]; inputText?: string };
      bodies.push(parsed);
      if (url.includes('cohere')) return json({ embeddings: { float: parsed.texts?.map(() => [1, 2]) } });
      return json({ embedding: [Number(parsed.inputText), 0], inputTextTokenCount: 3 });
    });
    const model = provider.embedding?.(API_KEY, { egress });
    const titan = await model?.embed({
      model: 'amazon.titan-embed-text-v2:0',
      texts: ['1', '2', '3'],
      dimensions: 2,
      signal,
    });
    expect(titan?.vectors.map((vector) => vector[0])).toEqual([1, 2, 3]);
    expect(titan?.promptTokens).toBe(9);
    expect(bodies[0]).toEqual({ inputText: '1', dimensions: 2 });
    const cohere = await model?.embed({ model: 'cohere.embed-v4:0', texts: ['a', 'b'], kind: 'query', signal });
    expect(cohere?.vectors).toHaveLength(2);
    expect(bodies.at(-1)).toEqual({ texts: ['a', 'b'], input_type: 'search_query', embedding_types: ['float'] });
  });

  it('order documents with the bodies of each vendor', async () => {
    const bodies: unknown[] = [];
    const egress = playedEgress(({ url, body }) => {
      bodies.push([url.split('/model/')[1], JSON.parse(String(body))]);
      const results = [
        { index: 0, relevance_score: 0.2 },
        { index: 2, relevance_score: 0.9 },
        { index: 7, relevance_score: 1 },
      ];
      return json({ results });
    });
    const model = provider.rerank?.(API_KEY, { egress });
    const asked = { query: 'q', documents: ['a', 'b', 'c'], topN: 2, signal };
    const ordered = [
      { index: 2, score: 0.9 },
      { index: 0, score: 0.2 },
    ];
    expect(await model?.rerank({ model: 'cohere.rerank-v3-5:0', ...asked })).toEqual(ordered);
    expect(await model?.rerank({ model: 'amazon.rerank-v1:0', ...asked })).toEqual(ordered);
    const body = { query: 'q', documents: ['a', 'b', 'c'], top_n: 2 };
    expect(bodies).toEqual([
      ['cohere.rerank-v3-5%3A0/invoke', { ...body, api_version: 2 }],
      ['amazon.rerank-v1%3A0/invoke', body],
    ]);
    const nothing = provider.rerank?.(API_KEY, { egress: playedEgress(() => json({})) });
    await expect(nothing?.rerank({ model: 'amazon.rerank-v1:0', ...asked })).rejects.toMatchObject({
      code: 'models.completion_request_error',
    });
  });

  it('refuse an embedding of zeros only', async () => {
    const egress = playedEgress(() => json({ embedding: [0, 0] }));
    const asked = { model: 'amazon.titan-embed-text-v2:0', texts: ['a'], signal };
    await expect(provider.embedding?.(API_KEY, { egress }).embed(asked)).rejects.toMatchObject({
      code: 'models.completion_request_error',
      message: expect.stringContaining('zeros only'),
    });
  });

  it('list models where the service lists them', async () => {
    const egress = playedEgress(({ url }) => {
      expect(url).toBe('https://bedrock.eu-central-1.amazonaws.com/foundation-models');
      const of = (modelId: string, outputModalities: string[]) => ({
        modelId,
        outputModalities,
        inputModalities: ['TEXT'],
      });
      return json({
        modelSummaries: [
          of('amazon.nova', ['TEXT']),
          of('amazon.titan-embed', ['EMBEDDING']),
          of('x', ['IMAGE']),
          of('cohere.rerank-v3-5:0', ['TEXT']),
        ],
      });
    });
    expect(await provider.models?.(API_KEY, { egress }, signal)).toEqual([
      { name: 'amazon.nova', type: 'llm' },
      { name: 'amazon.titan-embed', type: 'embedding' },
      { name: 'cohere.rerank-v3-5:0', type: 'rerank' },
    ]);
  });

  it('fail without showing a secret', async () => {
    const message = 'The security token canary-secret included in the request is invalid.';
    const { error } = await readAnswer(
      provider,
      ACCESS_KEY,
      playedEgress(() => json({ message }, 403)),
    );
    expect(error).toMatchObject({ code: 'models.provider_not_initialize' });
    expect(String(error)).not.toContain('canary');
  });
});
