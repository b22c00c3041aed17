import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fromJson } from '#engine/run/values/value.ts';
import { parsedApp } from './parse-app.ts';
import { readRoot } from './read-root.ts';
import { caught } from './testing/caught.ts';
import { allNodeTypes, documentsWith } from './testing/node-types.ts';

const documents = documentsWith();
const sample = (name: string) => readFileSync(join(import.meta.dirname, 'samples', name), 'utf8');
const refused = (text: string) => caught(() => documents.parse(text));
const workflow = (version: string) => `version: ${version}\napp: {name: A, mode: workflow}\nworkflow: {}\n`;

describe('parsing an application', () => {
  it('reads the head and keeps the tree as it is', () => {
    const parsed = documents.parse(sample('scalar-traps.yml'));
    expect(parsed).toMatchObject({
      name: 'scalar traps 🤖',
      mode: 'workflow',
      description: 'yes',
      icon: '🤖',
      iconType: 'emoji',
      iconBackground: '#FFEAD5',
      version: '0.6.0',
      status: 'completed',
    });
    const tree = fromJson(parsed.tree) as { app: object };
    expect(tree.app).toHaveProperty('use_icon_as_answer_icon', false);
    expect(tree).not.toHaveProperty('dependencies');
    expect(parsed.tree).toContain('"value":12345678901234567890');
    expect(parsed.tree).toContain('"value":1.0,');
  });

  it('takes a chain of 10,000 nodes with all that an editor keeps of it', () => {
    const nodes = Array.from(
      { length: 10_000 },
      (_, index) => `    - id: '${1_700_000_000_000 + index}'
      type: custom
      position: {x: ${index * 300}, y: 282.5}
      positionAbsolute: {x: ${index * 300}, y: 282.5}
      width: 244
      height: 54
      selected: false
      sourcePosition: right
      targetPosition: left
      data:
        type: ${index === 0 ? 'start' : 'template-transform'}
        title: Step ${index}
        desc: ''
        selected: false
        template: '{{ name }}'
        variables:
        - {variable: name, value_selector: ['${1_700_000_000_000 + index - 1}', output]}
`,
    ).join('');
    const text = `${workflow('0.6.0').replace('workflow: {}\n', '')}workflow:\n  graph:\n    edges: []\n    nodes:\n${nodes}`;
    const { tree } = documents.parse(text);
    expect((fromJson(tree) as { workflow: { graph: { nodes: unknown[] } } }).workflow.graph.nodes).toHaveLength(10_000);
  }, 180_000);

  it('guesses the plugins behind it only where it does not list them', () => {
    const text = (list: string, version = '0.5.0') =>
      `version: ${version}\napp: {name: A, mode: workflow}\n${list}workflow: {graph: {edges: [], nodes: [{id: a, data: {type: llm, model: {provider: team, name: writer}}}]}}\n`;
    const guesses = (list: string, version?: string) =>
      documents.parse(text(list, version)).warnings.filter((one) => one.includes('langgenius/team'));
    expect(guesses('')).toHaveLength(1);
    expect(guesses('dependencies: []\n')).toEqual([]);
    expect(guesses('dependencies: []\n', '0.1.5')).toHaveLength(1);
  });

  it.each([
    [
      'the reranker',
      { retrieval_mode: 'multiple', multiple_retrieval_config: { reranking_mode: 'reranking_model' } },
      'ranker',
    ],
    [
      'the embedding',
      { retrieval_mode: 'multiple', multiple_retrieval_config: { reranking_mode: 'weighted_score' } },
      'vectors',
    ],
    ['the router', { retrieval_mode: 'single', multiple_retrieval_config: {} }, 'router'],
    ['nothing', { retrieval_mode: 'multiple', multiple_retrieval_config: { reranking_enable: false } }, null],
  ])('guesses of a retrieval in an older document %s that it uses', (_case, settings, provider) => {
    const data = {
      type: 'knowledge-retrieval',
      retrieval_mode: settings.retrieval_mode,
      single_retrieval_config: { model: { provider: 'router', name: 'r' } },
      multiple_retrieval_config: {
        reranking_model: { provider: 'ranker/ranker/ranker', model: 'r' },
        weights: { vector_setting: { embedding_provider_name: 'vectors', embedding_model_name: 'v' } },
        ...settings.multiple_retrieval_config,
      },
    };
    const workflow = { graph: { edges: [], nodes: [{ id: 'a', data }] } };
    const text = JSON.stringify({ version: '0.1.5', app: { name: 'A', mode: 'workflow' }, workflow });
    const warnings = documents.parse(text).warnings.join();
    const named = ['ranker/ranker', 'langgenius/vectors', 'langgenius/router'].filter((name) =>
      warnings.includes(name),
    );
    expect(named).toEqual(provider === null ? [] : [expect.stringContaining(provider)]);
  });

  it('names of the plugins behind it only those that nothing here is called like', () => {
    const list = ['acme/writer:1.0@aa', 'acme/Reader:2@bb', 'acme/code:1@cc', 'acme/gone:1@dd'];
    const dependencies = list.map((name) => ({
      type: 'marketplace',
      value: { marketplace_plugin_unique_identifier: name },
    }));
    const text = JSON.stringify({ version: '0.5.0', dependencies, app: { name: 'A', mode: 'workflow' }, workflow: {} });
    const linter = { id: 'a', brings: () => ['writer', 'other/reader/reader'] };
    const { warnings } = parsedApp(readRoot(text), allNodeTypes, [linter]);
    expect(warnings.filter((one) => one.includes('acme/'))).toEqual([
      expect.stringContaining('plugins acme/gone, and nothing here'),
    ]);
  });

  it('unwraps the envelope of a saved export', () => {
    const parsed = documents.parse(sample('enveloped.json.yml'));
    expect(parsed.name).toBe('Support');
    expect(parsed.tree).toBe(documents.parse(sample('support-chatflow.yml')).tree);
  });

  it('decides by the version what happens next', () => {
    const statusOf = (version: string) => documents.parse(workflow(version)).status;
    expect(statusOf('0.6.0')).toBe('completed');
    expect(statusOf("'0.6'")).toBe('completed');
    expect(statusOf('0.5.9')).toBe('completed-with-warnings');
    expect(statusOf('0.6.1')).toBe('pending');
    expect(statusOf('0.7.0')).toBe('completed');
    expect(statusOf('0.7.1')).toBe('pending');
    expect(statusOf('0.10.0')).toBe('pending');
    expect(statusOf('1.0.0')).toBe('pending');
    expect(documents.parse('app: {mode: workflow}\nworkflow: {}')).toMatchObject({ version: '0.1.0', name: '' });
    expect(documents.parse(workflow("''"))).toMatchObject({ version: '0.1.0' });
  });

  it('refuses with the field and a remedy', () => {
    const cases: readonly (readonly [string, string | undefined, RegExp])[] = [
      ['- a', undefined, /must be a mapping/],
      ['just text', undefined, /must be a mapping/],
      ['', undefined, /must be a mapping|empty/],
      [workflow('0.5'), 'version', /Invalid version type, expected str.*quotes/],
      [workflow('latest'), 'version', /no version number/],
      ['version: 0.6.0', 'app', /Missing app data/],
      ['app: []', 'app', /Missing app data/],
      ['app: {name: x}', 'app.mode', /app.mode is missing/],
      ['app: {mode: channel}', 'app.mode', /'channel', which is not supported/],
      ['app: {mode: workflow}', 'workflow', /Missing workflow/],
      ['app: {mode: advanced-chat}\nworkflow: []', 'workflow', /Missing workflow/],
      ['app: {mode: chat}', 'model_config', /Missing model_config/],
      ['app: {mode: completion}\nmodel_config: x', 'model_config', /Missing model_config/],
      ['kind: rag_pipeline\nrag_pipeline: {}', 'kind', /knowledge pipeline/],
      ['app: {mode: workflow}\nworkflow: {graph: []}', 'workflow.graph', /must be a mapping/],
      ['app: {mode: workflow}\nworkflow: {graph: {nodes: {a: 1}}}', 'workflow.graph.nodes', /must be a list/],
    ];
    for (const [text, field, message] of cases) {
      expect(refused(text)).toMatchObject({
        kind: 'invalid',
        code: 'engine.invalid_document',
        field,
        message: expect.stringMatching(message),
      });
    }
  });

  it('accepts agent applications of later versions', () => {
    const text =
      'version: 0.7.0\napp: {name: A, mode: agent}\nagent: {package_ref: p}\nagent_packages: {p: {soul: {}}}';
    expect(documents.parse(text)).toMatchObject({ mode: 'agent', status: 'completed', warnings: [] });
  });

  it.each<[string, object, string]>([
    ['cli_tools', { tools: { cli_tools: [{ name: 'jq' }] } }, 'command-line tools'],
    ['knowledge', { knowledge: { sets: [{ id: 's' }] } }, 'knowledge'],
    [
      'older knowledge and people',
      { knowledge: { datasets: [{}] }, human: { contacts: [{}] } },
      'knowledge, people to ask',
    ],
    ['variables', { app_variables: [{ name: 'topic' }] }, 'input variables'],
    ['skills and files', { config_skills: [{}], config_files: [{}] }, 'skills, files'],
  ])('tells which parts of an agent are kept and not used: %s', async (_, soul, parts) => {
    const tree = { version: '0.7.0', app: { name: 'A', mode: 'agent' }, agent: { package_ref: 'p' } };
    const parsed = documents.parse(JSON.stringify({ ...tree, agent_packages: { p: { soul } } }));
    const told = `The agent package 'p' has parts that are kept, and not used by runs here: ${parts}.`;
    expect(parsed.warnings).toEqual([expect.stringContaining(told)]);
    expect(await documents.missing(parsed.tree, { workspaceId: 'w' })).toEqual([expect.stringContaining(told)]);
  });

  it('tells of rules of outputs that no run keeps to', () => {
    const output = (more: object) => ({ name: 'score', type: 'number', ...more });
    const warned = (declared: object) => {
      const data = { type: 'agent', title: 'Judge', version: '2', agent_job: { declared_outputs: [declared] } };
      const graph = {
        nodes: [
          { id: 's', data: { type: 'start' } },
          { id: 'a', data },
        ],
        edges: [],
      };
      const tree = { version: '0.7.0', app: { name: 'A', mode: 'workflow' }, workflow: { graph } };
      return documents.parse(JSON.stringify(tree)).warnings.filter((one) => one.includes('rules of its outputs'));
    };
    expect(warned(output({ failure_strategy: { on_failure: 'default_value', default_value: 5 } }))).toHaveLength(1);
    expect(warned(output({ failure_strategy: { on_failure: 'stop' }, check: { enabled: false } }))).toEqual([]);
  });
});

