import { describe, expect, it } from 'vitest';
import { fromJson } from '#engine/run/values/value.ts';
import { appDocument, chain, node } from '#engine/testing/app-document.ts';
import { documentsWith } from './testing/node-types.ts';
import { readYaml } from './yaml-reader.ts';

const documents = documentsWith();

type Data = Readonly<Record<string, unknown>>;

function warnings(data: Data, { type = 'llm', variables = [] }: { type?: string; variables?: readonly Data[] } = {}) {
  const nodes = [
    node('1', 'start', { variables: [{ variable: 'q', type: 'paragraph' }] }),
    node('c', 'code', { code: '"{{#gone.x#}}"', outputs: { result: { type: 'string' } } }),
    node('i', 'iteration', { start_node_id: 'is', iterator_selector: ['1', 'q'], output_selector: ['in', 'output'] }),
    { ...node('is', 'iteration-start', { isInIteration: true, iteration_id: 'i' }), parentId: 'i' },
    { ...node('in', 'template-transform', { iteration_id: 'i', template: '{{#none.x#}}' }), parentId: 'i' },
    node('2', type, data),
  ];
  const edges = [...chain('1', 'c', 'i', '2'), ...chain('is', 'in')];
  const environmentVariables = [{ name: 'known', value_type: 'string', value: 'x' }, ...variables];
  return documents.parse(appDocument({ mode: 'workflow', nodes, edges, environmentVariables })).warnings;
}

describe('a placeholder', () => {
  const about = (text: string) =>
    warnings({ prompt_template: [{ role: 'user', text }] }).filter((one) => one.includes('never has a value'));

  it.each([
    ['{{#gone.text#}}', "no node 'gone'"],
    ['{{#1.other#}}', "puts out no 'other'"],
    ['{{#c.other#}}', "puts out no 'other'"],
    ['{{#env.unknown#}}', "environment variable 'unknown'"],
    ['{{#conversation.x#}}', "conversation variable 'x'"],
    ['{{#sys.weather#}}', "system variable 'weather'"],
    ['{{#sys.query#}}', "apps of the mode workflow have no system variable 'query'"],
    ['{{#sys.conversation_id#}}', "have no system variable 'conversation_id'"],
    ['{{#sys.dialogue_count#}}', "have no system variable 'dialogue_count'"],
    ['{{#sys.dataset_id#}}', "have no system variable 'dataset_id'"],
    ['{{#in.output#}}', 'not seen outside'],
    ['{{#节点.text#}}', 'choose the variable anew'],
    ['{{#a-b.text#}}', 'choose the variable anew'],
  ])('that can never have a value is warned of, with the reason: %s', (placeholder, reason) => {
    expect(about(`Twice ${placeholder} ${placeholder}`)).toEqual([
      expect.stringMatching(new RegExp(`\\(2\\): \\{\\{#.*#\\}\\} never has a value, for .*${reason}`)),
    ]);
  });

  it.each([
    ...['{{#1.q#}}', '{{#c.result#}}', '{{#c.error_type#}}', '{{#i.output#}}', '{{#env.known#}}', '{{#sys.user_id#}}'],
    ...['{{#1.sys.files#}}', '{{#context#}}', '{{#histories#}}', '{{#$output.name#}}', '{{ x }}', '{{#2.text#}}'],
  ])('that may have one is not: %s', (placeholder) => {
    expect(about(placeholder)).toEqual([]);
  });
});

