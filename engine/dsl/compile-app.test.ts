import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { GraphDocument } from '#engine';
import { fromJson } from '#engine/run/values/value.ts';
import { appDocument, chain, edge, node } from '#engine/testing/app-document.ts';
import { createDocuments } from './documents.ts';
import { caught } from './testing/caught.ts';
import { allNodeTypes, contributionsOf, documentsWith, fakeNodeType } from './testing/node-types.ts';

const documents = documentsWith();
const sample = (name: string) => readFileSync(join(import.meta.dirname, 'samples', name), 'utf8');
const compile = (text: string, using = documents) => using.compile(using.parse(text).tree);
const graphOf = (text: string) => fromJson(compile(text).graph.text) as GraphDocument;
const refusal = (nodes: readonly object[], edges: readonly object[]) =>
  caught(() => compile(appDocument({ mode: 'workflow', nodes, edges })));
const find = (graph: GraphDocument, id: string) => graph.nodes.find((candidate) => candidate.id === id);

describe('compiling a graph', () => {
  it('keeps containers, resolves handles, drops notes and what nothing leads to', () => {
    const compiled = compile(sample('support-chatflow.yml'));
    const graph = fromJson(compiled.graph.text) as GraphDocument;
    expect(graph.nodes.map(({ id, type, parent }) => [id, type, parent])).toEqual([
      ['start', 'start', null],
      ['each', 'iteration', null],
      ['eachstart', 'iteration-start', 'each'],
      ['note_topic', 'template-transform', 'each'],
      ['answer', 'answer', null],
      ['sorry', 'answer', null],
    ]);
    expect(graph.edges).toContainEqual({ source: 'each', sourceHandle: 'source', target: 'answer' });
    expect(graph.edges).toContainEqual({ source: 'each', sourceHandle: 'fail-branch', target: 'sorry' });
    expect(find(graph, 'sorry')?.data).not.toHaveProperty('error_strategy');
    expect(graph.conversationVariables).toMatchObject([{ name: 'topics', valueType: 'array[string]', value: [] }]);
    expect(compiled.warnings).toEqual([expect.stringContaining("'Lonely' (lonely)")]);
    expect(compiled.openingStatement).toBe('Hello');
  });

  it('reads the spellings of older documents as today', () => {
    const graph = graphOf(sample('legacy-2024.yml'));
    expect(find(graph, '2')?.data).toMatchObject({
      cases: [{ case_id: 'true', logical_operator: 'and', conditions: [{ comparison_operator: 'is empty' }] }],
    });
    expect(find(graph, '3')?.data).toMatchObject({
      body: { type: 'json', data: [{ type: 'text', value: '{"a": 1}' }] },
      retry_config: { max_retries: 3, retry_interval: 100 },
    });
    expect(find(graph, '3')?.data).not.toHaveProperty('timeout');
    expect(find(graph, '5')?.type).toBe('variable-aggregator');
    expect(find(graph, '6')?.data).toMatchObject({
      tool_parameters: { zone: { type: 'constant', value: 'UTC' } },
      tool_configurations: { format: { type: 'constant', value: '%Y' } },
    });
    expect(find(graph, '6')?.data.tool_parameters).not.toHaveProperty('gone');
    expect(find(graph, '41')?.data).toMatchObject({ outputs: { parts: { type: 'array[string]' } } });
    expect(compile(sample('legacy-2024.yml')).inputForm).toMatchObject([{ 'text-input': { variable: 'question' } }]);
  });

  it('reads type names in another case, but not in the values of a user', () => {
    const mine = { type: 'String', items: [{ value_type: 'Number' }] };
    const settings = {
      assign: { items: [{ value_type: 'Object', value: mine }] },
      loop: { loop_variables: [{ var_type: 'Object', value_type: 'constant', value: mine }] },
      call: { tool_parameters: { value: { type: 'constant', value: mine } }, tool_configurations: { plain: mine } },
      code: { outputs: { value: { type: 'Object', children: { default: { type: 'Array[String]' } } } } },
      ask: { inputs: [{ type: 'File', default: mine }] },
    };
    const types = { assign: 'assigner', loop: 'code', call: 'tool', code: 'code', ask: 'code' };
    const nodes = Object.entries(settings).map(([id, data]) => node(id, types[id as keyof typeof types], data));
    const edges = chain('s', ...Object.keys(settings));
    const graph = graphOf(appDocument({ mode: 'workflow', nodes: [node('s', 'start'), ...nodes], edges }));
    expect(find(graph, 'assign')?.data).toMatchObject({ items: [{ value_type: 'object', value: mine }] });
    expect(find(graph, 'loop')?.data).toMatchObject({ loop_variables: [{ var_type: 'object', value: mine }] });
    expect(find(graph, 'call')?.data).toMatchObject({
      tool_parameters: { value: { type: 'constant', value: mine } },
      tool_configurations: { plain: { type: 'constant', value: mine } },
    });
    expect(find(graph, 'code')?.data.outputs).toEqual({
      value: { type: 'object', children: { default: { type: 'array[string]' } } },
    });
    expect(find(graph, 'ask')?.data).toMatchObject({ inputs: [{ type: 'file', default: mine }] });
  });

  it('reads a list of selectors as the selector of a context', () => {
    const model = node('m', 'llm', { context: { enabled: true, variable_selector: [['k', 'result']] } });
    const graph = graphOf(
      appDocument({ mode: 'workflow', nodes: [node('s', 'start'), model], edges: chain('s', 'm') }),
    );
    expect(find(graph, 'm')?.data.context).toEqual({ enabled: true, variable_selector: ['k', 'result'] });
  });

  it('gives an old container a start of its own', () => {
    const graph = graphOf(sample('legacy-2024.yml'));
    expect(find(graph, '4')?.data.start_node_id).toBe('4start');
    expect(find(graph, '4start')).toMatchObject({ type: 'iteration-start', parent: '4' });
    expect(graph.edges).toContainEqual({ source: '4start', sourceHandle: 'source', target: '41' });
  });

  it('finds the children of a container that only knows its start', () => {
    const graph = graphOf(
      appDocument({
        mode: 'workflow',
        nodes: [
          node('s', 'start'),
          node('l', 'loop', { start_node_id: 'a', loop_count: 3 }),
          node('a', 'code'),
          node('b', 'code'),
          node('e', 'end'),
        ],
        edges: [...chain('s', 'l', 'e'), ...chain('a', 'b')],
      }),
    );
    expect(find(graph, 'a')?.parent).toBe('l');
    expect(find(graph, 'b')?.parent).toBe('l');
    expect(find(graph, 'e')?.parent).toBeNull();
    expect(find(graph, 'lstart')).toMatchObject({ type: 'loop-start', parent: 'l' });
  });

  it('finds a start that is known by its parent only', () => {
    const start = { id: 'ls', type: 'custom-loop-start', parentId: 'l', data: { type: 'loop-start', title: '' } };
    const graph = graphOf(
      appDocument({
        mode: 'workflow',
        nodes: [node('s', 'start'), node('l', 'loop', { loop_count: 1 }), start, node('a', 'code', { loop_id: 'l' })],
        edges: [edge('s', 'l'), edge('ls', 'a')],
      }),
    );
    expect(find(graph, 'l')?.data.start_node_id).toBe('ls');
    expect(graph.nodes).toHaveLength(4);
  });

  it('takes numbers for ids, and digits for versions', () => {
    const nodes = [
      { id: 1, data: { type: 'start', title: 'S' } },
      { id: 2, data: { type: 'assigner', title: 'A', version: 'v2' } },
      { id: 3, data: { type: 'assigner', title: 'B', version: 1 } },
      { id: 4, data: { type: 'assigner', title: 'C', items: [] } },
      { id: 5, data: { type: 'assigner', title: 'D', items: [], assigned_variable_selector: ['conversation', 'x'] } },
    ];
    const edges = [1, 2, 3, 4].map((source) => ({ source, target: source + 1 }));
    const graph = graphOf(appDocument({ mode: 'workflow', nodes, edges }));
    expect(graph.nodes.map(({ id, version }) => id + version)).toEqual(['11', '22', '31', '42', '51']);
  });

  it('keeps secrets out of the graph and names them', () => {
    const compiled = compile(sample('scalar-traps.yml'));
    expect(compiled.graph.text).not.toContain('not-a-real-secret');
    expect(compiled.secretNames).toEqual(['token']);
    expect(compiled.graph.text).toContain('"valueType":"number","value":1.0');
    expect(compiled.graph.hash).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('a graph with types that nobody brings', () => {
  const document = (more: object) =>
    JSON.stringify({
      ...JSON.parse(
        appDocument({
          mode: 'workflow',
          nodes: [node('s', 'start'), node('x', 'teleport'), node('y', 'if-else', { cases: 'no list' })],
          edges: [edge('s', 'x')],
        }),
      ),
      ...more,
    });

  it('is published with a warning, and names the plugins that may bring them', () => {
    const beam = { marketplace_plugin_unique_identifier: 'acme/teleport:1.2.0@0a' };
    const text = document({
      dependencies: [
        { type: 'marketplace', value: beam },
        { type: 'github', value: { repo: 'acme/other' } },
      ],
    });
    const compiled = compile(text);
    expect(compiled.warnings).toContain(
      "The node 'teleport x' (x) has the type 'teleport', which is not available here: it is kept, and a run that reaches it fails there. Install acme/teleport, which may bring it, or remove the node.",
    );
    expect(documents.parse(text).warnings).toContain(compiled.warnings[0]);
    const graph = fromJson(compiled.graph.text) as GraphDocument;
    expect(find(graph, 'x')?.missing).toEqual({ isRoot: false, plugins: ['acme/teleport'] });
    expect(find(graph, 's')).not.toHaveProperty('missing');
  });

  it('prefers the plugin that the node names itself, and else names all', () => {
    const plugins = (data: object, dependencies: object[]) => {
      const nodes = [node('s', 'start'), node('x', 'teleport', data as Record<string, unknown>)];
      const tree = JSON.parse(appDocument({ mode: 'workflow', nodes, edges: [edge('s', 'x')] }));
      return find(graphOf(JSON.stringify({ ...tree, dependencies })), 'x')?.missing?.plugins;
    };
    const dependencies = ['a/one', 'b/two'].map((repo) => ({ type: 'github', value: { repo } }));
    expect(plugins({ plugin_id: 'me/mine' }, dependencies)).toEqual(['me/mine']);
    expect(plugins({ provider_id: 'me/mine/part', plugin_id: 7 }, dependencies)).toEqual(['me/mine']);
    expect(plugins({ provider_id: 'time' }, dependencies)).toEqual(['a/one', 'b/two']);
    expect(plugins({}, [])).toEqual([]);
  });

  it('is exported as it was', () => {
    const { tree } = documents.parse(document({}));
    expect(documents.parse(documents.export(tree, { secrets: false })).tree).toBe(tree);
  });

  it('is warned of settings that do not fit where nothing leads', () => {
    const using = documentsWith([
      ...allNodeTypes.filter(({ type }) => type !== 'if-else'),
      fakeNodeType('if-else', { type: 'object', properties: { cases: { type: 'array' } } }),
    ]);
    const broken = "The node 'if-else y' (y): field cases must be an array.";
    expect(compile(document({}), using).warnings).toContain(broken);
    expect(using.parse(document({})).warnings).toContain(broken);
  });
});

describe('warnings about features', () => {
  const linters = {
    all: () => [{ id: 'test', lint: (features: object) => ('speech_to_text' in features ? ['Nobody listens.'] : []) }],
  };
  const using = createDocuments(contributionsOf(allNodeTypes), linters);

  it('is told at import and at publish, for every mode', () => {
    const features = { speech_to_text: { enabled: true } };
    const drawn = appDocument({ mode: 'workflow', features, nodes: [node('s', 'start')], edges: [] });
    const model = { provider: 'openai', name: 'gpt-4o' };
    const chat = JSON.stringify({ app: { mode: 'chat' }, model_config: { model, ...features } });
    for (const text of [drawn, chat]) {
      expect(using.parse(text).warnings).toContain('Nobody listens.');
      expect(compile(text, using).warnings).toEqual(['Nobody listens.']);
    }
    expect(compile(drawn).warnings).toEqual([]);
  });
});

describe('the roots of a graph', () => {
  const webhook = { ...fakeNodeType('trigger-webhook'), inputs: () => [{ variable: 'body', type: 'json_object' }] };
  const using = documentsWith([...allNodeTypes.filter(({ type }) => type !== 'trigger-webhook'), webhook]);
  const rooted = (...nodes: object[]) => compile(appDocument({ mode: 'workflow', nodes, edges: [] }), using);

  it('say which of them a caller can start, and with what', () => {
    expect(rooted(node('s', 'start')).roots).toEqual([
      { nodeId: 's', type: 'start', title: 'start s', isCallable: true },
    ]);
    const hook = rooted(node('h', 'trigger-webhook'));
    expect(hook.roots).toMatchObject([{ nodeId: 'h', isCallable: true }]);
    expect(hook.inputForm).toMatchObject([{ json_object: { variable: 'body' } }]);
    expect(rooted(node('p', 'trigger-plugin')).roots).toMatchObject([{ nodeId: 'p', isCallable: false }]);
  });

  it('are all named when there are several, and no form fits them', () => {
    const both = rooted(node('h', 'trigger-webhook'), node('p', 'trigger-plugin'));
    expect(both.roots.map((root) => root.nodeId)).toEqual(['h', 'p']);
    expect(both.inputForm).toEqual([]);
  });

  it('may hold one schedule', () => {
    expect(caught(() => rooted(node('a', 'trigger-schedule'), node('b', 'trigger-schedule')))).toMatchObject({
      code: 'engine.invalid_graph',
      message: expect.stringMatching(/several schedules: node 'trigger-schedule a' \(a\) and/),
    });
  });

  it('may be of a type that nobody brings', () => {
    const missing = documentsWith(allNodeTypes.filter(({ type }) => !type.startsWith('trigger-')));
    const text = appDocument({ mode: 'workflow', nodes: [node('t', 'trigger-moon')], edges: [] });
    expect(compile(text, missing).roots).toMatchObject([{ nodeId: 't', isCallable: false }]);
    const graph = fromJson(compile(text, missing).graph.text) as GraphDocument;
    expect(find(graph, 't')?.missing?.isRoot).toBe(true);
  });
});

describe('a graph that cannot run', () => {
  const start = node('s', 'start');

  it('is refused with every problem, by node and field', () => {
    const error = caught(() => compile(sample('neg-dangling-edge.yml')));
    expect(error).toMatchObject({
      code: 'engine.invalid_graph',
      kind: 'invalid',
      field: 'workflow.graph.nodes[1].id',
      message: expect.stringMatching(/Two nodes have the id 'a', one of them 'Same id'[\s\S]*'nowhere' \(target\)/),
    });
  });

  it('is refused without a start, with two, and with a circle', () => {
    expect(refusal([node('e', 'end')], [])).toMatchObject({ message: expect.stringMatching(/no start: add/) });
    expect(refusal([start, node('t', 'start')], [])).toMatchObject({
      message: expect.stringMatching(/starts both at/),
    });
    expect(caught(() => compile(sample('neg-two-starts.yml')))).toMatchObject({
      message: expect.stringMatching(/'Start' \(a\) and at node 'Hook' \(t\)/),
    });
    expect(caught(() => compile(sample('neg-cycle.yml')))).toMatchObject({ message: expect.stringMatching(/itself/) });
    expect(refusal([start, node('a', 'code')], [edge('s', 'a'), edge('a', 'a')])).toMatchObject({
      message: expect.stringMatching(/'code a' \(a\).* leads back/),
    });
  });

  it('is refused where nodes have their types beside their data, and says so of a start that is there', () => {
    const misplaced = (id: string, type: string) => ({ id, type, data: { title: id } });
    const told = (...nodes: object[]) => refusal(nodes, []);
    expect(told(misplaced('s', 'start'), misplaced('m', 'llm'), node('e', 'end'))).toMatchObject({
      field: 'workflow.graph.nodes[0].data.type',
      message: expect.stringMatching(
        /^The node 's' \(and 1 more\).*data\.type is missing.*\{type: start, title: …\}\.$/,
      ),
    });
    expect(told(start, misplaced('m', 'llm'))).toMatchObject({
      message: expect.stringMatching(/^The node 'm' has its/),
    });
    expect(told(misplaced('s', 'custom'))).toMatchObject({ message: expect.stringMatching(/no start/) });
  });

  it('is refused for an empty container that is reached, and warned of otherwise', () => {
    const loop = node('l', 'loop', { loop_count: 2 });
    expect(refusal([start, loop], [edge('s', 'l')])).toMatchObject({
      field: 'l.start_node_id',
      message: expect.stringMatching(/'loop l' \(l\) has no start/),
    });
    expect(refusal([start, loop], [])).toMatchObject({ warnings: [expect.stringMatching(/can't be reached/)] });
  });

  it('is refused for containers that contain each other', () => {
    const nodes = [start, node('a', 'loop', { loop_id: 'b' }), node('b', 'loop', { loop_id: 'a' })];
    expect(refusal(nodes, [edge('s', 'a')])).toMatchObject({ message: expect.stringMatching(/contain each other/) });
  });

  it('is refused for settings that do not fit their schema, and knows the newest version of a type', () => {
    const settings = {
      type: 'object',
      required: ['threshold'],
      properties: { threshold: { type: 'number' }, count: { type: 'integer' } },
    };
    const using = documentsWith([
      ...allNodeTypes,
      fakeNodeType('scale', settings, '1'),
      fakeNodeType('scale', { type: 'object', required: ['newest'] }, '10'),
      fakeNodeType('scale', { type: 'object' }, '9'),
    ]);
    const text = (data: string) =>
      `app: {mode: workflow}\nworkflow: {graph: {edges: [{source: s, target: x}], nodes: [{id: s, data: {type: start}}, {id: x, data: {type: scale, title: Scale, ${data}}}]}}`;
    expect(compile(text('threshold: 1.0, count: 2.0'), using).mode).toBe('workflow');
    expect(caught(() => compile(text('threshold: high'), using))).toMatchObject({
      message: "The node 'Scale' (x): field threshold must be a number.",
      field: 'x.threshold',
    });
    expect(caught(() => compile(text('a: 1'), using))).toMatchObject({ field: 'x.threshold' });
    expect(caught(() => compile(text('version: 99'), using))).toMatchObject({ field: 'x.newest' });
  });

  it('survives whatever nodes and edges are made of', () => {
    const nodes = [
      start,
      null,
      7,
      'x',
      [],
      {},
      { id: {} },
      { id: 'q' },
      { id: 'r', data: 'x' },
      { data: { type: 'code' } },
    ];
    const edges = [null, 1, {}, { source: 's' }, { source: ['s'], target: 's' }];
    const error = refusal(nodes as object[], edges as object[]);
    expect(error).toMatchObject({ code: 'engine.invalid_graph' });
    expect(
      documents.parse(appDocument({ mode: 'workflow', nodes: nodes as object[], edges: edges as object[] })).warnings
        .length,
    ).toBeGreaterThan(5);
  });

  it('may be a chain of 10,000 nodes', () => {
    const ids = Array.from({ length: 10_000 }, (_, index) => `n${index}`);
    const nodes = [start, ...ids.map((id) => node(id, 'template-transform', { template: 'x', variables: [] }))];
    const end = node('e', 'end', { outputs: [] });
    const edges = chain('s', ...ids, 'e');
    const tree = appDocument({ mode: 'workflow', nodes: [...nodes, end], edges });
    const graph = fromJson(documents.compile(tree).graph.text) as GraphDocument;
    expect(graph.nodes).toHaveLength(10_002);
    expect(graph.edges).toHaveLength(10_001);
  });

  it('is refused when it is larger than anything a person draws', () => {
    const nodes = [start, ...Array.from({ length: 10_100 }, (_, index) => node(`n${index}`, 'code'))];
    const error = caught(() => documents.compile(appDocument({ mode: 'workflow', nodes, edges: [] })));
    expect(error).toMatchObject({ message: expect.stringMatching(/more than 10100 nodes/) });
  });

  it('is refused for inputs without names, with one name, or of unknown types', () => {
    const variables = [
      { variable: 'a', type: 'number' },
      { variable: 'a', type: 'select' },
      { type: 'number' },
      { variable: 'c', type: 'hologram' },
      { variable: 'd', type: 'json_object', json_schema: '{"type": "nonsense"}' },
    ];
    const error = refusal([node('s', 'start', { variables })], []);
    expect(error).toMatchObject({ field: 's.variables[1]' });
    expect(String(error)).toMatch(/name 'a'[\s\S]*no usable[\s\S]*'hologram'[\s\S]*'d' .* is no JSON Schema/);
  });
});