describe('declared variables', () => {
  const withVariable = (entry: string) =>
    `app: {mode: workflow}\nworkflow: {environment_variables: [${entry}], graph: {nodes: []}}`;

  it('are refused by name when type or value are wrong, without showing the value', () => {
    const cases: readonly (readonly [string, RegExp])[] = [
      ['{value_type: string, value: x}', /no name/],
      ['{name: a, value: x}', /'a' .* no value_type/],
      ['{name: a, value_type: colour, value: x}', /unknown value_type 'colour'/],
      ['{name: a, value_type: string}', /'a' .* has no value/],
      ['{name: a, value_type: number, value: hush}', /does not fit its type number/],
      ['{name: a, value_type: secret, value: [hush]}', /does not fit/],
      ['{name: a, value_type: object, value: [hush]}', /does not fit/],
      ['{name: a, value_type: "array[number]", value: [hush]}', /does not fit/],
      [`{name: a, value_type: string, value: ${'hush'.repeat(60_000)}}`, /larger than 200 KB/],
      ['hush', /must be a mapping/],
    ];
    for (const [entry, message] of cases) {
      const error = refused(withVariable(entry));
      expect(error).toMatchObject({ message: expect.stringMatching(message), field: expect.stringContaining('[0]') });
      expect(String(error)).not.toContain('hush');
    }
  });

  it('start at the zero of their type when null', () => {
    const start = '{id: s, data: {type: start, title: S}}';
    const types = ['string', 'secret', 'number', 'integer', 'float', 'boolean', 'object', 'Array[String]'];
    const entries = types.map((type, index) => `{name: v${index}, value_type: '${type}', value: null}`).join(', ');
    const text = `app: {mode: workflow}\nworkflow: {environment_variables: [${entries}], graph: {nodes: [${start}]}}`;
    const graph = documents.compile(documents.parse(text).tree).graph.text;
    const values = /"environmentVariables":(\[.*\]),"conversation/.exec(graph)?.[1] ?? '';
    expect([...values.matchAll(/"value":([^}]*\}?)\}/g)].map((match) => match[1])).toEqual([
      '""', '""', '0', '0', '0.0', 'false', '{}', '[]',
    ]); // biome-ignore format: one line
  });
});

