import { describe, expect, it } from 'vitest';
import { Float, type NodeResult, toJson } from '#engine';
import { PlatformError } from '#kernel';
import { type ContextParts, testContext } from '#plugins/node-llm/testing/node-context.ts';
import type { Tool, ToolParameter } from '#plugins/tools/contract.ts';
import { fakeTool, toolHostCalls } from '#plugins/tools/testing/tool-host.ts';
import { node } from './node.ts';

const parameter = (name: string, type: ToolParameter['type'], more: Partial<ToolParameter> = {}): ToolParameter => ({
  name,
  type,
  form: 'llm',
  description: '',
  ...more,
});

/** Answers with what it was given, as JSON text. */
const echo = fakeTool('echo', {
  parameters: [
    parameter('text', 'string'),
    parameter('count', 'number'),
    parameter('yes', 'boolean'),
    parameter('list', 'array'),
    parameter('map', 'object'),
    parameter('zone', 'string', { form: 'form', default: 'UTC' }),
  ],
  invoke: ({ arguments: given }) => ({ text: JSON.stringify(given) }),
});

const strict = fakeTool('strict', {
  parameters: [parameter('must', 'string', { required: true }), parameter('key', 'secret-input')],
});

interface Run extends ContextParts {
  readonly tools?: readonly Tool[];
}

async function run(
  data: Readonly<Record<string, unknown>>,
  options: Run = {},
): Promise<NodeResult & { streamed: string }> {
  const test = testContext({ ...options, calls: toolHostCalls(options.tools ?? [echo, strict]) });
  const settings = { provider_type: 'builtin', provider_id: 'fake', tool_name: 'echo', ...data };
  const result = await node.run(node.compile(settings, test.context.node), test.context);
  return { ...result, streamed: test.text('text') };
}

const given = async (data: Readonly<Record<string, unknown>>, options?: Run) =>
  JSON.parse(String((await run(data, options)).outputs.text));

describe('parameters', () => {
  it('are texts with placeholders, constants, and variables', async () => {
    const tool_parameters = {
      text: { type: 'mixed', value: 'Hello {{#n1.name#}}, {{#n1.none#}}' },
      count: { type: 'constant', value: 512 },
      yes: { type: 'constant', value: true },
      list: { type: 'variable', value: ['n1', 'items'] },
      map: { type: 'mixed', value: '{"a": "{{#n1.name#}}"}' },
    };
    const values = { 'n1.name': 'Ada', 'n1.items': [{ a: 1 }, 2] };
    expect(await given({ tool_parameters }, { values })).toEqual({
      text: 'Hello Ada, n1.none',
      count: 512,
      yes: true,
      list: [{ a: 1 }, 2],
      map: { a: 'Ada' },
      zone: 'UTC',
    });
  });

  it('keep integers and floats apart', async () => {
    const { inputs } = await run({ tool_parameters: { count: { type: 'mixed', value: '1.0' } } });
    expect(inputs?.count).toEqual(new Float(1));
    const { outputs } = await run({ tool_parameters: { count: { type: 'constant', value: new Float(3) } } });
    expect(toJson(outputs.text)).toContain('count');
  });

  it('come in old documents plain, and null where nothing is set', async () => {
    const data = {
      tool_parameters: { text: 'plain {{#n1.name#}}', count: null, yes: { type: 'mixed', value: null } },
      tool_configurations: { zone: 'Asia/Shanghai', map: null, list: [1, 2] },
    };
    expect(await given(data, { values: { 'n1.name': 'x' } })).toEqual({
      text: 'plain x',
      list: [1, 2],
      zone: 'Asia/Shanghai',
    });
  });

  it('come in newer documents typed in both maps', async () => {
    const data = {
      tool_node_version: '2',
      tool_parameters: { text: { type: 'mixed', value: 'x' } },
      tool_configurations: { zone: { type: 'constant', value: '{{#n1.zone#}}' } },
    };
    expect(await given(data, { values: { 'n1.zone': 'CET' } })).toEqual({ text: 'x', zone: 'CET' });
  });

  it('that the tool does not declare are passed as null', async () => {
    const tool_parameters = JSON.parse(
      '{"other": {"type": "constant", "value": 1}, "__proto__": {"type": "constant", "value": 1}}',
    );
    const { outputs } = await run({ tool_parameters });
    expect(outputs.text).toBe('{"other":null,"__proto__":null,"zone":"UTC"}');
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  });

  it('that are required fail the node when they are missing or do not resolve', async () => {
    await expect(run({ tool_name: 'strict' })).rejects.toMatchObject({
      type: 'ToolParameterError',
      message: 'The parameter "must" is required and has no value.',
    });
    const tool_parameters = { must: { type: 'variable', value: ['n1', 'gone'] } };
    await expect(run({ tool_name: 'strict', tool_parameters })).rejects.toMatchObject({
      type: 'ToolParameterError',
      message: 'The variable n1.gone of the required parameter "must" has no value here.',
    });
    expect(await given({ tool_parameters: { text: { type: 'variable', value: ['n1', 'gone'] } } })).toEqual({
      zone: 'UTC',
    });
  });

  it('that do not fit their type fail the node', async () => {
    await expect(run({ tool_parameters: { count: { type: 'mixed', value: 'many' } } })).rejects.toMatchObject({
      type: 'ToolParameterError',
      message: 'The parameter "count" must be a number.',
    });
  });

  it('that are secret are not recorded', async () => {
    const tool_parameters = { must: { type: 'constant', value: 'x' }, key: { type: 'constant', value: 'sk-canary' } };
    expect((await run({ tool_name: 'strict', tool_parameters })).inputs).toEqual({ must: 'x', key: '***' });
  });
});

