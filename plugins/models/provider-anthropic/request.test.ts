import { describe, expect, it } from 'vitest';
import type { EgressRequest } from '#plugins/egress/contract.ts';
import type { ChatMessage, Credentials, LlmRequest } from '#plugins/models/contract.ts';
import { readAnswer } from '#plugins/provider-http/testing/answers.ts';
import { type PlayedAnswer, playedEgress } from '#plugins/provider-http/testing/played-egress.ts';
import { provider } from './provider.ts';

const KEY = 'sk-ant-canary0123456789';
const PIXEL = `data:image/png;base64,${Buffer.from('pixels').toString('base64')}`;
const ANSWER = [
  '{"type":"message_start","message":{"id":"m","content":[],"usage":{"input_tokens":3,"output_tokens":1}}}',
  '{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t","name":"json","input":{}}}',
  '{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\\"a\\":1}"}}',
  '{"type":"content_block_stop","index":0}',
  '{"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":9}}',
  '{"type":"message_stop"}',
];
const GOOD: PlayedAnswer = { pieces: [Buffer.from(ANSWER.map((data) => `data: ${data}\n\n`).join(''))] };

interface Sent {
  readonly request: EgressRequest;
  readonly body: Readonly<Record<string, unknown>>;
}

async function sent(request: Partial<LlmRequest>, credentials: Credentials = {}): Promise<Sent> {
  let seen: EgressRequest | null = null;
  const egress = playedEgress((call) => {
    seen = call;
    return GOOD;
  });
  const { error } = await readAnswer(provider, { anthropic_api_key: KEY, ...credentials }, egress, {
    model: 'claude-sonnet-4-5',
    ...request,
  });
  const request_ = seen as EgressRequest | null;
  if (error !== null || request_ === null) throw error;
  return { request: request_, body: JSON.parse(String(request_.body)) };
}

const TOOLS = [
  { name: 'weather', description: 'Tells the weather.', parameters: { type: 'object', properties: {} } },
  { name: 'time', description: '', parameters: {} },
];