describe('warnings of an import', () => {
  it('name nodes that hold credentials, and never the credential', () => {
    const { warnings } = documents.parse(sample('legacy-2024.yml'));
    expect(warnings).toContainEqual(
      expect.stringMatching(/^The node 'Call' \(3\): field headers seems to hold a cred/),
    );
    expect(warnings.join()).not.toContain('placeholder-value');
  });

  it('stay silent about credentials that are variables', () => {
    const data = {
      type: 'http-request',
      title: 'Call',
      url: 'https://example.com/?page=1',
      headers: 'Authorization: Bearer {{#env.token#}}\nAccept: application/json',
      authorization: { type: 'api-key', config: { type: 'bearer', api_key: '{{#env.key#}}' } },
    };
    const document = { app: { mode: 'workflow' }, workflow: { graph: { nodes: [{ id: 'a', data }] } } };
    const { warnings } = documents.parse(JSON.stringify(document));
    expect(warnings.filter((warning) => warning.includes('credential'))).toEqual([]);
  });

  it('name nodes that nothing leads to, and types nobody brings', () => {
    const known = allNodeTypes.filter((type) => type.type !== 'iteration' && type.type !== 'code');
    const { warnings } = documentsWith(known).parse(sample('support-chatflow.yml'));
    expect(warnings).toContainEqual(expect.stringMatching(/'Lonely' \(lonely\) can't be reached/));
    expect(warnings).toContainEqual(
      expect.stringMatching(/'Each topic' \(each\) has the type 'iteration', which is not/),
    );
    expect(warnings).toContainEqual(expect.stringMatching(/plugins langgenius\/openai:?/));
  });

  it('name assigners that write what is none of theirs', () => {
    const assigner = (...targets: string[][]) => ({
      id: 'w',
      data: {
        type: 'assigner',
        title: 'W',
        items: targets.map((variable_selector) => ({ variable_selector, operation: 'clear' })),
      },
    });
    const nodes = [
      { id: 's', data: { type: 'start', title: 'S' } },
      { id: 'l', data: { type: 'loop', title: 'L', loop_variables: [{ label: 'n' }] } },
      assigner(['conversation', 'memo'], ['l', 'n'], ['s', 'x'], ['env', 'key']),
    ];
    const app = { name: 'A', mode: 'advanced-chat' };
    const text = JSON.stringify({ version: '0.6.0', app, workflow: { graph: { nodes, edges: [] } } });
    const { warnings } = documents.parse(text);
    expect(warnings.filter((warning) => warning.includes(' assigns '))).toEqual([
      expect.stringMatching(/^The node 'W' \(w\) assigns s\.x, and fails there/),
      expect.stringContaining('assigns env.key'),
    ]);
  });

  it('name what publishing would refuse', () => {
    expect(documents.parse(sample('neg-cycle.yml')).warnings.join()).toMatch(/'(Turn|Return)' .* leads back to itself/);
    expect(documents.parse(sample('neg-dangling-edge.yml')).warnings.join('\n')).toMatch(
      /Two nodes have the id 'a'[\s\S]*'nowhere' \(target\)/,
    );
  });
});
