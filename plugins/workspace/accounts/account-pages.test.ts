import { beforeAll, expect, it } from 'vitest';
import { PASSWORD } from '#plugins/members/testing/people.ts';
import { describePages, type Page } from '#plugins/pages/testing/open-pages.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
import { ownServer, studioPerson } from '#plugins/studio/testing/studio-bench.ts';

describePages('the account', (pages) => {
  beforeAll(async () => {
    await ownServer(pages);
  });

  const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();

  it('attack T02: shows a personal key and the secret of a second factor once', async () => {
    const person = await studioPerson(pages, 'editor');
    const page = await person.open('/account/security', { expected: [/403/] });
    await heading(page, 'Personal keys');
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'New key' }).click();
    await typeInto(page.getByRole('dialog').getByLabel('Name'), 'Pipeline');
    await page.getByRole('button', { name: 'Make the key' }).click();
    const key = (await page.getByRole('dialog').locator('pre').textContent()) ?? '';
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByText('Pipeline').waitFor();
    expect(key.length).toBeGreaterThan(20);
    expect(await page.content()).not.toContain(key);
    await page.getByRole('button', { name: 'Switch on' }).click();
    await typeInto(page.getByRole('dialog').getByLabel('Current password'), 'not-the-right-one');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('dialog').getByRole('alert').first().waitFor();
    await typeInto(page.getByRole('dialog').getByLabel('Current password'), PASSWORD);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Enter this secret in your authenticator app', { exact: false }).waitFor();
    expect(await pages.violations(page)).toEqual([]);
  });

  it('speaks another language once it is chosen', async () => {
    const person = await studioPerson(pages, 'editor');
    const page = await person.open('/account/profile');
    await typeInto(page.getByLabel('Your name'), 'Grace <b>Hopper</b>');
    await page.getByRole('button', { name: 'Language: English' }).press('ArrowDown');
    await page.getByRole('option', { name: /Simplified Chinese/ }).waitFor();
    expect(await pages.violations(page)).toEqual([]);
    // By what it calls itself, too.
    await page.keyboard.type('deutsch');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Language: German' }).waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await heading(page, 'Profil');
    expect(await page.getByLabel('Ihr Name').inputValue()).toBe('Grace <b>Hopper</b>');
  });
});
