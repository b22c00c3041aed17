import { beforeAll, expect, it } from 'vitest';
import { describePages, type Page } from '#plugins/pages/testing/open-pages.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
import { ownServer, type StudioPerson, studioPerson } from '#plugins/studio/testing/studio-bench.ts';

const model = {
  ...{ provider: 'own/demo/demo', name: 'demo-chat', mode: 'chat' },
  completion_params: { pace_ms: 0, odd: { kept: true } },
};
const schema = { type: 'object', required: ['mood'], properties: { mood: { type: 'string', minLength: 2 } } };
const nodes = [
  { id: 'begin', type: 'custom', position: { x: 0, y: 0 }, data: { type: 'start', title: 'Begin', variables: [] } },
  {
    ...{ id: 'model', type: 'custom', position: { x: 320, y: 0 } },
    data: {
      ...{ type: 'llm', title: 'Write', model, vision: { enabled: false } },
      prompt_template: [{ id: 'p1', role: 'user', text: 'Say {{#sys.query#}}.' }],
      context: { enabled: true, variable_selector: ['sys', 'query'] },
      ...{ structured_output_switch_on: true, structured_output: { schema, more: 1 } },
    },
  },
  {
    ...{ id: 'answer', type: 'custom', position: { x: 640, y: 0 } },
    data: { type: 'answer', title: 'Answer', answer: '{{#model.text#}}', variables: [] },
  },
];
const edges = ['model', 'answer'].map((target, at) => ({
  ...{ id: `e${at}`, source: nodes[at]?.id, sourceHandle: 'source', target, targetHandle: 'target' },
}));
// JSON is YAML.
const flow = JSON.stringify({
  ...{ app: { name: 'Settings', mode: 'advanced-chat' }, kind: 'app', version: '0.6.0' },
  workflow: { environment_variables: [], conversation_variables: [], features: {}, graph: { edges, nodes } },
});
const chat = JSON.stringify({
  ...{ app: { name: 'Greeter', mode: 'chat' }, kind: 'app', version: '0.6.0' },
  model_config: {
    ...{ pre_prompt: 'Hello.', prompt_type: 'simple', model, opening_statement: '' },
    user_input_form: [
      { json_object: { variable: 'wish', label: 'Wish', required: false, json_schema: JSON.stringify(schema) } },
    ],
  },
});

describePages('settings of models, schemas and failures', (pages) => {
  let person: StudioPerson;
  beforeAll(async () => {
    await ownServer(pages);
    person = await studioPerson(pages);
  });
  const open = async (document: string, rest = '') => {
    const { appId } = await pages.platform.importApp(document);
    return { appId, page: await person.open(`/app/${appId}/build${rest}`) };
  };
  const yaml = async (appId: string) => {
    const path = `/console/api/apps/${appId}/draft`;
    return ((await pages.platform.management.request(path)).body as { yaml: string }).yaml;
  };
  const openParameters = (page: Page) => page.locator('summary').filter({ hasText: 'Parameters' }).first().click();

  it('parameters of a model are turned on, set, and off again; those it does not know stay', async () => {
    const { appId, page } = await open(flow, '?node=model');
    const before = await yaml(appId);
    await openParameters(page);
    await page.getByRole('switch', { name: 'Longest answer' }).check();
    const longest = page.getByRole('spinbutton', { name: 'Longest answer' });
    await typeInto(longest, '9000');
    await page.getByRole('alert').getByText('From 1 to 8,192.').waitFor();
    await typeInto(longest, '400');
    await typeInto(page.getByRole('spinbutton', { name: 'Milliseconds' }), '5');
    await expect.poll(() => yaml(appId)).toMatch(/pace_ms: 5\s+odd:\s+kept: true\s+max_tokens: 400/);
    expect(await yaml(appId)).toContain('provider: own/demo/demo');
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('switch', { name: 'Milliseconds' }).uncheck();
    await expect.poll(() => yaml(appId)).not.toContain('pace_ms');
    while (await page.getByRole('button', { name: 'Undo' }).isEnabled())
      await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => yaml(appId)).toBe(before);
  });

  it('a schema is built by keyboard, and seen as JSON; what the form does not show stays', async () => {
    const { appId, page } = await open(flow, '?node=model');
    const before = await yaml(appId);
    const isIn = (name: string) => expect.poll(() => page.evaluate('document.activeElement.value')).toBe(name);
    const add = page.getByRole('button', { name: 'Add property', exact: true });
    await add.focus();
    await page.keyboard.press('Enter');
    await isIn('property_2');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('tags');
    await page.getByLabel('Type: tags').selectOption('array');
    await page.getByLabel('Type of the items: tags').selectOption('object');
    await page.getByRole('button', { name: 'Add property to tags' }).press('Enter');
    await isIn('property_1');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('label');
    const tags = page.getByRole('group', { name: 'Property tags' });
    await tags.getByRole('checkbox', { name: 'Required' }).first().check();
    await page.getByRole('button', { name: 'Move up: tags' }).press('Enter');
    await expect
      .poll(() => yaml(appId))
      .toMatch(/properties:\s+tags:[\s\S]*label:[\s\S]*mood:\s+type: string\s+minLength: 2/);
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('tab', { name: 'JSON' }).last().click();
    await page.getByRole('textbox', { name: /JSON$/ }).getByText('"tags"').first().waitFor();
    while (await page.getByRole('button', { name: 'Undo' }).isEnabled())
      await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => yaml(appId)).toBe(before);
  });

  it('after a run, variables show what they were; outputs of a node that fails get values', async () => {
    const { appId, page } = await open(flow, '?node=model');
    const path = `/console/api/apps/${appId}/draft/run`;
    const body = { inputs: {}, query: 'What is the weather?', response_mode: 'blocking' };
    await pages.platform.management.request(path, { method: 'POST', body });
    await page.reload();
    await page.getByText('Last: What is the weather?').waitFor();
    await page.getByLabel('Then', { exact: true }).selectOption('default-value');
    await page.getByRole('switch', { name: 'text · string' }).check();
    await typeInto(page.getByRole('textbox', { name: 'text', exact: true }), 'Nothing came.');
    await expect.poll(() => yaml(appId)).toMatch(/default_value:\s+- key: text\s+type: string\s+value: Nothing came\./);
    expect(await pages.violations(page)).toEqual([]);
  });

  it('a schema held as text stays text, in the dialog of an input', async () => {
    const { appId, page } = await open(chat);
    await page.getByRole('button', { name: 'Edit wish' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('checkbox', { name: 'Required' }).first().uncheck();
    await typeInto(dialog.getByRole('textbox', { name: 'Description' }), 'How it feels');
    expect(await pages.violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect.poll(() => yaml(appId)).toContain('How it feels');
    expect(await yaml(appId)).toMatch(/json_schema: (\||")/);
    await openParameters(page);
    await page.getByRole('switch', { name: 'Longest answer' }).check();
    await expect.poll(() => yaml(appId)).toContain('max_tokens: 1024');
  });
});
