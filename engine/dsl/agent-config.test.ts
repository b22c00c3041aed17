import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { GraphDocument } from '#engine';
import { fromJson } from '#engine/run/values/value.ts';
import { caught } from './testing/caught.ts';
import { allNodeTypes, documentsWith, fakeNodeType } from './testing/node-types.ts';

const documents = documentsWith();
const sample = (name: string) => readFileSync(join(import.meta.dirname, 'samples', name), 'utf8');
const compile = (text: string) => documents.compile(documents.parse(text).tree);
const graphOf = (text: string) => fromJson(compile(text).graph.text) as GraphDocument;
const agentOf = (text: string) => graphOf(text).nodes.find((node) => node.type === 'agent');
const model = { provider: 'openai', name: 'gpt-4o', mode: 'chat', completion_params: { temperature: 0.5 } };
const app = (agentMode: object, config: object = {}) =>
  JSON.stringify({
    version: '0.6.0',
    app: { name: 'A', mode: 'agent-chat' },
    model_config: { model, agent_mode: { enabled: true, ...agentMode }, ...config },
  });
const tool = {
  provider_type: 'builtin',
  provider_id: 'time',
  tool_name: 'current_time',
  tool_parameters: { format: '%Y' },
};

describe('an agent-chat application', () => {
  it('becomes start, agent and answer', () => {
    const graph = graphOf(sample('desk-agent-chat.yml'));
    expect(graph.mode).toBe('agent-chat');
    expect(graph.nodes.map(({ type }) => type)).toEqual(['start', 'agent', 'answer']);
    expect(graph.edges.map(({ source, target }) => `${source}>${target}`)).toEqual(['start>agent', 'agent>answer']);
    expect(graph.nodes[2]?.data).toMatchObject({ answer: '{{#agent.text#}}' });
    expect(graph.nodes[1]?.data).toMatchObject({
      agent_strategy_name: 'function_calling',
      agent_parameters: {
        model: { value: { provider: 'openai', model: 'gpt-4o', mode: 'chat' } },
        instruction: { value: 'Help.' },
        query: { value: '{{#sys.query#}}' },
        maximum_iterations: { value: 5 },
        tools: { value: [{ enabled: true, type: 'builtin', provider_id: 'time', tool_name: 'current_time' }] },
      },
      memory: { window: { enabled: false } },
      vision: { enabled: false },
    });
    expect(JSON.stringify(graph)).not.toContain('credential');
  });

  it('keeps its form, parameters and opening', () => {
    const form = [{ paragraph: { variable: 'topic', label: 'Topic', required: true } }];
    const text = app(
      { tools: [tool] },
      { pre_prompt: 'About {{topic}} and {{other}}.', user_input_form: form, opening_statement: 'Hi' },
    );
    expect(compile(text)).toMatchObject({
      inputForm: [{ paragraph: { variable: 'topic' } }],
      openingStatement: 'Hi',
      warnings: [],
    });
    expect(agentOf(text)?.data).toMatchObject({
      agent_parameters: { instruction: { value: 'About {{#start.topic#}} and {{other}}.' } },
    });
  });

  it.each([
    ['react', 'ReAct'],
    ['cot', 'ReAct'],
    ['function_call', 'function_calling'],
    [null, 'function_calling'],
  ])('with the strategy %s runs as %s', (strategy, name) => {
    expect(agentOf(app({ strategy }))?.data).toMatchObject({ agent_strategy_name: name });
  });

  it('takes the builder’s own prompt, the iterations, and files', () => {
    const upload = { image: { enabled: true, detail: 'low', number_limits: 3, transfer_methods: ['remote_url'] } };
    const text = app(
      { strategy: 'react', max_iteration: 2, prompt: { first_prompt: '{{instruction}} {{tools}}' } },
      { file_upload: upload },
    );
    expect(agentOf(text)?.data).toMatchObject({
      agent_parameters: { prompt: { value: '{{instruction}} {{tools}}' }, maximum_iterations: { value: 2 } },
      vision: { enabled: true, configs: { variable_selector: ['sys', 'files'], detail: 'low' } },
    });
  });

  it('asks knowledge bases as tools', () => {
    const dataset_configs = { datasets: { datasets: [{ dataset: { enabled: true, id: 'b-2' } }] } };
    const tools = [{ dataset: { enabled: true, id: 'a-1' } }, { dataset: { enabled: false, id: 'off' } }, tool];
    expect(agentOf(app({ tools }, { dataset_configs }))?.data).toMatchObject({
      agent_parameters: {
        tools: {
          value: [
            { tool_name: 'current_time', parameters: { format: '%Y' } },
            { type: 'dataset-retrieval', provider_id: 'a-1', tool_name: 'dataset_a_1', schemas: [{ name: 'query' }] },
            { type: 'dataset-retrieval', provider_id: 'b-2' },
          ],
        },
      },
    });
  });

  it('warns of tools that can not be read, and is refused with half a model', () => {
    expect(compile(app({ tools: [{}, { google_search: { enabled: true } }] })).warnings).toEqual([
      expect.stringMatching(/^2 of the tools/),
    ]);
    expect(caught(() => compile(app({}, { model: { name: 'gpt-4o' } })))).toMatchObject({
      code: 'engine.invalid_graph',
      message: expect.stringContaining('model_config.model.provider'),
    });
  });
});

