import { mkdtemp, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { runWeft } from '#plugins/cli/testing/run-weft.ts';
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

  it('signs the command line in, once it is allowed', async () => {
    const person = await studioPerson(pages, 'editor');
    const home = await mkdtemp(join(tmpdir(), 'weft-login-'));
    const env = { HOME: home, WEFT_TOKEN: undefined, WEFT_WORKSPACE: undefined };
    const answerWith = (name: string) => async (url: string) => {
      const page = await person.open(url.slice(pages.platform.url.length));
      await page.getByText(person.email, { exact: false }).first().waitFor();
      await heading(page, 'Sign in the command line');
      expect(await pages.violations(page)).toEqual([]);
      await page.getByRole('button', { name, exact: true }).click();
      shown.push(page);
    };
    const shown: Page[] = [];
    const login = (name: string) => runWeft(pages.platform, ['login'], { env, openPage: answerWith(name) });
    try {
      expect(await login('Don’t allow')).toMatchObject({ code: 1, err: expect.stringContaining('not allowed') });
      await shown[0]?.getByText('The command line was not signed in.', { exact: false }).waitFor();
      expect(await login('Allow')).toMatchObject({ code: 0, out: expect.stringContaining(person.email) });
      await shown[1]?.getByText('The command line is signed in.', { exact: false }).waitFor();
      expect((await runWeft(pages.platform, ['whoami'], { env })).out).toContain(person.email);
      expect(await shown[1]?.content()).not.toMatch(/code=/);
      await shown[1]?.goto(`${pages.platform.url}/account/security`);
      await shown[1]?.getByText(`weft, ${hostname()}`).waitFor();
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  });

  it('shows a code to type where the command line has no browser, and tells what the page is for', async () => {
    const person = await studioPerson(pages, 'editor');
    const page = await person.open(`/account/command-line?challenge=${'c'.repeat(43)}`);
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.getByText('Type this code where you ran weft login.', { exact: false }).waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await page.goto(`${pages.platform.url}/account/command-line`);
    await page.getByText('Run weft login in a terminal', { exact: false }).waitFor();
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