describe('outputs', () => {
  it('are text, files and JSON, and the variables the tool returns', async () => {
    const rich = fakeTool('rich', {
      invoke: () => ({ text: 't', files: [{ type: 'image' }], json: [{ a: 1 }], variables: { n: 1, list: ['x'] } }),
    });
    const data = { tool_name: 'rich', plugin_unique_identifier: 'a/b:1@c' };
    expect(await run(data, { tools: [rich] })).toMatchObject({
      outputs: { text: 't', files: [{ type: 'image' }], json: [{ a: 1 }], n: 1, list: ['x'] },
      metadata: { tool_info: { provider_type: 'builtin', provider_id: 'fake', plugin_unique_identifier: 'a/b:1@c' } },
    });
  });

  it('have one empty JSON entry when the tool returns none', async () => {
    const quiet = fakeTool('quiet', { invoke: () => ({}) });
    expect((await run({ tool_name: 'quiet' }, { tools: [quiet] })).outputs).toEqual({
      text: '',
      files: [],
      json: [{ data: [] }],
    });
  });

  it('stream when the tool does', async () => {
    const writer = fakeTool('writer', {
      invoke({ write }) {
        write('a');
        write('b');
        return {};
      },
    });
    const result = await run({ tool_name: 'writer' }, { tools: [writer] });
    expect([result.streamed, result.outputs.text]).toEqual(['ab', 'ab']);
  });
});

describe('a call that fails', () => {
  it('is told with its code and what was given', async () => {
    const failing = fakeTool('failing', {
      parameters: [parameter('text', 'string')],
      invoke() {
        throw new PlatformError('invalid', 'fake.bad', 'No such city.');
      },
    });
    const data = { tool_name: 'failing', tool_parameters: { text: { type: 'mixed', value: 'x' } } };
    await expect(run(data, { tools: [failing] })).rejects.toMatchObject({
      type: 'ToolInvokeError',
      code: 'fake.bad',
      message: 'No such city.',
      details: { inputs: { text: 'x' } },
    });
  });

  it.each([
    [{ provider_id: 'jina', tool_name: 'jina_reader' }, 'install the plugin "jina"'],
    [{ provider_id: 'a/b/c', tool_name: 't', plugin_unique_identifier: 'a/b:0.1@h' }, 'install the plugin "a/b"'],
    [
      { provider_type: 'mcp', provider_id: 'server', tool_name: 't' },
      'no plugin here serves providers of the type "mcp"',
    ],
    [{ provider_type: 'workflow', provider_id: 'x', tool_name: 't' }, 'type "workflow"'],
    [{ provider_id: null, provider_name: 'jina', tool_name: 't' }, 'of the provider "jina" is not installed'],
    [{ tool_name: null }, 'names no tool'],
  ])('because there is no tool names what is missing (%#)', async (data, message) => {
    await expect(run(data)).rejects.toMatchObject({ type: 'ToolNodeError', message: expect.stringContaining(message) });
  });
});
