import { beforeAll, expect, it } from 'vitest';
import { appDocument, chain, node } from '#engine/testing/app-document.ts';
import { describePages, type Page } from '#plugins/pages/testing/open-pages.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
import { ownServer, type StudioPerson, studioPerson } from '#plugins/studio/testing/studio-bench.ts';

const canary = 'sk-written-once';
const chatflow = () =>
  appDocument({
    mode: 'advanced-chat',
    name: 'Desk',
    nodes: [
      node('begin', 'start', { title: 'Begin', variables: [] }),
      node('say', 'answer', {
        title: 'Say',
        answer: 'Notes: {{#conversation.notes#}} by {{#begin.person#}}',
        variables: [],
      }),
    ],
    edges: chain('begin', 'say'),
    conversationVariables: [
      {
        id: 'c1',
        name: 'notes',
        description: '',
        value_type: 'string',
        value: 'none',
        selector: ['conversation', 'notes'],
      },
    ],
  });

const isSaved = (page: Page) =>
  page
    .getByRole('status')
    .filter({ hasText: /^Saved$/ })
    .waitFor();

describePages('the app of a graph', (pages) => {
  let person: StudioPerson;
  beforeAll(async () => {
    await ownServer(pages);
    person = await studioPerson(pages);
  });
  const open = async (document = chatflow()) => {
    const { appId } = await pages.platform.importApp(document, { publish: false });
    const page = await person.open(`/app/${appId}/build`, { expected: [/409/] });
    const panel = page.getByRole('complementary', { name: 'App', exact: true });
    const request = async (path: string, method = 'GET') =>
      (await pages.platform.management.request(`/console/api/apps/${appId}/${path}`, { method })).text;
    return { appId, page, panel, draft: () => request('draft'), whole: () => request('export-with-secrets', 'POST') };
  };
  const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

  it('variables are added, renamed everywhere in one step, and deleted after a warning', async () => {
    const { page, panel, draft } = await open();
    await page.getByRole('button', { name: 'App', exact: true }).click();
    const conversation = part(page, 'Conversation variables');
    await conversation.getByText('Default: none').waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await conversation.getByRole('button', { name: 'Add to Conversation variables' }).click();
    const dialog = page.getByRole('dialog');
    await page.keyboard.type('seen');
    await dialog.getByLabel('Type').selectOption('array[string]');
    await dialog.getByRole('button', { name: 'Add a value' }).click();
    await page.keyboard.type('first');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await isSaved(page);
    await expect
      .poll(draft)
      .toMatch(/name: seen\\n\s+description: ''\\n\s+value_type: array\[string\]\\n\s+value:\\n\s+- first/);
    await conversation.getByRole('button', { name: 'Edit notes' }).click();
    await typeInto(dialog.getByLabel('Name'), 'memo');
    await page.keyboard.press('Enter');
    await isSaved(page);
    await expect.poll(draft).toContain('Notes: {{#conversation.memo#}}');
    await page.getByRole('button', { name: 'Undo' }).click();
    await isSaved(page);
    await expect.poll(draft).toContain('Notes: {{#conversation.notes#}}');
    await expect.poll(draft).not.toContain('memo');
    await conversation.getByRole('button', { name: 'Delete notes' }).click();
    await dialog.getByText(/It is used by Say/).waitFor();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await conversation.getByText('notes', { exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await conversation.getByRole('button', { name: 'Say' }).click();
    await page.getByRole('complementary', { name: 'Node Say' }).waitFor();
    await expect.poll(() => panel.count()).toBe(0);
  });

  it('attack T11: a secret is written, renamed and taken back, and never read', async () => {
    const { page, draft, whole } = await open();
    await page.locator('.react-flow__node').first().focus();
    await page.keyboard.press('v');
    const env = part(page, 'Environment variables');
    await env.getByRole('button', { name: 'Add to Environment variables' }).click();
    const dialog = page.getByRole('dialog');
    await page.keyboard.type('token');
    await dialog.getByLabel('Type').selectOption('secret');
    await typeInto(dialog.getByLabel('Value'), canary);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(whole).toContain(`value: ${canary}`);
    await expect.poll(draft).not.toContain(canary);
    expect(await page.content()).not.toContain(canary);
    await env.getByRole('button', { name: 'Edit token' }).click();
    await expect.poll(() => dialog.getByLabel('Value').inputValue()).toBe('');
    await typeInto(dialog.getByLabel('Name'), 'key');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await isSaved(page);
    await expect.poll(whole).toMatch(new RegExp(`name: key\\n[^-]*value: ${canary}`));
    await env.getByRole('button', { name: 'Delete key' }).click();
    await isSaved(page);
    await expect.poll(whole).not.toContain(canary);
    await page.getByRole('button', { name: 'Undo' }).click();
    await isSaved(page);
    await expect.poll(whole).toMatch(new RegExp(`name: key\\n[^-]*value: ${canary}`));
    const kept = await page.evaluate(`new Promise((resolve) => {
      const opening = indexedDB.open('weft-drafts');
      opening.onsuccess = () => {
        const reading = opening.result.transaction('drafts').objectStore('drafts').getAll();
        reading.onsuccess = () => resolve(JSON.stringify(reading.result));
      };
    })`);
    expect(kept).not.toContain(canary);
  });

  it('features and inputs are set as those of chats, and the document is changed as text beside the canvas', async () => {
    const { page, panel, draft } = await open();
    await page.locator('.react-flow__node').first().waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('features of the app');
    await page.getByText('Variables and features of the app').waitFor();
    await page.keyboard.press('Enter');
    await panel.getByRole('tab', { name: 'Features' }).click();
    await typeInto(page.getByLabel('Opening statement'), 'Good morning.');
    await page.getByLabel('Suggested questions').click();
    await page.keyboard.insertText('Who are you?\nWhat can you do?\nWhere is my order?');
    await page.getByRole('switch', { name: 'Citations' }).click();
    await page.getByRole('switch', { name: 'File upload' }).click();
    await page.getByRole('switch', { name: 'Moderation' }).click();
    await isSaved(page);
    expect(await pages.violations(page)).toEqual([]);
    await panel.getByRole('tab', { name: 'Inputs' }).click();
    await panel.getByRole('button', { name: 'Add an input' }).click();
    const dialog = page.getByRole('dialog');
    await page.keyboard.type('person');
    await typeInto(dialog.getByLabel('Default value'), 'Ada');
    await dialog.getByText('Hint, placeholder, hidden').click();
    await typeInto(dialog.getByLabel('Hint'), 'Who asks?');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await isSaved(page);
    const text = await draft();
    for (const found of ['Good morning.', 'Where is my order?', 'variable: person', 'default: Ada', 'hint: Who asks?'])
      expect(text).toContain(found);
    await panel.getByRole('tab', { name: 'YAML' }).click();
    const yaml = panel.getByRole('textbox', { name: 'Document (YAML)' });
    await yaml.getByText('Good morning.').waitFor();
    await yaml.getByText('Good morning.').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' Ask me.');
    expect(await pages.violations(page)).toEqual([]);
    await panel.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    await panel.getByRole('tab', { name: 'Features' }).click();
    const opening = page.getByLabel('Opening statement');
    await expect.poll(() => opening.inputValue()).toBe('Good morning. Ask me.');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => opening.inputValue()).toBe('Good morning.');
  });
});
