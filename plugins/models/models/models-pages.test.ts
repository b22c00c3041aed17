import { afterAll, beforeAll, expect, it } from 'vitest';
import { describePages, phone } from '#plugins/pages/testing/open-pages.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
import { type FakeOpenAi, startFakeOpenAi, WRONG_KEY } from '#plugins/provider-openai/testing/fake-openai.ts';
import { ownServer, type StudioPerson, studioPerson } from '#plugins/studio/testing/studio-bench.ts';

describePages('models in the studio', (pages) => {
  let admin: StudioPerson;
  let openai: FakeOpenAi;
  beforeAll(async () => {
    await ownServer(pages);
    [admin, openai] = await Promise.all([studioPerson(pages), startFakeOpenAi()]);
  });
  afterAll(() => openai[Symbol.asyncDispose]());

  it('sets a provider up: a wrong key is told, the right one is kept, and a model of it becomes the default', async () => {
    const page = await admin.open('/models?q=openai', { expected: [/400/] });
    await page.getByRole('link', { name: 'OpenAI', exact: true }).waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'OpenAI', exact: true }).click();
    await typeInto(page.getByLabel('API key'), WRONG_KEY);
    await page.getByText('More settings').click();
    await typeInto(page.getByLabel('API address'), openai.url);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('Incorrect API key').waitFor();
    expect(await page.getByRole('alert').textContent()).not.toContain(WRONG_KEY);
    await typeInto(page.getByLabel('API key'), 'sk-right');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Stored. Leave it empty to keep it.').waitFor();
    await page.getByText(/^Default now: Language model: /).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    const defaults = async () => (await pages.platform.management.request('/console/api/default-models')).body;
    await expect.poll(async () => JSON.stringify(await defaults())).not.toContain('openai');
    expect(await page.getByLabel('API key').inputValue()).toBe('');
    expect(await pages.violations(page)).toEqual([]);
    // Stored secrets stay where their field is left empty.
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await page.getByText('The provider answers.').waitFor();
    expect(openai.seen.at(-1)?.headers.authorization).toBe('Bearer sk-right');

    await page.getByRole('link', { name: 'Models', exact: true }).nth(-1).click();
    await page.getByRole('switch', { name: 'Use gpt-4o', exact: true }).waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Actions of gpt-4o', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await typeInto(page.getByLabel('Prompt'), '7');
    await typeInto(page.getByLabel('Answer'), '9');
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('7.00 / 9.00 USD').waitFor();

    await page.goto(new URL('/models/defaults', pages.platform.url).href);
    await page.getByRole('button', { name: /^Language model: / }).click();
    await page.getByRole('option', { name: /^gpt-4o · OpenAI/ }).click();
    await page.getByText('Language model: gpt-4o is the default now.').waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Language model: No default', exact: true }).waitFor();
  });

  it('adds models, and tells before it removes credentials which apps would fail', async () => {
    const page = await admin.open('/models/openai?tab=models');
    await page.getByRole('button', { name: 'Fetch models' }).click();
    await page.getByLabel(/^m · /).check();
    await page.getByRole('button', { name: 'Add 1 model' }).click();
    await page.getByText('Added 1 model.').waitFor();
    await page.getByRole('button', { name: 'Remove the credentials' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove the credentials' }).click();
    await page.getByText('Removed OpenAI.').waitFor();
    await page.getByText('Not set up:').waitFor();
  });

  it('asks a server of one’s own for its key at once, leads to its models, and makes the first of them the default', async () => {
    const page = await admin.open('/models/openai_api_compatible');
    await typeInto(page.getByLabel('API address'), openai.url);
    await typeInto(page.getByLabel('API key'), 'sk-own');
    expect(await page.getByLabel('Route of conversations').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Fetch models' }).first().click();
    await page.getByLabel(/^m · /).check();
    await page.getByRole('button', { name: 'Add 1 model' }).click();
    await page.getByText('Default now: Language model: m.').waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Credentials' }).click();
    await page.getByRole('checkbox', { name: 'Forget API key', exact: true }).waitFor();
  });

  it('shows editors which models there are, and lets them change none', async () => {
    const editor = await studioPerson(pages, 'editor');
    const page = await editor.open('/models', phone);
    await page.getByText('Owners and admins set up providers.').waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await page.goto(new URL('/models/defaults', pages.platform.url).href);
    expect(await page.getByRole('button', { name: /^Language model: / }).isDisabled()).toBe(true);
  });
});
