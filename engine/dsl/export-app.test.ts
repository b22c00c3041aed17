import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fromJson } from '#engine/run/values/value.ts';
import { appDocument, node } from '#engine/testing/app-document.ts';
import { documentsWith } from './testing/node-types.ts';
import { readYaml } from './yaml-reader.ts';

const documents = documentsWith();
const sample = (name: string) => readFileSync(join(import.meta.dirname, 'samples', name), 'utf8');
const exported = (text: string, secrets = false) => documents.export(documents.parse(text).tree, { secrets });

/** Data of the nodes after an export. */
function dataAfter(nodes: readonly object[], options: { secrets: boolean; datasetIds?: (id: string) => string }) {
  const { tree } = documents.parse(appDocument({ mode: 'workflow', nodes, edges: [] }));
  const document = readYaml(documents.export(tree, options)) as { workflow: { graph: { nodes: { data: object }[] } } };
  return document.workflow.graph.nodes.map(({ data }) => data);
}

describe('an export', () => {
  it('has the head every document has, in our version, and later versions keep theirs', () => {
    const text = exported('app: {name: A, mode: workflow}\nworkflow: {}');
    expect(text).toBe('version: 0.6.0\nkind: app\napp:\n  name: A\n  mode: workflow\nworkflow: {}\ndependencies: []\n');
    expect(exported('version: 0.7.0\napp: {mode: agent}')).toMatch(/^kind: app\nversion: 0.7.0\napp:/);
    expect(exported('version: 0.1.5\napp: {mode: workflow}\nworkflow: {}')).toMatch(/^version: 0.6.0\n/m);
  });

  it('has a key that occurred twice once, with the value that counts, and reads back as it was', () => {
    const text =
      'version: 0.6.0\napp: {name: A, mode: workflow, name: B}\nworkflow:\n  features: {a: 1}\n  features: {b: 010}\n';
    const first = documents.parse(text);
    expect(first).toMatchObject({ name: 'B', status: 'completed' });
    expect(first.warnings.filter((warning) => warning.includes('twice'))).toEqual([
      "Line 2, column 32: the key 'name' occurs twice, and this one counts: remove the other.",
      "Line 5, column 3: the key 'features' occurs twice, and this one counts: remove the other.",
    ]);
    const second = documents.parse(exported(text));
    expect(second.warnings.join()).not.toContain('twice');
    expect(fromJson(second.tree)).toMatchObject({ app: { name: 'B' }, workflow: { features: { b: 8 } } });
    expect(documents.export(second.tree, { secrets: true })).toBe(documents.export(first.tree, { secrets: true }));
  });

  it('names the plugins the app still needs, as they were imported, and no others', () => {
    const entry = (name: string) => ({
      current_identifier: null,
      type: 'marketplace',
      value: { marketplace_plugin_unique_identifier: `${name}:0.1.0@0123` },
    });
    const used = [entry('langgenius/openai'), entry('langgenius/gemini'), entry('me/weather'), entry('me/teleport')];
    const odd = [
      { type: 'package', value: {} },
      { type: 'github', value: { repo: 'me/strategy', version: '1' } },
    ];
    const list = [
      ...used,
      entry('langgenius/tongyi'),
      entry('me/open'),
      ...odd,
      { type: 'github', value: { repo: 'me/gone' } },
    ];
    const nodes = [
      node('a', 'llm', { model: { provider: 'langgenius/openai/openai', name: 'm' } }),
      node('b', 'llm', { model: { provider: 'google', name: 'm' } }),
      node('c', 'tool', { provider_id: 'me/weather/forecast', tool_name: 't' }),
      node('d', 'teleport', {}),
      node('e', 'agent', { agent_strategy_provider_name: 'me/strategy/react' }),
    ];
    const document = JSON.parse(appDocument({ mode: 'workflow', nodes, edges: [] }));
    const { tree } = documents.parse(JSON.stringify({ ...document, dependencies: list }));
    const again = readYaml(documents.export(tree, { secrets: false })) as { dependencies: unknown };
    expect(again.dependencies).toEqual([...used, ...odd]);
  });

  it('trap 1: YAML 1.1 scalars: option 000568 stays text, "yes" survives export and re-import, key y stays', () => {
    const once = exported(sample('scalar-traps.yml'), true);
    for (const text of [sample('scalar-traps.yml'), once, exported(once, true)]) {
      const tree = fromJson(documents.parse(text).tree);
      const [start] = (tree as { workflow: { graph: { nodes: { data: object; position: object }[] } } }).workflow.graph
        .nodes;
      const options = expect.arrayContaining(['000568', '01880', '08257', '010', 'yes', '1e3', '2024-01-01']);
      expect(start?.data).toMatchObject({ variables: [{ options }, { default: 8 }], yes: 'key', y: 'n', octal: 8 });
      expect(start?.position).toEqual({ x: 80, y: 282.5 });
      expect(tree).toMatchObject({ app: { description: 'yes', use_icon_as_answer_icon: false } });
    }
  });

  it('trap 28: secrets: secret variables are empty unless they are asked for', () => {
    const { tree } = documents.parse(sample('scalar-traps.yml'));
    expect(documents.export(tree, { secrets: false })).not.toContain('not-a-real-secret');
    expect(documents.export(tree, { secrets: true })).toContain('value: not-a-real-secret');
    expect(documents.secrets(tree)).toEqual({ token: 'not-a-real-secret' });
    const stripped = documents.withSecrets(tree, { token: '', ratio: 'no secret', toString: 'x' });
    expect(documents.secrets(stripped)).toEqual({ token: '' });
    expect(documents.withSecrets(stripped, { token: 'not-a-real-secret' })).toBe(tree);
  });

  it('trap 28: secrets: credential ids of tools and agents are gone', () => {
    const tool = { credential_id: 'c1', tool_name: 't' };
    const agent = {
      agent_parameters: { tools: { type: 'constant', value: [{ tool_name: 't', credential_id: 'c2' }] } },
    };
    const nodes = [node('t', 'tool', tool), node('a', 'agent', agent)];
    expect(JSON.stringify(dataAfter(nodes, { secrets: false }))).not.toContain('credential_id');
    expect(JSON.stringify(dataAfter(nodes, { secrets: true }))).toMatch(/"c1".*"c2"/);
    expect(exported(sample('desk-agent-chat.yml'))).not.toContain('credential_id');
    expect(exported(sample('desk-agent-chat.yml'), true)).toContain('credential_id');
  });

  it('resets what ties triggers to their workspace', () => {
    const nodes = [
      node('a', 'trigger-webhook', { webhook_url: 'https://a/b', method: 'post' }),
      node('b', 'trigger-plugin', { subscription_id: 's' }),
      node('c', 'trigger-schedule', { config: { cron_expression: '* * * * *' }, mode: 'cron' }),
    ];
    expect(dataAfter(nodes, { secrets: true })).toMatchObject([
      { webhook_url: '', method: 'post' },
      { subscription_id: '' },
      { config: { mode: 'visual', frequency: 'daily', timezone: 'UTC' }, mode: 'cron' },
    ]);
    expect(dataAfter(nodes, { secrets: true })[0]).not.toHaveProperty('webhook_debug_url');
  });

  it('rewrites knowledge bases only when asked, and forgets files stored here', () => {
    const local = { type: 'image', transfer_method: 'local_file', upload_file_id: 'u' };
    const remote = { type: 'image', transfer_method: 'remote_url', url: 'https://a/b.png' };
    const variables = [
      { variable: 'one', type: 'file', default: local },
      { variable: 'two', type: 'file-list', default: [local, remote] },
      { variable: 'three', type: 'json_object', default: { a: 1 } },
      { variable: 'four', type: 'file', default: remote },
    ];
    const nodes = [node('k', 'knowledge-retrieval', { dataset_ids: ['d1'] }), node('s', 'start', { variables })];
    expect(dataAfter(nodes, { secrets: false })).toMatchObject([
      { dataset_ids: ['d1'] },
      { variables: [{ variable: 'one' }, { default: [remote] }, { default: { a: 1 } }, { default: remote }] },
    ]);
    expect(JSON.stringify(dataAfter(nodes, { secrets: false }))).not.toContain('local_file');
    expect(dataAfter(nodes, { secrets: false, datasetIds: (id) => `sealed-${id}` })).toMatchObject([
      { dataset_ids: ['sealed-d1'] },
      {},
    ]);
  });

  it('keeps the order of keys and everything it does not know', () => {
    const text = 'x-note: kept\napp: {mode: workflow, z: 1, a: {b: [2.0]}}\nworkflow: {rag_pipeline_variables: []}';
    expect(exported(text)).toBe(
      'version: 0.6.0\nkind: app\nx-note: kept\napp:\n  mode: workflow\n  z: 1\n  a:\n    b:\n    - 2.0\nworkflow:\n  rag_pipeline_variables: []\ndependencies: []\n',
    );
    expect(fromJson(documents.parse(exported(text)).tree)).toMatchObject({ 'x-note': 'kept' });
  });
});
