import { afterAll, beforeAll, expect, it } from 'vitest';
import { appDocument, edge, node } from '#engine/testing/app-document.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { AssistantBench } from './testing/assistant-bench.ts';

let platform: TestPlatform;
let bench: AssistantBench;
let appId: string;
beforeAll(async () => {
  platform = await sharedPlatform();
  bench = await AssistantBench.open(platform);
  appId = await bench.app(
    appDocument({
      mode: 'workflow',
      nodes: [
        node('start', 'start', {
          title: 'Start',
          variables: [{ variable: 'words', label: 'Words', type: 'paragraph', required: true }],
        }),
        node('count', 'code', {
          ...{ code_language: 'javascript', code: 'function main() {\n  return { result: 1 };\n}\n', variables: [] },
          outputs: { result: { type: 'number', children: null } },
        }),
        node('ask', 'llm', {
          model: { provider: 'openai', name: 'gpt-4o', mode: 'chat', completion_params: {} },
          prompt_template: [{ id: 'p', role: 'user', text: 'Hello {{#start.words#}}' }],
          ...{
            context: { enabled: false, variable_selector: [] },
            vision: { enabled: false },
            structured_output_switch_on: true,
          },
        }),
        node('check', 'if-else', {
          cases: [{ case_id: 'true', id: 'true', logical_operator: 'and', conditions: [] }],
        }),
        node('end', 'end', { outputs: [{ variable: 'count', value_selector: ['count', 'result'] }] }),
      ],
      edges: [
        edge('start', 'count'),
        edge('count', 'ask'),
        edge('ask', 'check'),
        edge('check', 'end', 'true'),
        edge('check', 'end', 'false'),
      ],
    }),
  );
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await platform.dispose();
});

const write = (kind: string, node_id: string, field: string) =>
  bench.ask(appId, { kind, node_id, field, wish: 'As it should be' }, 'texts');

it('code is written with what it takes and gives, and looked through before anybody sees it', async () => {
  const code = 'function main({ words }) {\n  return { count: words.split(" ").length };\n}\n';
  bench.model.says(
    { code: 'function main({ words ) {' },
    {
      ...{ code, summary: 'Counts the words.' },
      inputs: [{ variable: 'words', value_selector: ['start', 'words'], value_type: 'string' }],
      outputs: { count: { type: 'number', children: null } },
    },
  );
  const { last, steps } = await write('code', 'count', 'code');
  expect(steps).toContain('repairing 1');
  expect(last).toMatchObject({ event: 'proposal', text: code, summary: 'Counts the words.' });
  expect(last.operations.map(({ path }) => path.at(-1))).toEqual(['code', 'variables', 'outputs']);
  // The end names an output that is gone.
  expect(last.problems).toMatchObject([{ code: 'unknown_variable', node_id: 'end' }]);
  // What the node may name is told, and where it comes from.
  expect(bench.model.heard).toContain('"selector\\":[\\"start\\",\\"words\\"]');
});

it('code that stands alone in a fence is taken as well', async () => {
  bench.model.says('Here you are:\n```javascript\nfunction main() {\n  return { result: 2 };\n}\n```\nHave fun!');
  const { last } = await write('code', 'count', 'code');
  expect(last).toMatchObject({ text: 'function main() {\n  return { result: 2 };\n}\n', problems: [] });
});

it('a prompt, conditions and a JSON Schema are written where they belong, as people read them', async () => {
  bench.model.says({ text: 'Summarise {{#start.words#}}' });
  const prompt = await write('prompt', 'ask', 'prompt_template.0.text');
  expect(prompt.last).toMatchObject({ text: 'Summarise {{#start.words#}}', problems: [] });
  const selector = ['start', 'words'];
  const condition = { variable_selector: selector, varType: 'string', comparison_operator: 'contains', value: '?' };
  bench.model.says({ logical_operator: 'or', conditions: [condition, { ...condition, value: '!' }] });
  const conditions = await write('condition', 'check', 'cases.0');
  expect(conditions.last.text).toBe('Start · words contains ?\nOR Start · words contains !');
  expect(conditions.last.operations.map(({ path }) => path.slice(-3).join('.'))).toEqual([
    'cases.0.logical_operator',
    'cases.0.conditions',
  ]);
  const schema = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] };
  bench.model.says({ schema });
  const written = await write('json-schema', 'ask', 'structured_output.schema');
  // Its owner is not there yet.
  expect(written.last.operations).toEqual([expect.objectContaining({ set: { schema } })]);
  for (const { last } of [prompt, conditions, written]) expect((await bench.apply(appId, last)).status).toBe(200);
});

it.each([
  ['code', 'ask', 'prompt_template.0.text'],
  ['prompt', 'ask', 'prompt_template.9.text'],
  ['prompt', 'ask', 'model.name'],
  ['prompt', 'nobody', 'prompt_template.0.text'],
  ['condition', 'check', 'cases'],
  ['condition', 'check', 'cases.7'],
  ['json-schema', 'count', 'outputs'],
])('there is no %s at %s %s', async (kind, id, field) => {
  const { status } = await write(kind, id, field);
  expect(status).toBe(404);
});
