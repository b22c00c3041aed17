import { describe, expect, it } from 'vitest';
import type { FileValue } from '#engine';
import { chunkFrame, framesOf, usageFrame } from '#plugins/provider-openai/testing/fake-openai.ts';
import { messagesOf, runLlm as run, stream, user } from './testing/run-llm.ts';

const image: FileValue = {
  dify_model_identity: '__dify__file__',
  id: null,
  type: 'image',
  transfer_method: 'remote_url',
  remote_url: 'https://example.com/a.png',
  related_id: null,
  filename: 'a.png',
  extension: '.png',
  mime_type: 'image/png',
  size: 5,
  url: null,
};

describe('an answer', () => {
  it('is streamed and given out with usage, reason and record', async () => {
    const { result, test, sent } = await run(
      {
        model: {
          provider: 'langgenius/openai/openai',
          name: 'm',
          mode: 'chat',
          completion_params: { temperature: 0.5 },
        },
        prompt_template: [user('Hi {{#in.name#}}')],
      },
      { values: { 'in.name': 'Ada', 'sys.user_id': 'ada@example.com' } },
    );
    expect(test.text('text')).toBe('Hello world, ünïcode 🙂 works.');
    expect(result.outputs).toMatchObject({
      text: 'Hello world, ünïcode 🙂 works.',
      reasoning_content: '',
      finish_reason: 'stop',
      usage: {
        prompt_tokens: 12,
        completion_tokens: 5,
        total_tokens: 17,
        prompt_price: '0.000012',
        completion_price: '0.00001',
        total_price: '0.000022',
        currency: 'USD',
      },
    });
    expect(result.inputs).toEqual({ '#in.name#': 'Ada' });
    expect(result.processData).toMatchObject({
      model_mode: 'chat',
      prompts: [{ role: 'user', text: 'Hi Ada', files: [] }],
      finish_reason: 'stop',
      model_provider: 'langgenius/openai/openai',
      model_name: 'm',
    });
    expect(result.metadata).toEqual({ total_tokens: 17, total_price: '0.000022', currency: 'USD' });
    expect(result.usage).toMatchObject({ totalTokens: 17 });
    expect(sent).toMatchObject({ temperature: 0.5, messages: [{ role: 'user', content: 'Hi Ada' }] });
    expect(JSON.stringify(sent)).not.toContain('ada@example.com');
    expect(JSON.stringify(result)).not.toContain('canary');
  });

  it.each([1, 4, 9])('keeps thoughts apart when asked to, tags torn every %i characters', async (size) => {
    const text = '<think>2 and 2</think>\n\nFour.';
    const pieces = text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [];
    const script = stream(...pieces.map((content) => chunkFrame({ content })));
    const { result, test } = await run({ prompt_template: [user('x')], reasoning_format: 'separated' }, { script });
    expect(result.outputs).toMatchObject({ text: 'Four.', reasoning_content: '2 and 2' });
    expect(test.text('text')).toBe('Four.');
    expect(test.text('reasoning_content')).toBe('2 and 2');
    expect(test.reasoned.map((piece) => piece.delta).join('')).toBe('2 and 2');
    expect(test.reasoned.at(-1)).toEqual({ delta: '', isFinal: true });
  });

  it('keeps thoughts in the text, tagged, by default', async () => {
    const script = stream(
      chunkFrame({ reasoning_content: '2 and' }),
      chunkFrame({ reasoning_content: ' 2' }),
      chunkFrame({ content: 'Four.' }),
    );
    const tagged = await run({ prompt_template: [user('x')] }, { script });
    expect(tagged.result.outputs).toMatchObject({ text: '<think>\n2 and 2\n</think>Four.', reasoning_content: '' });
    expect(tagged.test.text('text')).toBe(tagged.result.outputs.text);
    const separated = await run({ prompt_template: [user('x')], reasoning_format: 'separated' }, { script });
    expect(separated.result.outputs).toMatchObject({ text: 'Four.', reasoning_content: '2 and 2' });
  });
});

