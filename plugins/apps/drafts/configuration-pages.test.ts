import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { describePages, type Page } from '#plugins/pages/testing/open-pages.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
import { ownServer, type StudioPerson, studioPerson } from '#plugins/studio/testing/studio-bench.ts';

const example = (name: string) => readFileSync(new URL(`../../../examples/${name}`, import.meta.url), 'utf8');
const chat = `
app: {name: Greeter, mode: chat, icon: x, icon_type: emoji}
kind: app
version: 0.6.0
model_config:
  # Nobody touches this.
  pre_prompt: 'You greet {{person}}.'
  prompt_type: simple
  model: {provider: demo, name: demo-chat, mode: chat, completion_params: {}}
  user_input_form: []
  opening_statement: Hello there.
  suggested_questions: [Who are you?]
  a_key_of_others: {kept: [1, 1.0, 'yes']}
`;

const isSaved = (page: Page) =>
  page
    .getByRole('status')
    .filter({ hasText: /^Saved$/ })
    .waitFor();
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

describePages('apps without a graph, in the studio', (pages) => {
  let person: StudioPerson;
  beforeAll(async () => {
    await ownServer(pages);
    person = await studioPerson(pages);
  });
  const open = async (document: string) => {
    const { appId } = await pages.platform.importApp(document);
    return { appId, page: await person.open(`/app/${appId}/build`) };
  };
  const yaml = async (appId: string) => {
    const path = `/console/api/apps/${appId}/draft`;
    return ((await pages.platform.management.request(path)).body as { yaml: string }).yaml;
  };

  it('a chat: an input is added for what its instructions name, the draft answers, all is taken back', async () => {
    const { appId, page } = await open(chat);
    const before = await yaml(appId);
    await page.getByRole('textbox', { name: 'Instructions' }).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' Be brief.');
    await page.getByRole('button', { name: 'Add input person' }).click();
    await part(page, 'Inputs').getByRole('button', { name: 'Edit person' }).click();
    const dialog = page.getByRole('dialog');
    await typeInto(dialog.getByLabel('Name of the variable'), 'guest');
    await typeInto(dialog.getByLabel('Label'), 'Your guest');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await isSaved(page);
    const named = await yaml(appId);
    expect(named).toContain('You greet {{guest}}. Be brief.');
    expect(named).toContain('label: Your guest');
    const preview = part(page, 'Preview');
    await preview.getByText('Hello there.').waitFor();
    await typeInto(preview.getByLabel('Your guest'), 'Ada');
    await typeInto(preview.getByRole('textbox', { name: 'Message' }), 'Say hello');
    await page.keyboard.press('Enter');
    await preview.getByRole('button', { name: 'Ask again' }).waitFor();
    await preview.getByText(/\d tokens/).waitFor();
    expect(await pages.violations(page)).toEqual([]);
    for (let step = 0; step < 3; step++) await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => yaml(appId)).toBe(before);
    await page.keyboard.press('Control+Shift+P');
    await page.getByRole('heading', { name: 'Review and publish' }).waitFor();
  });

  it('loses no key while the plain field becomes an editor', async () => {
    const { appId } = await pages.platform.importApp(chat);
    const page = await person.open('/');
    const editorComes = Promise.withResolvers<void>();
    await page.route('**/open-editor-*', async (route) => {
      await editorComes.promise;
      await route.continue();
    });
    await page.goto(new URL(`/app/${appId}/build`, pages.platform.url).href);
    await page.getByRole('textbox', { name: 'Instructions' }).click();
    await page.keyboard.press('Control+End');
    const editor = page.locator('.cm-content').first();
    editorComes.resolve();
    let typed = '';
    let more = 10;
    while (more > 0) {
      if (await editor.isVisible()) more--;
      const key = String(typed.length % 10);
      await page.keyboard.type(key);
      typed += key;
    }
    await expect.poll(() => yaml(appId)).toContain(`{{person}}.${typed}`);
  });

  it('a message stays where it was typed while the draft cannot be saved', async () => {
    const { appId } = await pages.platform.importApp(chat);
    const page = await person.open(`/app/${appId}/build`, { expected: [/ERR_FAILED/] });
    const preview = part(page, 'Preview');
    await preview.getByText('Hello there.').waitFor();
    await page.route('**/draft/tree', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    );
    await page.getByRole('textbox', { name: 'Instructions' }).click();
    await page.keyboard.type('Be brief. ');
    const message = preview.getByRole('textbox', { name: 'Message' });
    await typeInto(message, 'Say hello');
    await page.keyboard.press('Enter');
    await page.getByText('could not be saved').first().waitFor();
    expect(await message.inputValue()).toBe('Say hello');
  });

  it('an agent: its tools are called, turned off and taken away', async () => {
    const { appId, page } = await open(example('calculating-agent.yml'));
    const preview = part(page, 'Preview');
    await preview.getByRole('button', { name: 'What is 12 * 34?' }).click();
    await preview.getByText('Called eval_expression').waitFor();
    await preview.getByRole('button', { name: 'Ask again' }).waitFor();
    const agent = part(page, 'Agent');
    await agent.getByRole('switch', { name: 'Use Calculator' }).uncheck();
    await agent.getByRole('button', { name: 'Remove Current Time' }).click();
    await typeInto(agent.getByLabel('Most rounds'), '7');
    await isSaved(page);
    const after = await yaml(appId);
    expect(after).toContain('max_iteration: 7');
    expect(after).toMatch(/enabled: false\s+provider_type: builtin\s+provider_id: maths/);
    expect(after).not.toContain('current_time');
    expect(await pages.violations(page)).toEqual([]);
  });

  it('a text generator: its form runs the draft; features are turned on; the document stays reachable', async () => {
    const { appId, page } = await open(example('product-text.yml'));
    const preview = part(page, 'Preview');
    await typeInto(preview.getByLabel('Product'), 'A lamp');
    await preview.getByRole('button', { name: 'Run', exact: true }).click();
    await preview.getByRole('button', { name: 'Run again' }).waitFor();
    await page.getByRole('switch', { name: 'Moderation' }).check();
    await typeInto(page.getByLabel('Words that must not occur'), 'lamp');
    await page.getByRole('switch', { name: 'Check what people send' }).check();
    await isSaved(page);
    await preview.getByRole('button', { name: 'Run', exact: true }).click();
    await preview.getByText('This can not be answered.').waitFor();
    expect(await pages.violations(page)).toEqual([]);
    expect(await yaml(appId)).toContain('keywords: lamp');
    await page.getByRole('link', { name: 'YAML' }).click();
    await page.getByRole('textbox', { name: 'Document (YAML)' }).waitFor();
    await page.getByRole('link', { name: 'Back to the form' }).click();
    await part(page, 'Inputs').waitFor();
  });

  it('an agent that comes as a package: its instructions and features are changed where the package has them', async () => {
    const { appId, page } = await open(`
app: {name: Ada, mode: agent, icon: x, icon_type: emoji}
kind: app
version: 0.6.0
agent: {package_ref: ada}
agent_packages:
  ada:
    schema_version: 1
    metadata: {name: Ada, description: '', role: helper}
    soul:
      schema_version: 1
      prompt: {system_prompt: You are Ada.}
      model: {model_provider: demo, model: demo-chat, model_settings: {}}
      app_features: {opening_statement: I am Ada., user_input_form: []}
`);
    const preview = part(page, 'Preview');
    await preview.getByText('I am Ada.').waitFor();
    await typeInto(page.getByLabel('Opening statement'), 'Ask Ada.');
    await page.getByRole('textbox', { name: 'Instructions' }).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' Be brief.');
    await isSaved(page);
    await expect.poll(() => yaml(appId)).toContain('system_prompt: You are Ada. Be brief.');
    expect(await yaml(appId)).toContain('opening_statement: Ask Ada.');
    await typeInto(preview.getByRole('textbox', { name: 'Message' }), 'Who are you?');
    await page.keyboard.press('Enter');
    await preview.getByRole('button', { name: 'Ask again' }).waitFor();
    expect(await pages.violations(page)).toEqual([]);
  });

  it('an answer is stopped, and what has come of it stays; the next question is of the same conversation', async () => {
    const slow = chat
      .replace('completion_params: {}', 'completion_params: {pace_ms: 150}')
      .replace('{{person}}', 'all');
    const { page } = await open(slow);
    const preview = part(page, 'Preview');
    await preview.getByRole('button', { name: 'Who are you?' }).click();
    await preview.getByText('This is').waitFor();
    await preview.getByRole('button', { name: 'Stop' }).click();
    await preview.getByText('Stopped.').waitFor();
    await preview.getByRole('button', { name: 'Ask again' }).click();
    await expect.poll(() => preview.getByText('Who are you?').count()).toBeGreaterThan(1);
    await preview.getByRole('button', { name: 'New conversation' }).click();
    await preview.getByText('Hello there.').waitFor();
  });

  it('attack T15: shows names, labels and answers as text', async () => {
    const hostile = '<img src=x onerror=alert(1)>';
    const { page } = await open(chat.replace('Hello there.', `'${hostile}'`).replace('Who are you?', `'${hostile}'`));
    await part(page, 'Preview').getByRole('button', { name: hostile }).waitFor();
    expect(await page.locator('main img[src]').count()).toBe(0);
  });
});