describe('a packaged agent', () => {
  const soul = {
    prompt: { system_prompt: 'You are Ada.' },
    model: { model_provider: 'openai', model: 'gpt-4o' },
    app_features: { opening_statement: 'Hello', user_input_form: [] },
  };
  const document = (more: object) =>
    JSON.stringify({ version: '0.6.0', app: { name: 'A', mode: 'agent' }, agent: { package_ref: 'p' }, ...more });

  it('runs as an application', () => {
    const text = document({ agent_packages: { p: { schema_version: 1, soul } } });
    expect(compile(text)).toMatchObject({ mode: 'agent', openingStatement: 'Hello', inputForm: [] });
    expect(agentOf(text)).toMatchObject({
      version: '2',
      data: { agent_package: { soul }, agent_job: { workflow_prompt: '{{#sys.query#}}' } },
    });
  });

  it('is refused without its package', () => {
    for (const more of [{}, { agent_packages: { other: { soul } } }, { agent_packages: { p: null } }]) {
      expect(caught(() => compile(document(more)))).toMatchObject({
        code: 'engine.invalid_graph',
        message: expect.stringContaining("no agent package 'p'"),
      });
    }
    const inherited = document({ agent: { package_ref: 'constructor' }, agent_packages: {} });
    expect(caught(() => compile(inherited))).toMatchObject({ code: 'engine.invalid_graph' });
  });

  it('becomes part of the nodes that name it', () => {
    const data = { type: 'agent', title: 'A', version: '2', agent_binding: { package_ref: 'p' }, agent_job: {} };
    const nodes = [
      { id: '1', data: { type: 'start', title: 'S', variables: [] } },
      { id: '2', data },
      { id: '3', data: { ...data, agent_binding: { package_ref: 'q' } } },
    ];
    const edges = [
      { source: '1', target: '2' },
      { source: '2', target: '3' },
    ];
    const text = JSON.stringify({
      version: '0.6.0',
      app: { name: 'A', mode: 'workflow' },
      workflow: { graph: { nodes, edges } },
      agent_packages: { p: { soul } },
    });
    const [, second, third] = graphOf(text).nodes;
    expect(second).toMatchObject({ version: '2', data: { agent_package: { soul } } });
    expect(third?.data).not.toHaveProperty('agent_package');
  });
});

describe('a node that may run again after an interruption', () => {
  const repeatable = {
    ...fakeNodeType('tool'),
    isRepeatable: (data: Readonly<Record<string, unknown>>) => data.safe === true,
  };
  const using = documentsWith([...allNodeTypes.filter(({ type }) => type !== 'tool'), repeatable]);
  const isHarmless = (data: object) => {
    const nodes = [
      { id: '1', data: { type: 'start', title: 'S', variables: [] } },
      { id: '2', data: { type: 'tool', title: 'T', ...data } },
    ];
    const workflow = { graph: { nodes, edges: [{ source: '1', target: '2' }] } };
    const parsed = using.parse(JSON.stringify({ version: '0.6.0', app: { name: 'A', mode: 'workflow' }, workflow }));
    const graph = fromJson(using.compile(parsed.tree).graph.text) as GraphDocument;
    return graph.nodes.find(({ id }) => id === '2')?.isHarmless;
  };

  it('says so in the compiled graph, unless the document says otherwise', () => {
    expect(isHarmless({ safe: true })).toBe(true);
    expect(isHarmless({ safe: false })).toBeUndefined();
    expect(isHarmless({ safe: true, on_interruption: 'fail' })).toBeUndefined();
  });
});
