import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { appDocument, chain, edge, node } from '#engine/testing/app-document.ts';
import { documentsWith } from './testing/node-types.ts';

const documents = documentsWith();
const tree = (text: string) => documents.parse(text).tree;

interface Parts {
  readonly nodes?: object[];
  readonly edges?: object[];
  readonly features?: object;
  readonly env?: object[];
}
const drawn = ({ nodes = [node('1', 'start')], edges = [], features = {}, env = [] }: Parts) =>
  tree(appDocument({ mode: 'workflow', nodes, edges, features, environmentVariables: env }));
const compare = (before: Parts, after: Parts) => documents.compare(drawn(before), drawn(after));
const secret = (value: string) => ({ name: 'token', value_type: 'secret', value });

describe('two documents', () => {
  it('do not differ by where nodes are drawn, by the order of keys or by ids of edges', () => {
    const [start, end] = [node('1', 'start'), node('2', 'end', { outputs: [], desc: 'x' })] as Record<string, object>[];
    const moved = {
      data: { desc: 'x', selected: true, outputs: [], title: 'end 2', type: 'end' },
      type: 'custom',
      id: '2',
      position: { x: 400, y: 1.5 },
      positionAbsolute: { x: 9, y: 9 },
      width: 244,
      height: 90,
      selected: true,
      zIndex: 3,
    };
    const line = edge('1', '2');
    const other = { ...line, id: 'another', zIndex: 9, data: { sourceType: 'start' } };
    expect(
      compare({ nodes: [start ?? {}, end ?? {}], edges: [line] }, { nodes: [moved, start ?? {}], edges: [other] }),
    ).toEqual([]);
  });

  it('differ by nodes and edges that came, went and changed, field by field', () => {
    const conditions = (value: string) => [{ id: 'c1', comparison_operator: 'is', value }];
    const branch = (value: string) =>
      node('2', 'if-else', { cases: [{ case_id: 'a', conditions: conditions(value) }] });
    const changes = compare(
      { nodes: [node('1', 'start'), branch('x'), node('3', 'end')], edges: chain('1', '2', '3') },
      {
        nodes: [node('1', 'start'), branch('y'), node('4', 'end', { title: 'Done' })],
        edges: [...chain('1', '2'), edge('2', '4', 'a')],
      },
    );
    expect(changes).toEqual([
      {
        part: 'node',
        change: 'changed',
        id: '2',
        title: 'if-else 2',
        fields: [{ path: 'cases[a].conditions[c1].value', change: 'changed', before: 'x', after: 'y' }],
      },
      { part: 'node', change: 'removed', id: '3', title: 'end 3', fields: [] },
      { part: 'node', change: 'added', id: '4', title: 'Done', fields: [] },
      { part: 'edge', change: 'removed', id: '2/source → 3', title: 'if-else 2 → end 3', fields: [] },
      { part: 'edge', change: 'added', id: '2/a → 4', title: 'if-else 2 (a) → Done', fields: [] },
    ]);
  });

  it('differ by variables and features; secret values are compared and never told', () => {
    const changes = compare(
      { env: [secret('one'), { name: 'old', value_type: 'number', value: 1 }], features: { opening_statement: 'Hi' } },
      {
        env: [secret('two'), { name: 'old', value_type: 'number', value: 2 }],
        features: { opening_statement: 'Hello', retriever_resource: { enabled: true } },
      },
    );
    expect(changes.map(({ part, id, change }) => [part, id, change])).toEqual([
      ['environment-variable', 'token', 'changed'],
      ['environment-variable', 'old', 'changed'],
      ['feature', 'opening_statement', 'changed'],
      ['feature', 'retriever_resource', 'added'],
    ]);
    expect(changes[0]?.fields).toEqual([{ path: 'value', change: 'changed', isSecret: true }]);
    expect(changes[1]?.fields).toEqual([{ path: 'value', change: 'changed', before: 1, after: 2 }]);
    const shown = documents.compare(
      drawn({ env: [{ name: 'token', value_type: 'string', value: 'was-open' }] }),
      drawn({ env: [secret('is-hidden')] }),
    );
    expect(JSON.stringify(shown)).not.toMatch(/was-open|is-hidden/);
    expect(JSON.stringify(compare({ env: [secret('one')] }, {}))).not.toContain('one');
  });

  it('differ by the order of what runs in order', () => {
    const lists = (order: string[]) => ({
      nodes: [node('1', 'end', { outputs: order.map((variable) => ({ variable })) })],
    });
    expect(compare(lists(['a', 'b', 'c']), lists(['c', 'a']))[0]?.fields).toEqual([
      { path: 'outputs[b]', change: 'removed', before: { variable: 'b' } },
      { path: 'outputs[order]', change: 'changed', before: ['a', 'c'], after: ['c', 'a'] },
    ]);
  });

  it('differ by a number that became a float or a text', () => {
    const with_ = (value: string) => tree(`app: {name: A, mode: workflow}\nworkflow: {features: {limit: ${value}}}`);
    expect(documents.compare(with_('1'), with_('1.0'))).toHaveLength(1);
    expect(documents.compare(with_('1'), with_("'1'"))).toHaveLength(1);
    expect(documents.compare(with_('1.0'), with_('1.0'))).toEqual([]);
  });

  it('of apps without a graph differ by their settings', () => {
    const prompt = (text: string) =>
      tree(`app: {name: A, mode: chat}\nmodel_config: {pre_prompt: ${text}, model: {name: m}}\nextra: ${text}`);
    expect(documents.compare(prompt('one'), prompt('two')).map(({ part, id }) => [part, id])).toEqual([
      ['feature', 'pre_prompt'],
      ['other', 'extra'],
    ]);
  });

  it('are the same after an export and an import', () => {
    const folder = join(import.meta.dirname, 'samples');
    const samples = readdirSync(folder).filter((name) => name.endsWith('.yml') && !name.startsWith('neg-'));
    expect(samples.length).toBeGreaterThan(5);
    for (const name of samples) {
      const stored = tree(readFileSync(join(folder, name), 'utf8'));
      const again = tree(documents.export(stored, { secrets: true }));
      expect([name, documents.compare(stored, again).filter(({ part }) => part !== 'dependency')]).toEqual([name, []]);
    }
  });
});