describe('a request to Anthropic', () => {
  it('says what must be said, and nothing else', async () => {
    const { request, body } = await sent({ user: 'u-1' });
    expect(request.url).toBe('https://api.anthropic.com/v1/messages');
    expect(Object.fromEntries(request.headers ?? [])).toMatchObject({
      'x-api-key': KEY,
      'anthropic-version': '2023-06-01',
      'content-type': 'application/json',
    });
    expect(body).toEqual({
      model: 'claude-sonnet-4-5',
      max_tokens: 64_000,
      metadata: { user_id: 'u-1' },
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
      stream: true,
    });
  });

  it.each([
    'https://proxy.example/anthropic',
    'https://proxy.example/anthropic/v1/',
    'https://proxy.example/anthropic/v1/messages',
  ])('goes to %s', async (anthropic_api_url) => {
    const { request } = await sent({}, { anthropic_api_url });
    expect(request.url).toBe('https://proxy.example/anthropic/v1/messages');
  });

  it('keeps instructions apart, joins turns of one side, and sends signed thoughts back as they came', async () => {
    const thoughts = { type: 'thinking', thinking: 'cold', signature: 'c2ln' };
    const messages: ChatMessage[] = [
      { role: 'system', content: 'Be short.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look:' },
          { type: 'image', url: PIXEL },
          { type: 'file', name: 'a.pdf', mediaType: 'application/pdf', url: 'data:application/pdf;base64,UERG' },
          { type: 'file', name: 'a.md', mediaType: 'text/markdown', url: 'data:text/markdown;base64,SGk=' },
        ],
      },
      {
        role: 'assistant',
        content: '',
        opaque: [
          { provider: 'anthropic', data: thoughts },
          { provider: 'gemini', data: { thoughtSignature: 'x' } },
        ],
        toolCalls: [
          { id: 'a', name: 'weather', arguments: '{"city":"Bern"}' },
          { id: 'b', name: 'time', arguments: '' },
        ],
      },
      { role: 'tool', toolCallId: 'a', content: 'snow' },
      { role: 'tool', toolCallId: 'b', content: '12:00' },
      { role: 'user', content: 'Well?' },
      { role: 'system', content: 'Be kind.' },
    ];
    const { body } = await sent({ messages, tools: TOOLS });
    const cache = { cache_control: { type: 'ephemeral' } };
    expect(body.system).toEqual([
      { type: 'text', text: 'Be short.' },
      { type: 'text', text: 'Be kind.', ...cache },
    ]);
    expect(body.messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look:' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'cGl4ZWxz' } },
          { type: 'document', title: 'a.pdf', source: { type: 'base64', media_type: 'application/pdf', data: 'UERG' } },
          { type: 'document', title: 'a.md', source: { type: 'text', media_type: 'text/plain', data: 'Hi' } },
        ],
      },
      {
        role: 'assistant',
        content: [
          thoughts,
          { type: 'tool_use', id: 'a', name: 'weather', input: { city: 'Bern' } },
          { type: 'tool_use', id: 'b', name: 'time', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a', content: 'snow' },
          { type: 'tool_result', tool_use_id: 'b', content: '12:00' },
          { type: 'text', text: 'Well?', ...cache },
        ],
      },
    ]);
    expect(body.tools).toEqual([
      { name: 'weather', description: 'Tells the weather.', input_schema: { type: 'object', properties: {} } },
      { name: 'time', input_schema: { type: 'object' }, ...cache },
    ]);
    expect(body).not.toHaveProperty('tool_choice');
  });

  it('describes tools that were called although none may be called any more', async () => {
    const { body } = await sent({
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'So', toolCalls: [{ id: 'a', name: 'time', arguments: '{}' }] },
        { role: 'tool', toolCallId: 'a', content: '12:00' },
      ],
    });
    expect(body.tools).toEqual([{ name: 'time', input_schema: { type: 'object' } }]);
    expect(body.tool_choice).toEqual({ type: 'none' });
  });

  it('says with instructions alone what the user says', async () => {
    const { body } = await sent({ messages: [{ role: 'system', content: 'Write a poem.' }] });
    expect(body).not.toHaveProperty('system');
    expect(body.messages).toEqual([{ role: 'user', content: [{ type: 'text', text: 'Write a poem.' }] }]);
  });

  it.each([
    ['auto', undefined, { type: 'auto' }],
    ['none', undefined, { type: 'none' }],
    ['required', false, { type: 'any', disable_parallel_tool_use: true }],
    [{ name: 'time' }, undefined, { type: 'tool', name: 'time' }],
  ] as const)('chooses tools: %j', async (toolChoice, parallelToolCalls, expected) => {
    const parallel = parallelToolCalls === undefined ? {} : { parallelToolCalls };
    const { body } = await sent({ tools: TOOLS, toolChoice, ...parallel });
    expect(body.tool_choice).toEqual(expected);
  });

  it.each([
    [
      'claude-3-5-sonnet-20241022',
      { temperature: 1.5, top_k: 3, stop: ['a', '', ' '] },
      { max_tokens: 8_192, temperature: 1, top_k: 3, stop_sequences: ['a'] },
    ],
    [
      'claude-sonnet-4-5',
      { temperature: 0.2, top_p: 0.5, frequency_penalty: 1, max_tokens: 10 },
      { max_tokens: 10, temperature: 0.2 },
    ],
    [
      'claude-sonnet-4-5',
      { thinking: true, thinking_budget: 2000, temperature: 1, max_tokens: 1000 },
      { max_tokens: 3000, thinking: { type: 'enabled', budget_tokens: 2000 } },
    ],
    [
      'claude-sonnet-4-5',
      { thinking: false, top_p: 0.5 },
      { max_tokens: 64_000, thinking: { type: 'disabled' }, top_p: 0.5 },
    ],
    [
      'claude-opus-4-8',
      { thinking: true, thinking_budget: 2000, temperature: 1, effort: 'high' },
      { max_tokens: 128_000, thinking: { type: 'adaptive' }, output_config: { effort: 'high' } },
    ],
    ['anthropic.claude-3-haiku-20240307-v1:0', { thinking: true }, { max_tokens: 4_096 }],
    ['some-other-model', { temperature: 0, max_tokens: '7' }, { max_tokens: 7, temperature: 0 }],
  ])('of %s turns %j into parameters of the service', async (model, parameters, expected) => {
    const { body } = await sent({ model, parameters });
    const { messages: _messages, stream: _stream, model: _model, ...rest } = body;
    expect(rest).toEqual(expected);
  });

  const schema = {
    type: 'object',
    properties: { a: { type: 'integer', minimum: 1, description: 'One.' } },
    required: ['a'],
  };

  it('asks models that can for an answer of a schema', async () => {
    const { body } = await sent({ jsonSchema: schema });
    const a = { type: 'integer', description: 'One.\nminimum: 1.' };
    expect(body.output_config).toEqual({
      format: {
        type: 'json_schema',
        schema: { type: 'object', properties: { a }, required: ['a'], additionalProperties: false },
      },
    });
    expect(body).not.toHaveProperty('tools');
  });

  it.each([
    ['claude-3-5-haiku-20241022', schema],
    ['claude-sonnet-4-5', { type: 'object', additionalProperties: { type: 'string' } }],
    ['claude-sonnet-4-5', { type: 'object', properties: { child: { $ref: '#' } }, required: ['child'] }],
    ['claude-sonnet-4-5', { type: 'object', properties: { child: { $ref: 'https://example.com/x.json' } } }],
  ])('has %s call a tool for the schema %j', async (model, jsonSchema) => {
    const egress = playedEgress(() => GOOD);
    const { body } = await sent({ model, jsonSchema });
    expect(body.tools).toEqual([{ name: 'json', description: 'Gives the answer.', input_schema: jsonSchema }]);
    expect(body.tool_choice).toEqual({ type: 'tool', name: 'json', disable_parallel_tool_use: true });
    const { parts } = await readAnswer(provider, { anthropic_api_key: KEY }, egress, { model, jsonSchema });
    expect(parts.filter(({ type }) => type !== 'usage')).toEqual([
      { type: 'text', text: '{"a":1}' },
      { type: 'finish', reason: 'stop' },
    ]);
  });

  it('refuses files that the service does not take, and says which it takes', async () => {
    const content = [
      { type: 'file', name: 'a.mp3', mediaType: 'audio/mpeg', url: 'data:audio/mpeg;base64,SUQz' },
    ] as const;
    await expect(sent({ messages: [{ role: 'user', content }] })).rejects.toMatchObject({
      code: 'models.completion_request_error',
      message: expect.stringMatching(/claude-sonnet-4-5.*PDF/),
    });
  });
});

