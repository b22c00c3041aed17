import { describe, expect, it } from 'vitest';
import type { Credentials, LlmRequest } from '#plugins/models/contract.ts';
import { readAnswer } from '#plugins/provider-http/testing/answers.ts';
import { type PlayedAnswer, playedEgress } from '#plugins/provider-http/testing/played-egress.ts';
import { ownAnswers } from '#plugins/provider-http/testing/recorded-answers.ts';
import { provider } from './provider.ts';

const answers = ownAnswers(new URL('./testing/answers/', import.meta.url));
const bodyNamed = (name: string) => answers.find((answer) => answer.name.endsWith(name))?.body ?? '';

const tools = [{ name: 'weather', description: 'd', parameters: { type: 'object' } }];

/** What is sent for a request, and the parts of a recorded answer. */
async function exchange(answer: string, credentials: Credentials, request: Partial<LlmRequest>) {
  const sent: { url: string; body: Record<string, unknown> }[] = [];
  const egress = playedEgress(({ url, method, body }): PlayedAnswer => {
    if (method === 'GET') return { pieces: [Buffer.from('bytes')], headers: { 'content-type': 'audio/mpeg' } };
    sent.push({ url, body: JSON.parse(String(body)) as Record<string, unknown> });
    return { pieces: [Buffer.from(bodyNamed(answer))] };
  });
  const { parts, error } = await readAnswer(provider, { openai_api_key: 'k', ...credentials }, egress, request);
  expect(error).toBe(null);
  return { url: sent[0]?.url, body: sent[0]?.body ?? {}, parts };
}

const responses = { api_protocol: 'responses' };

describe('a request for Responses', () => {
  it('keeps nothing at the service, and names things as that route does', async () => {
    const { url, body } = await exchange('responses-text.chunks.txt', responses, {
      model: 'gpt-5.2',
      tools,
      toolChoice: { name: 'weather' },
      parallelToolCalls: false,
      jsonSchema: { type: 'object' },
      parameters: { max_tokens: 9, reasoning_effort: 'low', verbosity: 'low', temperature: 1, stop: ['x'] },
    });
    expect(url).toBe('https://api.openai.com/v1/responses');
    expect(body).toEqual({
      model: 'gpt-5.2',
      max_output_tokens: 9,
      reasoning: { effort: 'low' },
      text: { verbosity: 'low', format: { type: 'json_schema', name: 'output', schema: { type: 'object' } } },
      input: [{ role: 'user', content: 'Hi' }],
      stream: true,
      store: false,
      include: ['reasoning.encrypted_content'],
      tools: [{ type: 'function', ...tools[0], strict: false }],
      tool_choice: { type: 'function', name: 'weather' },
      parallel_tool_calls: false,
    });
  });

  it('sends reasoning back verbatim, before the call that it led to', async () => {
    const first = await exchange('responses-tools.chunks.txt', responses, { model: 'gpt-5.2', tools });
    const opaque = first.parts.flatMap((part) => (part.type === 'opaque' ? [part.payload] : []));
    const toolCalls = first.parts.flatMap((part) => (part.type === 'tool-call' ? [part.call] : []));
    expect(opaque).toHaveLength(1);
    const messages = [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Let me see.', toolCalls, opaque },
      { role: 'tool', toolCallId: 'call_1', content: 'sunny' },
    ] as const;
    const { body } = await exchange('responses-text.chunks.txt', responses, { model: 'gpt-5.2', tools, messages });
    expect(body.input).toEqual([
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Let me see.' },
      expect.objectContaining({ type: 'reasoning', id: 'rs_1', encrypted_content: 'gAAAAABsecret' }),
      { type: 'function_call', call_id: 'call_1', name: 'weather', arguments: '{"city":"Bern"}' },
      { type: 'function_call_output', call_id: 'call_1', output: 'sunny' },
    ]);
    const other = await exchange('chat-text.chunks.txt', {}, { messages });
    expect(JSON.stringify(other.body)).not.toContain('gAAAAABsecret');
  });
});

