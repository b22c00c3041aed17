import { beforeAll, describe, expect, it } from 'vitest';
import { sharedPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { applyAll, isMapping, type Mapping } from './web/document/operations.ts';
import { firstSettings, followedOutput, starterChange } from './web/graph/first-settings.ts';
import { Forms } from './web/graph/forms.ts';
import { paletteEntries } from './web/graph/palette.ts';
import { readGraph } from './web/graph/read-graph.ts';
import { takes } from './web/graph/variables.ts';

const model = { provider: 'openai', name: 'gpt-5' };
const inputs = [
  { variable: 'topic', type: 'paragraph' },
  { variable: 'papers', type: 'file-list' },
];
const begun: Mapping = {
  workflow: {
    graph: { nodes: [{ id: 'start', type: 'custom', data: { type: 'start', variables: inputs } }], edges: [] },
  },
};
/** What the inputs are, and what a conversation has. */
const known = ['string', 'array[file]'];

describe('what a new node begins with', () => {
  let forms: Forms;
  beforeAll(async () => {
    const { management } = await sharedPlatform();
    const answer = (await management.request('/console/api/node-types')).body;
    forms = new Forms(answer as ConstructorParameters<typeof Forms>[0]);
  });
  /** Adds nodes of these kinds, each behind the one before, and gives the settings of the last. */
  const added = (mode: string, ...types: readonly string[]) => {
    let [tree, last] = [begun, 'start'];
    for (const [at, type] of types.entries()) {
      const form = forms.all.find((each) => each.type === type && each.is_retired !== true);
      const id = `node${at}`;
      const parentId = at > 0 && types[0] === 'iteration' ? 'node0' : null;
      const node = { id, type: 'custom', parentId, data: { type, ...structuredClone(form?.start) } };
      const edge = { id: `edge${at}`, source: last, target: id };
      const isInside = last === parentId;
      tree = applyAll(tree, [
        { path: ['workflow', 'graph', 'nodes', '-'], insert: node },
        ...(isInside ? [] : [{ path: ['workflow', 'graph', 'edges', '-'], insert: edge }]),
      ]).tree;
      tree = applyAll(tree, firstSettings(tree, forms, { mode, model }, id)).tree;
      tree = applyAll(tree, followedOutput(tree, forms, mode, id)).tree;
      last = id;
    }
    const graph = readGraph(tree);
    return { id: last, graph, data: graph.byId.get(last)?.data ?? {} };
  };

  it.each(['workflow', 'advanced-chat'])('every kind of a %s has a model, and the variables it needs', (mode) => {
    const wrong: string[] = [];
    for (const { form, preset } of paletteEntries({ forms, graph: readGraph({}), mode, parentId: null, tools: [] })) {
      if (preset !== undefined || form.drawn_as !== undefined) continue;
      const { data } = added(mode, form.type);
      for (const field of form.fields) {
        const held = field.at.split('.').reduce<unknown>((at, key) => (isMapping(at) ? at[key] : undefined), data);
        const value = field.wrapped !== undefined && isMapping(held) ? held.value : held;
        if (field.kind === 'model' && field.of === 'llm' && isMapping(value) && value.provider !== model.provider)
          wrong.push(`${form.id} ${field.at}`);
        const isFillable = field.kind === 'value' && field.required === true && (field.from ?? 'before') === 'before';
        if (!isFillable || !known.some((type) => takes(field.takes, type)) || field.when !== undefined) continue;
        if (!Array.isArray(value) || value.length === 0) wrong.push(`${form.id} ${field.at}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('hears what is asked in a conversation, and reads what is before it elsewhere', () => {
    const query = ['sys', 'query'];
    expect(added('advanced-chat', 'question-classifier').data.query_variable_selector).toEqual(query);
    expect(added('advanced-chat', 'knowledge-retrieval').data.query_variable_selector).toEqual(query);
    expect(added('advanced-chat', 'agent').data.agent_parameters).toMatchObject({
      query: { value: '{{#sys.query#}}' },
    });
    expect(added('advanced-chat', 'llm').data).toMatchObject({
      memory: { window: { enabled: true }, query_prompt_template: '{{#sys.query#}}' },
      prompt_template: [{ role: 'system', text: '' }],
    });
    expect(added('workflow', 'llm').data.memory).toBeUndefined();
    expect(added('workflow', 'llm').data.prompt_template).toEqual([
      { role: 'system', text: '' },
      { role: 'user', text: '{{#start.topic#}}' },
    ]);
    expect(added('workflow', 'document-extractor').data).toMatchObject({
      ...{ variable_selector: ['start', 'papers'], is_array_file: true },
    });
  });

  it('says, tests and gives out what the node before brings out', () => {
    const { data, graph } = added('advanced-chat', 'llm', 'answer');
    const [, llm = ''] = graph.nodes.map(({ id }) => id);
    expect(data.answer).toBe(`{{#${llm}.text#}}`);
    expect(added('workflow', 'llm', 'end').data.outputs).toMatchObject([{ variable: 'text', value_type: 'string' }]);
    expect(added('workflow', 'template-transform').data).toMatchObject({
      ...{ template: '{{ text }}', variables: [{ variable: 'text', value_selector: ['start', 'topic'] }] },
    });
    expect(added('workflow', 'if-else').data.cases).toMatchObject([
      { conditions: [{ variable_selector: ['start', 'topic'], varType: 'string', comparison_operator: 'contains' }] },
    ]);
  });

  it('gives a model what was looked up right before', () => {
    const { data, graph } = added('advanced-chat', 'knowledge-retrieval', 'llm');
    expect(data).toMatchObject({
      context: { enabled: true, variable_selector: [graph.nodes[1]?.id, 'result'] },
      prompt_template: [{ text: '{{#context#}}' }],
    });
  });

  it('makes an iteration give out what its last node does', () => {
    const { id, graph } = added('workflow', 'iteration', 'template-transform', 'code');
    const owner = graph.nodes.find(({ type }) => type === 'iteration');
    expect(graph.byId.get(id)?.parentId).toBe(owner?.id);
    expect(owner?.data.output_selector).toEqual([id, 'result']);
  });

  it('is code of the language, until somebody changes it', () => {
    const { data } = added('workflow', 'code');
    const form = forms.all.find(({ type }) => type === 'code');
    const [[at, code] = []] = starterChange(form, data, 'code_language', 'python3');
    expect([at, code]).toEqual(['code', expect.stringMatching(/^def main/)]);
    expect(starterChange(form, { ...data, code: 'mine' }, 'code_language', 'python3')).toEqual([]);
    expect(starterChange(form, data, 'title', 'python3')).toEqual([]);
  });
});