describe('a credential that was typed', () => {
  const http = (data: Data) =>
    warnings({ method: 'post', url: 'https://x.example', ...data }, { type: 'http-request' }).filter((one) =>
      one.includes('credential'),
    );

  it.each<[string, Data]>([
    ['headers', { headers: 'X-Access-Key: 0123456789abcdef' }],
    ['headers', { headers: 'appSecret: 0123456789abcdef' }],
    ['params', { params: 'accessToken:0123456789abcdef' }],
    ['url', { url: 'https://x.example/send?app_key=0123456789abcdef' }],
    ['url', { url: 'https://x.example/AIzaSyA0123456789abcdefghijklmnopqrstuv' }],
    ['body.data', { body: { type: 'json', data: [{ value: '{"user": "a", "api_key": "0123456789abcdef"}' }] } }],
    ['body.data', { body: { type: 'json', data: '{"client_secret":"0123456789abcdef"}' } }],
    ['authorization.config.api_key', { authorization: { type: 'api-key', config: { api_key: '0123456789' } } }],
  ])('into %s of an HTTP node is warned of, and not repeated: %j', (field, data) => {
    expect(http(data)).toEqual([expect.stringContaining(`field ${field} seems to hold a credential`)]);
    expect(http(data).join()).not.toContain('0123456789');
  });

  it('as a variable is none, and so are names of other things', () => {
    const body = { type: 'json', data: [{ value: '{"api_key": "{{#env.known#}}", "keyword": "a long keyword"}' }] };
    expect(http({ headers: 'X-Monkey: bananas for all\nApiKey: {{#env.known#}}', body })).toEqual([]);
  });

  it('is looked for in texts of any length', () => {
    expect(http({ url: `https://x.example/${'-eyJ'.repeat(250_000)}` })).toEqual([]);
    expect(http({ url: 'https://x.example/eyJhbGciOiJIUzI1.eyJzdWIiOiIx.0123' })).toHaveLength(1);
  });

  it('into an environment variable of type string is warned of', () => {
    const of = (variable: Data) => warnings({}, { variables: [variable] }).filter((one) => one.includes('credential'));
    const key = { name: 'openai_api_key', value_type: 'string', value: '0123456789abcdef' };
    expect(of(key)).toEqual([expect.stringContaining("'openai_api_key' is of type string")]);
    expect(of({ ...key, name: 'note', value: 'sk-0123456789abcdefghij' })).toHaveLength(1);
    expect(of({ ...key, value_type: 'secret' })).toEqual([]);
    expect(of({ ...key, value: '' })).toEqual([]);
  });
});

describe('the dependencies of an export', () => {
  const entry = (name: string) => ({
    current_identifier: null,
    type: 'marketplace',
    value: { marketplace_plugin_unique_identifier: `${name}:0.1.0@0123` },
  });
  const nodes = [
    node('a', 'llm', { model: { provider: 'siliconflow', name: 'm' } }),
    node('b', 'tool', { provider_type: 'builtin', provider_id: 'jina', tool_name: 't' }),
    node('c', 'tool', { provider_type: 'builtin', provider_id: 'google', tool_name: 't' }),
    node('d', 'agent', {
      agent_parameters: {
        model: { type: 'constant', value: { provider: 'langgenius/openai/openai', model: 'm' } },
        tools: { type: 'constant', value: [{ type: 'builtin', provider_name: 'langgenius/stepfun/stepfun' }] },
      },
    }),
  ];
  const exported = (more: Data): readonly unknown[] => {
    const document = { ...JSON.parse(appDocument({ mode: 'workflow', nodes, edges: [] })), ...more };
    const text = documents.export(documents.parse(JSON.stringify(document)).tree, { secrets: false });
    expect(fromJson(documents.parse(text).tree)).toMatchObject({ version: '0.6.0' });
    return (readYaml(text) as { dependencies: readonly unknown[] }).dependencies;
  };

  it('keep the plugins of tools, also those that have other names than their tools', () => {
    const names = ['jina_tool', 'google', 'stepfun_tool', 'siliconflow', 'openai'];
    const list = names.map((name) => entry(`langgenius/${name}`));
    expect(exported({ dependencies: [...list, entry('langgenius/tongyi')] })).toEqual(list);
  });

  it('are derived for documents from before there were any', () => {
    const names = exported({ version: '0.1.2', dependencies: undefined }).map(
      (one) => (one as ReturnType<typeof entry>).value.marketplace_plugin_unique_identifier,
    );
    const plugins = ['google', 'jina_tool', 'openai', 'siliconflow', 'stepfun_tool'];
    expect(names).toEqual(plugins.map((name) => `langgenius/${name}`));
    expect(exported({ version: '0.5.0', dependencies: [] })).toEqual([]);
  });
});

