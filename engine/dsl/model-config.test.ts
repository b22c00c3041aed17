import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { GraphDocument } from '#engine';
import { Float, fromJson } from '#engine/run/values/value.ts';
import { caught } from './testing/caught.ts';
import { allNodeTypes, documentsWith } from './testing/node-types.ts';

const documents = documentsWith();
const sample = (name: string) => readFileSync(join(import.meta.dirname, 'samples', name), 'utf8');
const compile = (text: string, using = documents) => using.compile(using.parse(text).tree);
const graphOf = (text: string, using = documents) => fromJson(compile(text, using).graph.text) as GraphDocument;
const model = { provider: 'openai', name: 'gpt-4o', mode: 'chat', completion_params: {} };
const app = (mode: string, config: object) =>
  JSON.stringify({ version: '0.6.0', app: { name: 'A', mode }, model_config: { model, ...config } });
const llm = (text: string, using = documents) => graphOf(text, using).nodes.find((node) => node.id === 'llm')?.data;

describe('a chat application', () => {
  it('becomes start, knowledge, model with memory, and answer', () => {
    const graph = graphOf(sample('translator-chat.yml'));
    expect(graph.mode).toBe('chat');
    expect(graph.nodes.map((node) => node.type)).toEqual(['start', 'knowledge-retrieval', 'llm', 'answer']);
    expect(graph.edges.map(({ source, target }) => `${source}>${target}`)).toEqual([
      'start>knowledge',
      'knowledge>llm',
      'llm>answer',
    ]);
    const [start, knowledge, node, answer] = graph.nodes.map(({ data }) => data);
    expect(start).toMatchObject({ variables: [{ variable: 'language', type: 'select', default: 'German' }] });
    expect(knowledge).toMatchObject({
      query_variable_selector: ['sys', 'query'],
      dataset_ids: ['7c1f0c1e-6a57-4a53-8f5c-3f8f6f1b2a10'],
      multiple_retrieval_config: { top_k: 3 },
    });
    expect(node).toMatchObject({
      model: { provider: 'openai', name: 'gpt-4o-mini', completion_params: { temperature: new Float(1), stop: [] } },
      memory: { window: { enabled: false }, query_prompt_template: '{{#sys.query#}}' },
      context: { enabled: true, variable_selector: ['knowledge', 'result'] },
      vision: { enabled: true, configs: { variable_selector: ['sys', 'files'], detail: 'high' } },
    });
    expect(node?.prompt_template).toMatchObject([
      {
        role: 'system',
        text: expect.stringMatching(
          /\{\{#context#\}\}[\s\S]*Translate into \{\{#start.language#\}\}\.\nLeave \{\{unknown\}\} alone\./,
        ),
      },
    ]);
    expect(answer).toMatchObject({ answer: '{{#llm.text#}}' });
  });

  it('goes without knowledge where no plugin brings it, and says so', () => {
    const using = documentsWith(allNodeTypes.filter(({ type }) => type !== 'knowledge-retrieval'));
    const compiled = compile(sample('translator-chat.yml'), using);
    expect(compiled.graph.text).not.toContain('{{#context#}}');
    expect(compiled.warnings).toEqual([expect.stringMatching(/knowledge bases .* are not asked/)]);
  });

  it('sends an empty prompt as none, and advanced prompts message by message', () => {
    expect(llm(app('chat', { pre_prompt: '' }))?.prompt_template).toEqual([]);
    const prompt = [
      { role: 'system', text: 'You are {{role}}.' },
      { role: 'user', text: 'Earlier: {{#query#}}' },
      { role: 'assistant', text: '  ' },
    ];
    const form = [{ 'text-input': { variable: 'role', label: 'Role' } }];
    const config = { prompt_type: 'advanced', chat_prompt_config: { prompt }, user_input_form: form };
    expect(llm(app('chat', config))?.prompt_template).toMatchObject([
      { role: 'system', text: 'You are {{#start.role#}}.' },
      { role: 'user', text: 'Earlier: {{#sys.query#}}' },
    ]);
  });

  it('writes one text with the history for completion models', () => {
    const config = { model: { ...model, mode: 'completion' }, pre_prompt: 'Be brief.' };
    expect(llm(app('chat', config))?.prompt_template).toMatchObject({
      text: 'Be brief.\n\n{{#histories#}}\n\nHuman: {{#sys.query#}}\n\nAssistant: ',
    });
  });

  it('stops where the user would go on, unless the document says where to stop', () => {
    const stops = (config: object) => {
      const stored = llm(app('chat', { pre_prompt: 'Be brief.', ...config }))?.model;
      return (stored as typeof model & { completion_params: { stop?: string[] } }).completion_params.stop;
    };
    const completion = { ...model, mode: 'completion' };
    expect(stops({ model: completion })).toEqual(['\nHuman:']);
    expect(stops({ model: { ...completion, completion_params: { stop: ['END'] } } })).toEqual(['END']);
    expect(stops({ model })).toBeUndefined();
    expect(stops({ model: completion, prompt_type: 'advanced' })).toBeUndefined();
  });

  it('keeps text that looks like the placeholder of a graph', () => {
    const form = [{ 'text-input': { variable: 'topic', label: 'Topic' } }];
    const text = app('chat', {
      pre_prompt: 'Write {{#sys.query#}} about {{topic}}, not {{#a.b#}}.',
      user_input_form: form,
    });
    expect(llm(text)?.prompt_template).toMatchObject([
      {
        text: 'Write {{#env.opening#}}sys.query#}} about {{#start.topic#}}, not {{#env.opening#}}a.b#}}.',
      },
    ]);
    expect(graphOf(text).environmentVariables).toMatchObject([{ name: 'opening', value: '{{#' }]);
    expect(graphOf(app('chat', { pre_prompt: 'Plain {{#query#}}' })).environmentVariables).toEqual([]);
  });

  it('puts the context where the prompt wants it', () => {
    const dataset_configs = { datasets: { datasets: [{ dataset: { enabled: true, id: 'd1' } }] } };
    const prompt = llm(app('chat', { pre_prompt: 'Facts: {{#context#}}!', dataset_configs }))?.prompt_template;
    expect(prompt).toMatchObject([{ role: 'system', text: 'Facts: {{#context#}}!' }]);
  });

  it('asks its knowledge as the configuration says', () => {
    const knowledge = (config: object) =>
      graphOf(app('chat', config)).nodes.find((node) => node.id === 'knowledge')?.data;
    const datasets = {
      datasets: [{ dataset: { enabled: true, id: 'd1' } }, { dataset: { enabled: false, id: 'd2' } }],
    };
    expect(knowledge({ dataset_configs: { retrieval_model: 'single', datasets } })).toMatchObject({
      dataset_ids: ['d1'],
      retrieval_mode: 'single',
      single_retrieval_config: { model: { provider: 'openai', name: 'gpt-4o' } },
    });
    const several = {
      retrieval_model: 'multiple',
      datasets,
      top_k: 6,
      score_threshold: 0.5,
      score_threshold_enabled: true,
      reranking_enable: true,
      reranking_mode: 'reranking_model',
      reranking_model: { reranking_provider_name: 'cohere', reranking_model_name: 'rerank-3' },
      metadata_filtering_mode: 'manual',
      metadata_filtering_conditions: { conditions: [] },
    };
    expect(knowledge({ dataset_configs: several })).toMatchObject({
      retrieval_mode: 'multiple',
      multiple_retrieval_config: {
        top_k: 6,
        score_threshold: 0.5,
        reranking_enable: true,
        reranking_model: { provider: 'cohere', model: 'rerank-3' },
      },
      metadata_filtering_mode: 'manual',
    });
    const legacy = {
      agent_mode: { enabled: true, strategy: 'router', tools: [{ dataset: { enabled: true, id: 'd3' } }] },
    };
    expect(knowledge(legacy)).toMatchObject({ dataset_ids: ['d3'] });
    expect(compile(app('chat', legacy)).warnings).toEqual([]);
    expect(knowledge({})).toBeUndefined();
  });

  it('has a form of every type', () => {
    const types = [
      'text-input',
      'paragraph',
      'select',
      'number',
      'checkbox',
      'file',
      'file-list',
      'external_data_tool',
    ];
    const form = types.map((type) => ({ [type]: { variable: type.replace('-', '_'), label: type, options: ['a'] } }));
    const compiled = compile(app('chat', { user_input_form: form }));
    expect(compiled.inputForm.map((field) => Object.keys(field)[0])).toEqual(types);
    expect(compiled.warnings).toEqual([expect.stringMatching(/external data tools .* not asked/)]);
  });

  it('leaves alone what lies beside a control, and says so', () => {
    const form = [
      { 'text-input': { variable: 'topic' }, hidden: { a: 1 }, order: 3, ['x'.repeat(1000)]: {} },
      { select: { variable: 'tone', options: ['dry'] } },
    ];
    const compiled = compile(app('chat', { user_input_form: form }));
    expect(compiled.inputForm).toMatchObject([
      { 'text-input': { variable: 'topic' } },
      { select: { variable: 'tone' } },
    ]);
    expect(compiled.warnings).toEqual([
      expect.stringMatching(/^The input model_config.user_input_form\[0\] has 'hidden', 'order', 'x{60}…' beside/),
    ]);
  });

  it.each([
    ['a control that nobody knows', { slider: { variable: 'a' } }, "'a' (model_config.user_input_form[0])"],
    ['one without a name', { slider: {} }, 'The input model_config.user_input_form[0]'],
    ['one of two', { slider: { variable: 'a' }, dial: { variable: 'b' } }, "unknown type 'dial'"],
    ['what objects inherit', { constructor: { variable: 'a' } }, "unknown type 'constructor'"],
  ])('refuses %s, and lists those that are', (_case, entry, said) => {
    const error = caught(() => compile(app('chat', { user_input_form: [entry] })));
    expect(error).toMatchObject({ code: 'engine.invalid_graph' });
    expect(String(error)).toContain(said);
    expect(String(error)).toContain('choose one of text-input, paragraph');
  });

  it('needs a model, and says which parts are not used', () => {
    expect(caught(() => compile(app('chat', { model: { provider: 'openai' } })))).toMatchObject({
      code: 'engine.invalid_graph',
      field: 'model_config.model.name',
    });
    const config = { agent_mode: { enabled: true, tools: [{}] }, external_data_tools: [{}] };
    expect(compile(app('chat', config)).warnings).toHaveLength(2);
  });
});

describe('a text generator', () => {
  it('has no memory and asks for what its prompt names', () => {
    const compiled = compile(sample('headline-completion.yml'));
    expect(compiled.inputForm).toMatchObject([
      { paragraph: { variable: 'query' } },
      { 'text-input': { variable: 'tone' } },
    ]);
    const data = llm(sample('headline-completion.yml'));
    expect(data).not.toHaveProperty('memory');
    expect(data?.prompt_template).toMatchObject({
      text: 'Write a headline in {{#start.tone#}} tone about {{#start.query#}}.\n\nHeadline:',
    });
  });

  it('asks for a query when the prompt names one or there is no prompt', () => {
    const named = compile(app('completion', { pre_prompt: 'Sum up: {{query}}' }));
    expect(named.inputForm).toEqual([
      { paragraph: { variable: 'query', label: 'Query', type: 'paragraph', required: false, default: null } },
    ]);
    expect(llm(app('completion', { pre_prompt: 'Sum up: {{query}}' }))?.prompt_template).toMatchObject([
      { role: 'user', text: 'Sum up: {{#start.query#}}' },
    ]);
    expect(llm(app('completion', {}))?.prompt_template).toMatchObject([{ role: 'user', text: '{{#start.query#}}' }]);
    expect(compile(app('completion', { pre_prompt: 'A poem.' })).inputForm).toEqual([]);
    expect(llm(app('completion', { pre_prompt: 'A poem.' }))?.prompt_template).toMatchObject([
      { role: 'user', text: 'A poem.' },
    ]);
  });

  it('keeps instructions and question apart when the form asks and the prompt does not', () => {
    const form = [{ paragraph: { variable: 'query', label: 'Text' } }];
    const data = llm(app('completion', { pre_prompt: 'Translate.', user_input_form: form }));
    expect(data?.prompt_template).toMatchObject([
      { role: 'system', text: 'Translate.' },
      { role: 'user', text: '{{#start.query#}}' },
    ]);
  });
});