describe('a request for chat', () => {
  it('sends the reasoning of a loop of tools back to servers that want it', async () => {
    const first = await exchange('deepseek/chat-tools.chunks.txt', {}, { tools });
    const opaque = first.parts.flatMap((part) => (part.type === 'opaque' ? [part.payload] : []));
    const toolCalls = first.parts.flatMap((part) => (part.type === 'tool-call' ? [part.call] : []));
    const { body } = await exchange(
      'chat-text.chunks.txt',
      {},
      {
        tools,
        toolChoice: 'required',
        messages: [{ role: 'assistant', content: '', toolCalls, opaque }],
      },
    );
    expect(body).toMatchObject({
      tool_choice: 'required',
      messages: [{ content: null, reasoning_content: 'The user wants the weather.', tool_calls: [{ id: 'call_a' }] }],
    });
  });

  it.each([
    [{}, 'chat-text.chunks.txt'],
    [responses, 'responses-text.chunks.txt'],
  ])('and for %j carries sound, documents and texts of messages', async (credentials, answer) => {
    const file = (mediaType: string, url: string) => ({ type: 'file', mediaType, url, name: 'f' }) as const;
    const content = [
      file('audio/mpeg', 'https://files.example/a.mp3'),
      file('application/pdf', 'data:application/pdf;base64,JVBERg=='),
      file('text/plain', 'data:text/plain,hello'),
      { type: 'image', url: 'https://files.example/a.png' },
    ] as const;
    const { body } = await exchange(answer, credentials, { messages: [{ role: 'user', content }] });
    const sent = JSON.stringify(body);
    expect(sent).toContain(JSON.stringify({ data: Buffer.from('bytes').toString('base64'), format: 'mp3' }));
    expect(sent).toContain('"file_data":"data:application/pdf;base64,JVBERg=="');
    expect(sent).toContain('"text":"f:\\nhello"');
    expect(sent).toContain('https://files.example/a.png');
  });

  it('to a server of one model alone names it as the server does', async () => {
    const credentials = {
      endpoint_url: 'https://m.example',
      endpoint_model_name: 'served',
      token_param_name: 'max_completion_tokens',
      stream_include_usage: 'false',
    };
    const { body } = await exchange('chat-text.chunks.txt', credentials, { parameters: { max_tokens: 3 } });
    expect(body).toMatchObject({ model: 'served', max_completion_tokens: 3 });
    expect(body).not.toHaveProperty('stream_options');
  });
});

describe('calls of tools', () => {
  const chunk = (calls: readonly object[], finish: string | null = null) =>
    `data: ${JSON.stringify({ choices: [{ delta: { tool_calls: calls }, finish_reason: finish }] })}\n\n`;
  it.each([
    [
      'all have index 0',
      [{ index: 0, id: 'a', function: { name: 'x', arguments: '{}' } }],
      [{ index: 0, id: 'b', function: { name: 'y', arguments: '{}' } }],
    ],
    [
      'have no index',
      [{ id: 'a', function: { name: 'x', arguments: '{' } }],
      [
        { id: 'a', function: { arguments: '}' } },
        { id: 'b', function: { name: 'y', arguments: {} } },
      ],
    ],
    [
      'have ids late',
      [{ index: 0, function: { arguments: '{' } }],
      [
        { index: 0, id: 'a', function: { name: 'x', arguments: '}' } },
        { index: 1, id: 'b', function: { name: 'y', arguments: '' } },
      ],
    ],
  ])('that %s are told apart', async (_what, first, second) => {
    const body = chunk(first) + chunk(second, 'tool_calls');
    const egress = playedEgress(() => ({ pieces: [Buffer.from(body)] }));
    const { parts } = await readAnswer(provider, { openai_api_key: 'k' }, egress);
    expect(parts.flatMap((part) => (part.type === 'tool-call' ? [part.call] : []))).toEqual([
      { id: 'a', name: 'x', arguments: '{}' },
      { id: 'b', name: 'y', arguments: '{}' },
    ]);
  });
});
