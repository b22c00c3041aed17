import { beforeAll, expect, it } from 'vitest';
import { newPerson, PASSWORD } from '#plugins/members/testing/people.ts';
import { describePages, phone } from '#plugins/pages/testing/open-pages.ts';
import { ownServer, type StudioPerson, studioPerson } from './testing/studio-bench.ts';

describePages('the studio', (pages) => {
  let person: StudioPerson;
  beforeAll(async () => {
    await ownServer(pages);
    person = await studioPerson(pages);
  });

  it('asks who is not signed in to do so, and goes on to where they wanted', async () => {
    const page = await pages.open('/apps?q=zebra', { expected: [/401/] });
    await page.getByLabel('E-mail').fill(person.email);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Password').fill('not-the-right-one');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Password').fill(PASSWORD);
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Apps' }).waitFor();
    expect(new URL(page.url()).search).toBe('?q=zebra');
  });

  it('has no token of the session where scripts are', async () => {
    const page = await person.open('/apps');
    await page.getByRole('heading', { level: 1, name: 'Apps' }).waitFor();
    const seen = await page.evaluate<string>(
      '[document.cookie, document.documentElement.outerHTML, JSON.stringify(localStorage)].join()',
    );
    expect(seen).not.toMatch(/ses-|ref-[0-9a-f]/);
    expect(await pages.violations(page)).toEqual([]);
  });

  it('is gone through by keys: the palette finds pages and actions', async () => {
    const page = await person.open('/apps');
    await page.getByRole('heading', { level: 1, name: 'Apps' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('new work');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'New workspace' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/workspaces/new');
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Apps' }).waitFor();
  });

  it('tells of an address that leads nowhere, and shows its navigation on a phone', async () => {
    const page = await person.open('/apps/none/of/these', phone);
    await page.getByRole('heading', { level: 1, name: 'There is no such page' }).waitFor();
    await page.getByRole('button', { name: 'Show navigation' }).click();
    const link = page.locator('#studio-navigation').getByRole('link', { name: 'Apps', exact: true });
    await link.click();
    await page.getByRole('heading', { level: 1, name: 'Apps' }).waitFor();
  });

  it('ends with the session, in every tab', async () => {
    const someone = await studioPerson(pages);
    const page = await someone.open('/apps', { expected: [/401/] });
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.goto(new URL('/apps', pages.platform.url).href);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  it('attack T04: goes to no other site after signing in', async () => {
    for (const elsewhere of ['//evil.example', '/\\evil.example', 'https://evil.example']) {
      const page = await pages.open(`/sign-in?return_to=${encodeURIComponent(elsewhere)}`);
      await page.getByLabel('E-mail').fill(person.email);
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { level: 1, name: 'Apps' }).waitFor();
      expect(new URL(page.url()).origin).toBe(new URL(pages.platform.url).origin);
    }
  });

  it('lets who belongs nowhere make a workspace', async () => {
    const nobody = await newPerson(pages.platform);
    const page = await pages.open('/sign-in');
    await page.getByLabel('E-mail').fill(nobody.email);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Name of the workspace').fill('Ferns');
    await page.getByRole('button', { name: 'Make a workspace' }).click();
    await page.getByRole('link', { name: 'Ferns' }).waitFor();
  });
});
