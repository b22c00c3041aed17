import { beforeAll, expect, it } from 'vitest';
import { describePages, type Page, phone } from '#plugins/pages/testing/open-pages.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
import { ownServer, type StudioPerson, studioPerson } from '#plugins/studio/testing/studio-bench.ts';

const HOSTILE = '<img src=x onerror="globalThis.hit=1">';

describePages('knowledge in the studio', (pages) => {
  let person: StudioPerson;
  beforeAll(async () => {
    await ownServer(pages);
    person = await studioPerson(pages, 'owner');
  });

  const clean = async (page: Page) => expect(await pages.violations(page)).toEqual([]);
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

  /** A base with one document, made by the person's own browser. */
  async function newBase(page: Page, name: string): Promise<void> {
    await page.getByRole('button', { name: 'New knowledge base' }).first().click();
    await typeInto(page.getByRole('dialog').getByLabel('Name'), name);
    await page.getByRole('button', { name: 'Create' }).click();
    await heading(page, 'Add documents');
  }

  async function addText(page: Page, name: string, text: string): Promise<void> {
    await page.getByRole('link', { name: 'Text', exact: true }).click();
    await typeInto(page.getByLabel('Name'), name);
    await typeInto(page.getByLabel('Text', { exact: true }), text);
  }

  async function ask(page: Page, question: string): Promise<void> {
    await page.getByRole('link', { name: 'Search test' }).click();
    await typeInto(page.getByLabel('Question', { exact: true }), question);
    await page.locator('form').getByRole('button', { name: 'Search', exact: true }).click();
  }

  const available = (page: Page) => page.locator('td', { hasText: 'Available' }).waitFor({ timeout: 30_000 });

  it('makes a base, shows what a text is cut into, finds it, and finds it no more when it is disabled', async () => {
    const page = await person.open('/knowledge');
    await page.getByRole('heading', { name: 'No knowledge bases yet' }).waitFor();
    await clean(page);
    await newBase(page, 'Plant notes');
    await addText(page, 'care.txt', 'Ferns want water every morning.\nCacti want water once a month.');
    await page.getByLabel('Cutting').selectOption('custom');
    await typeInto(page.getByLabel('Longest'), '60');
    await typeInto(page.getByLabel('Overlap'), '0');
    await page.getByRole('button', { name: 'Show the preview' }).click();
    await page.getByText(/^2 segments, .* no costs$/).waitFor({ timeout: 20_000 });
    await clean(page);
    await page.getByRole('button', { name: 'Add and index' }).click();
    await available(page);
    await clean(page);

    await ask(page, 'How often do cacti want water?');
    const first = page.getByRole('listitem').filter({ hasText: 'once a month' });
    await first.getByRole('meter', { name: 'Words' }).waitFor();
    await clean(page);

    await page.getByRole('link', { name: 'Documents' }).click();
    await page.getByLabel('Choose care.txt').check();
    await page.getByRole('button', { name: 'Disable' }).click();
    await page.locator('td', { hasText: 'Disabled' }).waitFor();
    await ask(page, 'How often do cacti want water?');
    await page.getByRole('heading', { name: 'Nothing found' }).waitFor();

    await page.getByRole('link', { name: 'Documents' }).click();
    await page.getByRole('button', { name: 'Actions of care.txt' }).click();
    await page.getByRole('menuitem', { name: 'Enable' }).click();
    await available(page);
    await page.getByRole('link', { name: 'care.txt' }).click();
    await heading(page, 'care.txt');
    await page.getByRole('button', { name: 'Add a segment' }).click();
    await typeInto(page.getByLabel('Content'), 'Orchids want mist.');
    await clean(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Orchids want mist.').waitFor();
    await clean(page);
    await page.getByRole('link', { name: 'About it' }).click();
    await page.getByRole('heading', { name: 'Time taken' }).waitFor();
    await clean(page);
  });

  it('sends files, and tells of each that is refused', async () => {
    const page = await person.open('/knowledge', { ...phone, expected: [/415/] });
    await newBase(page, 'Mosses');
    const buffer = (text: string) => Buffer.from(text);
    await page.locator('input[type=file]').setInputFiles([
      { name: 'moss.md', mimeType: 'text/markdown', buffer: buffer('# Moss\n\nMosses have no roots.') },
      { name: 'none.bin', mimeType: 'application/octet-stream', buffer: Buffer.from([0, 1, 2, 255, 254, 0]) },
    ]);
    await page.getByRole('button', { name: 'Add and index' }).click();
    const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    await row('moss.md').getByText('Added').waitFor();
    await row('none.bin').getByRole('button', { name: 'Leave out none.bin' }).waitFor();
    await clean(page);
    await page.getByRole('link', { name: 'Mosses' }).click();
    await page.getByRole('link', { name: 'moss.md' }).waitFor();
  });

  it('changes settings, and deletes a base only when its name is typed', async () => {
    const page = await person.open('/knowledge');
    await newBase(page, 'Short lived');
    await page.getByRole('link', { name: 'Short lived' }).click();
    await page.getByRole('link', { name: 'Sources' }).click();
    await page.getByRole('heading', { name: 'No sources yet' }).waitFor();
    await clean(page);
    await page.getByRole('link', { name: 'Settings' }).click();
    await typeInto(page.getByLabel('New tag'), 'garden');
    await page.getByRole('button', { name: 'Add', exact: true }).first().click();
    await page.getByRole('checkbox', { name: 'garden' }).and(page.locator(':checked')).waitFor();
    await page.getByRole('button', { name: 'Rename: garden' }).press('Enter');
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('gardens');
    await page.keyboard.press('Enter');
    await page.getByRole('checkbox', { name: 'gardens' }).and(page.locator(':checked')).waitFor();
    await typeInto(page.getByLabel('New field'), 'author');
    await page.getByRole('button', { name: 'Add', exact: true }).last().click();
    await page.getByRole('button', { name: 'Rename: author' }).waitFor();
    await clean(page);
    await page.getByRole('button', { name: 'Delete the knowledge base' }).click();
    const sure = page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true });
    expect(await sure.isDisabled()).toBe(true);
    await typeInto(page.getByRole('dialog').getByRole('textbox'), 'Short lived');
    await sure.click();
    await heading(page, 'Knowledge');
    await page.getByRole('link', { name: 'Short lived' }).waitFor({ state: 'detached' });
  });

  it('attack T11: shows a key once; only owners make one', async () => {
    const page = await person.open('/knowledge/keys?new=yes');
    await typeInto(page.getByLabel('Name'), 'importer');
    await page.getByRole('button', { name: 'Create' }).click();
    const secret = page.getByText(/^dataset-\w{8,}$/);
    await secret.waitFor();
    await clean(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('button', { name: 'Revoke importer' }).waitFor();
    expect(await secret.count()).toBe(0);
    await clean(page);

    const editor = await studioPerson(pages, 'editor');
    const theirs = await editor.open('/knowledge/keys?new=yes');
    await theirs.getByText('Only the owner of the workspace makes keys.').waitFor();
    expect(await theirs.getByRole('dialog').count()).toBe(0);
    const member = await (await studioPerson(pages, 'member')).open('/knowledge');
    await member.getByRole('heading', { name: 'Your role does not include this' }).waitFor();
  });

  it('attack T15: shows names and contents as text', async () => {
    const page = await person.open('/knowledge');
    await newBase(page, HOSTILE);
    await addText(page, `${HOSTILE}.txt`, `${HOSTILE} Ferns`);
    await page.getByRole('button', { name: 'Add and index' }).click();
    await available(page);
    await ask(page, 'Ferns');
    await page.getByText(`${HOSTILE} Ferns`).first().waitFor();
    await page.goto(new URL('/knowledge/apis?new=yes', pages.platform.url).href);
    await page.getByLabel('Name').waitFor();
    await clean(page);
    expect(await page.evaluate(() => 'hit' in globalThis)).toBe(false);
  });
});
