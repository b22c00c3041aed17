import { describe, expect, it } from 'vitest';
import { Float } from '#engine';
import { node } from './template-transform.ts';
import { fakeNode, runNode } from './testing/fake-context.ts';

const data = (template: string, ...names: string[]) => ({
  template,
  variables: names.map((name) => ({ variable: name, value_selector: ['a', name] })),
});

describe('template-transform', () => {
  it('renders its declared variables, missing ones as None', async () => {
    const pool = { a: { n: 1, f: new Float(1), gone: undefined, secret: 'x' } };
    const result = await runNode(node, data('{{ n }} {{ f }} {{ gone }} {{ secret }}|', 'n', 'f', 'gone'), pool);
    expect(result).toEqual({ outputs: { output: '1 1.0 None |' }, inputs: { n: 1, f: new Float(1), gone: null } });
  });

  it('fails with the place in the template', async () => {
    await expect(runNode(node, data('ok\n{{ 1 + x }}', 'x'), {})).rejects.toMatchObject({
      name: 'NodeError',
      type: 'TemplateTransformError',
      message: expect.stringContaining('line 2, column 1'),
      details: { inputs: { x: null } },
    });
  });

  it('refuses more than 400000 characters', async () => {
    const long = data("{{ 'x' * 200000 }}{{ 'y' * 200000 }}");
    expect(String((await runNode(node, long, {})).outputs.output)).toHaveLength(400_000);
    await expect(runNode(node, data("{{ 'x' * 400001 }}"), {})).rejects.toThrow('longer than 400000');
  });

  it('refuses a broken template when the graph is built, naming node and field', () => {
    const build = () => node.compile(data('{% for %}'), { ...fakeNode({}), title: 'Page' });
    expect(build).toThrow('Node Page (node), template: expected a name to assign');
  });
});