describe('a prompt', () => {
  it('trap 10: unresolved template: an llm message fails on a variable without a value, and when nothing is left', async () => {
    await expect(run({ prompt_template: [user('{{#in.missing#}}')] })).rejects.toMatchObject({
      type: 'VariableNotFound',
    });
    await expect(run({ prompt_template: [user(' '), { role: 'system', text: '' }] })).rejects.toMatchObject({
      type: 'NoPromptFound',
    });
    await expect(run({ prompt_template: [] })).rejects.toMatchObject({ type: 'NoPromptFound' });
  });

  it('drops empty messages, keeps unmatched braces, and expands values once', async () => {
    const outcome = await run(
      { prompt_template: [{ role: 'system', text: '' }, user('{{#bad-id.x#}} {{#in.a#}} {{#in.none#}}')] },
      { values: { 'in.a': '{{#in.b#}}', 'in.none': null } },
    );
    expect(messagesOf(outcome)).toEqual([{ role: 'user', content: '{{#bad-id.x#}} {{#in.b#}} ' }]);
  });

  it('takes context from items, and cites those from knowledge', async () => {
    const metadata = {
      _source: 'knowledge',
      position: 1,
      dataset_id: 'd',
      document_id: 'o',
      segment_id: 's',
      score: 0.9,
      segment_hit_count: 3,
    };
    const items = ['one', { content: 'two', title: 'T', metadata }, { content: 'three' }];
    const outcome = await run(
      {
        prompt_template: [{ role: 'system', text: 'Use: {{#context#}}' }, user('q')],
        context: { enabled: true, variable_selector: ['kb', 'result'] },
      },
      { values: { 'kb.result': items } },
    );
    expect(messagesOf(outcome)).toEqual([
      { role: 'system', content: 'Use: one\ntwo\nthree' },
      { role: 'user', content: 'q' },
    ]);
    expect(outcome.test.cited).toMatchObject([
      { dataset_id: 'd', content: 'two', hit_count: 3, title: 'T', retriever_from: 'workflow' },
    ]);
    expect(outcome.result.inputs).toMatchObject({ '#context#': 'one\ntwo\nthree' });
  });

  it('has templates, history, query and files in this order', async () => {
    const asked: unknown[] = [];
    const outcome = await run(
      {
        prompt_template: [{ role: 'system', text: 'S' }],
        memory: { window: { enabled: true, size: 2 }, query_prompt_template: 'Q: {{#sys.query#}}' },
        vision: { enabled: true, configs: { detail: 'low' } },
      },
      {
        values: { 'sys.query': 'now', 'sys.conversation_id': 'c', 'sys.files': [image] },
        calls: {
          'conversations.history': (input) => {
            asked.push(input);
            return [{ query: 'q1', answer: 'a1', files: [] }];
          },
        },
      },
    );
    expect(asked).toEqual([{ conversationId: 'c', limit: 2 }]);
    expect(messagesOf(outcome)).toEqual([
      { role: 'system', content: 'S' },
      { role: 'user', content: 'q1' },
      { role: 'assistant', content: 'a1' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Q: now' },
          { type: 'image_url', image_url: { url: 'https://example.com/a.png', detail: 'low' } },
        ],
      },
    ]);
  });

  it('sends the query with an empty template, and no memory outside a conversation', async () => {
    const values = { 'sys.query': 'now', 'sys.conversation_id': 'c' };
    const calls = { 'conversations.history': () => [] };
    const inside = await run({ prompt_template: [], memory: { window: { enabled: false } } }, { values, calls });
    expect(messagesOf(inside)).toEqual([{ role: 'user', content: 'now' }]);
    const outside = await run({ prompt_template: [user('x')], memory: {} });
    expect(messagesOf(outside)).toEqual([{ role: 'user', content: 'x' }]);
  });

  it('keeps the latest history that fits the model', async () => {
    const turn = (index: number) => ({ query: `q${index}`, answer: 'x'.repeat(400), files: [] });
    const outcome = await run(
      { prompt_template: [], memory: {} },
      {
        values: { 'sys.query': 'now', 'sys.conversation_id': 'c' },
        calls: { 'conversations.history': () => [turn(1), turn(2), turn(3)] },
        description: { contextSize: 1024 + 220 },
      },
    );
    expect((messagesOf(outcome) as { content: string }[]).map((message) => message.content.slice(0, 2))).toEqual([
      'q2',
      'xx',
      'q3',
      'xx',
      'no',
    ]);
  });

  it('in completion mode is one text with the transcript at its mark', async () => {
    const model = { provider: 'openai', name: 'instruct', mode: 'completion' };
    const outcome = await run(
      {
        model,
        prompt_template: { text: 'Past:\n{{#histories#}}\nNow: {{#sys.query#}}' },
        memory: { role_prefix: { user: 'U', assistant: 'A' } },
      },
      {
        values: { 'sys.query': 'now', 'sys.conversation_id': 'c' },
        calls: { 'conversations.history': () => [{ query: 'q1', answer: 'a1', files: [] }] },
      },
    );
    expect(outcome.sent.prompt).toBe('Past:\nU: q1\nA: a1\nNow: now');
    expect(outcome.result.outputs).toMatchObject({ text: 'once upon', finish_reason: 'length' });
  });

  it('renders Jinja with named variables and the context', async () => {
    const message = {
      role: 'user',
      text: '',
      edition_type: 'jinja2',
      jinja2_text: '{% for x in list %}{{ x }},{% endfor %}{{#context#}}',
    };
    const outcome = await run(
      {
        prompt_template: [message],
        prompt_config: { jinja2_variables: [{ variable: 'list', value_selector: ['in', 'list'] }] },
        context: { enabled: true, variable_selector: ['in', 'text'] },
      },
      { values: { 'in.list': ['a', 'b'], 'in.text': '{{ list }}' } },
    );
    expect(messagesOf(outcome)).toEqual([{ role: 'user', content: 'a,b,{{ list }}' }]);
  });

  it('shows files of a message, but none to a model known not to see', async () => {
    const data = { prompt_template: [user('look {{#in.file#}}')] };
    const seen = await run(data, { values: { 'in.file': image } });
    expect(messagesOf(seen)).toMatchObject([{ content: [{ type: 'text', text: 'look ' }, { type: 'image_url' }] }]);
    const vision = { prompt_template: [user('look')], vision: { enabled: true } };
    const blind = await run(vision, { values: { 'sys.files': [image] }, description: { features: ['tool-call'] } });
    expect(messagesOf(blind)).toEqual([{ role: 'user', content: 'look' }]);
  });

  it('hides secret variables in the record', async () => {
    const { result, sent } = await run(
      { prompt_template: [user('key {{#env.key#}}')] },
      { values: { 'env.key': 'hush-hush' }, secrets: ['key'] },
    );
    expect(JSON.stringify(sent)).toContain('hush-hush');
    expect(JSON.stringify([result.inputs, result.processData])).not.toContain('hush-hush');
  });
});

it('streams ten thousand words without losing one', async () => {
  const text = Array.from({ length: 10_000 }, (_, index) => `w${index}`).join(' ');
  const frames = framesOf(text).slice(0, -2);
  const { result, test } = await run(
    { prompt_template: [user('x')] },
    { script: stream(...frames, usageFrame(1, 10_000)) },
  );
  expect(result.outputs.text).toBe(text);
  expect(test.text('text')).toBe(text);
});
