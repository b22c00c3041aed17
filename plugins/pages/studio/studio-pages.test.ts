import type { Locator } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { newPerson, PASSWORD } from '#plugins/members/testing/people.ts';
import { describePages, phone } from '#plugins/pages/testing/open-pages.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
import { ownServer, type StudioPerson, studioPerson } from './testing/studio-bench.ts';

describePages('the studio', (pages) => {
  let person: StudioPerson;
  beforeAll(async () => {
    await ownServer(pages);
    person = await studioPerson(pages);
  });

  it('asks who is not signed in to do so, and goes on to where they wanted', async () => {
    const page = await pages.open('/apps?q=zebra', { expected: [/401/] });
    await typeInto(page.getByLabel('E-mail'), person.email);
    await page.getByRole('button', { name: 'Continue' }).click();
    await typeInto(page.getByLabel('Password'), 'not-the-right-one');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    await typeInto(page.getByLabel('Password'), PASSWORD);
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Apps' }).waitFor();
    expect(new URL(page.url()).search).toBe('?q=zebra');
  });

  it('is signed in to by keys: each field has the focus when it is asked for', async () => {
    const page = await pages.open('/sign-in');
    const email = page.getByLabel('E-mail');
    await expect.poll(() => isFocused(email)).toBe(true);
    await page.keyboard.type(person.email);
    await page.keyboard.press('Enter');
    await expect.poll(() => isFocused(page.getByLabel('Password'))).toBe(true);
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Apps' }).waitFor();
  });

  it('has no token of the session where scripts are', async () => {
    const page = await person.open('/apps');
    await page.getByRole('heading', { level: 1, name: 'Apps' }).waitFor();
    const seen = await page.evaluate<string>(
      '[document.cookie, document.documentElement.outerHTML, JSON.stringify(localStorage)].join()',
    );
    expect(seen).not.toMatch(/\b(ses-|ref-[0-9a-f])/);
    expect(await pages.violations(page)).toEqual([]);
  });

  it('says whom to ask for what a role does not include', async () => {
    for (const [role, address, whom] of [
      ['admin', '/billing', 'It takes the role Owner; yours is Admin.'],
      ['editor', '/integrations', 'It takes the role Owner or Admin; yours is Editor.'],
      ['member', '/forms', 'It takes the role Owner, Admin, or Editor; yours is Member.'],
    ] as const) {
      const page = await (await studioPerson(pages, role)).open(address);
      await page.getByText(whom).waitFor();
      expect(await pages.violations(page)).toEqual([]);
    }
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
    // By what people call it, too.
    await page.keyboard.press('Control+k');
    await page.keyboard.type('github');
    await page.getByRole('option', { name: 'Repositories' }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('tells of an address that leads nowhere, and shows its navigation on a phone', async () => {
    const page = await person.open('/apps/none/of/these', { ...phone, expected: [/404/] });
    await page.getByRole('heading', { level: 1, name: 'There is no such page' }).waitFor();
    await page.getByRole('button', { name: 'Show navigation' }).click();
    const link = page.locator('#studio-navigation').getByRole('link', { name: 'Apps', exact: true });
    await link.click();
    await page.getByRole('heading', { level: 1, name: 'Apps' }).waitFor();
  });

  it('tells who mistyped an address so, signed in or not, and programs by an error', async () => {
    const page = await pages.open('/aps', { expected: [/404/, /401/] });
    await page.getByRole('heading', { level: 1, name: 'There is no such page' }).waitFor();
    expect(await page.title()).toBe('There is no such page · Weft');
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Go to the apps' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();

    const answered = async (path: string, accept: string) => {
      const { status, headers } = await fetch(new URL(path, pages.platform.url), { headers: { accept } });
      return [status, headers.get('content-type')?.split(';')[0]];
    };
    const browser = 'text/html,*/*;q=0.8';
    for (const path of ['/apps', '/knowledge/some/documents/one', '/app/some/build'])
      for (const accept of [browser, '*/*']) expect(await answered(path, accept)).toEqual([200, 'text/html']);
    for (const path of ['/aps', '/apps/none/of/these', '/app//build']) {
      expect(await answered(path, browser)).toEqual([404, 'text/html']);
      expect(await answered(path, '*/*')).toEqual([404, 'application/json']);
    }
    for (const path of ['/v1/aps', '/console/api/aps', '/web/api/aps'])
      expect(await answered(path, browser)).toEqual([404, 'application/json']);
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

  it('keeps what throws in a panel to the panel', async () => {
    const page = await person.open('/apps', { expected: [/TypeError/] });
    await page.getByRole('heading', { level: 1, name: 'Apps' }).waitFor();
    await page.route('**/console/api/sessions', (route) => route.fulfill({ json: { data: [null] } }));
    await page.goto(new URL('/account/security', pages.platform.url).href);
    const panel = page.getByRole('alert').filter({ hasText: 'This part of the page could not be shown' });
    await panel.waitFor();
    expect(await panel.count()).toBe(1);
    await page.getByRole('heading', { level: 1, name: 'Security' }).waitFor();
    await page.getByLabel('New password').waitFor();
    await panel.getByRole('button', { name: 'Try again' }).click();
    await panel.waitFor();
  });

  it('keeps what throws in a page to the page: one goes on from there', async () => {
    const page = await person.open('/apps', { expected: [/Error/] });
    await page.getByRole('heading', { level: 1, name: 'Apps' }).waitFor();
    await page.route('**/console/api/datasets/*', (route) => route.fulfill({ json: { name: {} } }));
    await page.goto(new URL(`/knowledge/${crypto.randomUUID()}`, pages.platform.url).href);
    await page.getByRole('heading', { level: 1, name: 'Something went wrong' }).waitFor();
    await page.getByRole('link', { name: 'Apps', exact: true }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Apps' }).waitFor();
  });

  it('attack T04: goes to no other site after signing in', async () => {
    for (const elsewhere of ['//evil.example', '/\\evil.example', 'https://evil.example']) {
      const page = await pages.open(`/sign-in?return_to=${encodeURIComponent(elsewhere)}`);
      await typeInto(page.getByLabel('E-mail'), person.email);
      await page.getByRole('button', { name: 'Continue' }).click();
      await typeInto(page.getByLabel('Password'), PASSWORD);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { level: 1, name: 'Apps' }).waitFor();
      expect(new URL(page.url()).origin).toBe(new URL(pages.platform.url).origin);
    }
  });

  it('lets who belongs nowhere make a workspace', async () => {
    const nobody = await newPerson(pages.platform);
    const page = await pages.open('/sign-in');
    await typeInto(page.getByLabel('E-mail'), nobody.email);
    await page.getByRole('button', { name: 'Continue' }).click();
    await typeInto(page.getByLabel('Password'), PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await typeInto(page.getByLabel('Name of the workspace'), 'Ferns');
    await page.getByRole('button', { name: 'Make a workspace' }).click();
    await page.getByRole('link', { name: 'Ferns' }).waitFor();
  });
});

async function isFocused(field: Locator): Promise<boolean> {
  return (await field.count()) === 1 && field.evaluate((element) => element === element.ownerDocument.activeElement);
}
