import { describe, expect, it } from 'vitest';
import { PlatformError } from '#kernel';
import { chunkFrame } from '#plugins/provider-openai/testing/fake-openai.ts';
import { runLlm as run, stream, user } from './testing/run-llm.ts';

describe('structured output', () => {
  const schema = { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] };
  const data = { prompt_template: [user('x')], structured_output_switch_on: true, structured_output: { schema } };

  it.each(['{"a": 1}', '```json\n{"a": 1}\n```', 'Here it is: {a: 1,} Done.', '<think>{"b":2}</think>{"a":1'])(
    'is read from %j',
    async (text) => {
      const { result } = await run(data, { script: stream(chunkFrame({ content: text })) });
      expect(result.outputs.structured_output).toEqual({ a: 1 });
    },
  );

  it('asks the server when it can hold the model to a schema, the model otherwise', async () => {
    const script = stream(chunkFrame({ content: '{"a":1}' }));
    const held = await run(data, { script, description: { features: ['structured-output'] } });
    expect(held.sent.response_format).toMatchObject({ json_schema: { schema } });
    const told = await run(data, { script });
    expect(told.sent).not.toHaveProperty('response_format');
    expect(JSON.stringify(told.sent.messages)).toContain('JSON Schema');
  });

  it('fails on an answer without an object', async () => {
    await expect(run(data, { script: stream(chunkFrame({ content: 'no, sorry' })) })).rejects.toMatchObject({
      type: 'OutputParserError',
    });
  });
});

describe('a failed call', () => {
  it.each([
    ['hang', 'models.completion_request_error', 'InvokeError'],
    ['stop-midway', 'models.completion_request_error', 'InvokeError'],
    ['garbage', 'models.completion_request_error', 'InvokeError'],
    ['401', 'models.provider_not_initialize', 'ProviderTokenNotInitError'],
    ['quota', 'models.provider_quota_exceeded', 'QuotaExceededError'],
    ['404', 'models.model_currently_not_support', 'ModelCurrentlyNotSupportError'],
  ])('of kind %s has the code %s and keeps the prompt, never the key', async (name, code, type) => {
    const error = await run({ prompt_template: [user('x')] }, { description: { name } }).catch(
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ code, type, details: { processData: { prompts: [{ text: 'x' }] } } });
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('canary');
  });

  it('without a configured provider says so', async () => {
    const calls = {
      'models.resolve': () => {
        throw new PlatformError('invalid', 'models.provider_not_initialize', 'no credentials');
      },
    };
    await expect(run({ prompt_template: [user('x')] }, { calls })).rejects.toMatchObject({
      code: 'models.provider_not_initialize',
    });
  });

  it('that was stopped keeps the reason', async () => {
    const controller = new AbortController();
    const reason = new Error('stopped by the user');
    setTimeout(() => controller.abort(reason), 100);
    const running = run(
      { prompt_template: [user('x')] },
      { description: { name: 'hang-midway' }, signal: controller.signal },
    );
    await expect(running).rejects.toBe(reason);
  });
});

it('a Jinja message that can not be read refuses the graph, naming the node', async () => {
  const message = { role: 'user', edition_type: 'jinja2', jinja2_text: '{% for x in %}' };
  await expect(run({ prompt_template: [message] })).rejects.toMatchObject({
    code: 'node-llm.invalid_setting',
    field: 'prompt_template',
    message: expect.stringContaining('"Node" (n)'),
  });
});

describe('a call beyond measure', () => {
  const long = 'x'.repeat(100_000);

  it('is not made with an endless prompt', async () => {
    const values = { 'start.t': long };
    const once = [user('{{#start.t#}}'.repeat(60))];
    await expect(run({ prompt_template: once }, { values })).rejects.toMatchObject({ type: 'ValueTooLargeError' });
    const many = Array.from({ length: 60 }, () => user('{{#start.t#}}'));
    await expect(run({ prompt_template: many }, { values })).rejects.toMatchObject({ type: 'ValueTooLargeError' });
  });

  it('ends when the answer does not', async () => {
    const script = stream(...Array.from({ length: 50 }, () => chunkFrame({ content: long })));
    await expect(run({ prompt_template: [user('x')] }, { script })).rejects.toMatchObject({
      type: 'ValueTooLargeError',
    });
  });
});