describe('the address of a form', () => {
  const ask = (data: Data) => ({
    ...{ user_actions: [{ id: 'yes', title: 'Yes' }], inputs: [], form_content: 'Well?' },
    ...data,
  });
  const email = (body: string) => [{ type: 'email', enabled: true, config: { subject: 'S', body, recipients: {} } }];
  const told = (data: Data) => {
    const nodes = [node('1', 'start', { variables: [] }), node('2', 'human-input', data)];
    const { tree, warnings } = documents.parse(appDocument({ mode: 'workflow', nodes, edges: chain('1', '2') }));
    const problems = documents.problems(tree).map(({ message }) => message);
    return [warnings, problems].map((all) => all.filter((one) => one.includes('never has a value')).length);
  };

  it('has its value in the text of its e-mail, and nowhere else', () => {
    expect(told(ask({ delivery_methods: email('Please: {{#url#}}') }))).toEqual([0, 0]);
    expect(told(ask({ delivery_methods: email('{{#url#}} {{#gone.x#}}') }))).toEqual([1, 1]);
    expect(told(ask({ form_content: 'See {{#url#}}' }))).toEqual([1, 1]);
  });
});

describe('a system variable that runs of the mode never have', () => {
  const selector = ['sys', 'query'];
  it.each<[string, string, Data]>([
    ['a selector', 'end', { outputs: [{ variable: 'x', value_selector: selector }] }],
    ['a condition', 'if-else', { cases: [{ case_id: 'a', conditions: [{ variable_selector: selector }] }] }],
    ['a tool parameter', 'tool', { tool_parameters: { q: { type: 'variable', value: selector } } }],
    ['a variable of code', 'code', { variables: [{ variable: 'q', value_selector: selector }], code: '', outputs: {} }],
    ['a classifier', 'question-classifier', { query_variable_selector: selector, classes: [] }],
    ['a knowledge query', 'knowledge-retrieval', { query_variable_selector: selector, dataset_ids: [] }],
    ['context', 'llm', { context: { enabled: true, variable_selector: selector } }],
    ['an aggregator', 'variable-aggregator', { variables: [selector] }],
    ['an assigner', 'assigner', { items: [{ variable_selector: ['conversation', 'x'], value: selector }] }],
    ['what the start publishes', 'llm', { context: { enabled: true, variable_selector: ['1', 'sys.query'] } }],
    ['a template', 'answer', { answer: 'You said {{#sys.query#}}' }],
  ])('is told where it is used: %s', (_, type, data) => {
    expect(warnings(data, { type }).filter((one) => one.includes('never has a value'))).toEqual([
      expect.stringMatching(
        /sys\.query(#}})? never has a value, for apps of the mode workflow have no system variable/,
      ),
    ]);
    const nodes = [node('1', 'start', { variables: [] }), node('2', type, data)];
    const yaml = (mode: 'workflow' | 'advanced-chat') => appDocument({ mode, nodes, edges: chain('1', '2') });
    expect(documents.problems(documents.parse(yaml('workflow')).tree)).toContainEqual(
      expect.objectContaining({
        ...{ code: 'unknown_variable', nodeId: '2', severity: 'warning' },
        field: expect.stringMatching(new RegExp(`^${Object.keys(data)[0]}(\\.|$)`)),
        message: expect.stringContaining("have no system variable 'query'"),
      }),
    );
    expect(documents.parse(yaml('advanced-chat')).warnings.join()).not.toContain("variable 'query'");
  });

  it('is not told of what is turned off, nor of texts that only look like it', () => {
    const off = { context: { enabled: false, variable_selector: selector }, vision: { configs: { detail: 'high' } } };
    expect(warnings(off).join()).not.toContain('sys.query');
    expect(warnings({ code: 'sys.query', variables: [], outputs: {} }, { type: 'code' }).join()).not.toContain('sys.');
  });
});