describe('a failure of Anthropic', () => {
  const body = (type: string, message: string) => JSON.stringify({ type: 'error', error: { type, message } });

  it.each([
    [401, body('authentication_error', `invalid x-api-key ${KEY}`), 'models.provider_not_initialize'],
    [403, body('permission_error', 'no'), 'models.provider_not_initialize'],
    [400, body('invalid_request_error', 'Your credit balance is too low'), 'models.provider_quota_exceeded'],
    [404, body('not_found_error', 'model: x'), 'models.model_currently_not_support'],
    [429, body('rate_limit_error', 'slow down'), 'models.completion_request_error'],
    [529, body('overloaded_error', 'Overloaded'), 'models.completion_request_error'],
  ])('with status %i and %s is %s', async (status, text, code) => {
    const egress = playedEgress(() => ({ status, headers: { 'retry-after': '7' }, pieces: [Buffer.from(text)] }));
    const { error } = await readAnswer(provider, { anthropic_api_key: KEY }, egress);
    expect(error).toMatchObject({ code, details: { retry_after_ms: 7000 } });
    expect(String(error)).toContain('Anthropic');
    expect(String(error)).not.toContain('canary');
  });
});

describe('the list of models', () => {
  it('is asked for page by page', async () => {
    const egress = playedEgress(({ url }) => {
      const isFirst = !url.includes('after_id');
      const item = isFirst ? { id: 'claude-a', max_input_tokens: 200_000, max_tokens: 64_000 } : { id: 'claude-b' };
      const answer = { data: [item], has_more: isFirst, last_id: item.id };
      return { pieces: [Buffer.from(JSON.stringify(answer))] };
    });
    const signal = new AbortController().signal;
    expect(await provider.models?.({ anthropic_api_key: KEY }, { egress }, signal)).toEqual([
      { name: 'claude-a', type: 'llm', contextSize: 200_000, maxOutput: 64_000 },
      { name: 'claude-b', type: 'llm' },
    ]);
  });
});
