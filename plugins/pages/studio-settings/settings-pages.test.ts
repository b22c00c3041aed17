import { beforeAll, expect, it } from 'vitest';
import { PASSWORD } from '#plugins/members/testing/people.ts';
import { describePages, type Page, phone } from '#plugins/pages/testing/open-pages.ts';
import { ownServer, type StudioPerson, studioPerson } from '#plugins/studio/testing/studio-bench.ts';

describePages('members, the workspace and the account', (pages) => {
  let admin: StudioPerson;
  beforeAll(async () => {
    await ownServer(pages);
    admin = await studioPerson(pages);
  });
  const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();

  it('invites with a link where there is no mail, withdraws, and changes a role with a way back', async () => {
    const editor = await studioPerson(pages, 'editor');
    const page = await admin.open(`/members?q=${encodeURIComponent(editor.email)}`);
    const role = page.getByRole('combobox', { name: 'Role of Ada' });
    await role.selectOption('member');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => role.inputValue()).toBe('editor');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByRole('dialog').getByLabel('E-mail').fill('grace@example.com');
    await page.getByRole('dialog').getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByText(/\/invitation#/).waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('button', { name: 'Withdraw the invitation of grace@example.com' }).click();
    await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
    await page.getByText('Nobody is invited at the moment.').waitFor();
    expect(await pages.violations(page)).toEqual([]);
  });

  it('shows members who belongs here, and lets them change nothing of it', async () => {
    const member = await studioPerson(pages, 'member');
    const page = await member.open('/members', phone);
    await page.getByText('Owners and admins invite people and change roles.').waitFor();
    expect(await page.getByRole('button', { name: 'Invite', exact: true }).count()).toBe(0);
    expect(await pages.violations(page)).toEqual([]);
    await page.goto(new URL('/settings/workspace', pages.platform.url).href);
    await page.getByText('Only the owner changes this.').waitFor();
    expect(await page.getByLabel('Name').isDisabled()).toBe(true);
    expect(await page.getByText('Danger zone').count()).toBe(0);
    expect(await pages.violations(page)).toEqual([]);
  });

  it('attack T02: shows a personal key and the secret of a second factor once', async () => {
    const person = await studioPerson(pages, 'editor');
    const page = await person.open('/account/security', { expected: [/403/] });
    await heading(page, 'Personal keys');
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Pipeline');
    await page.getByRole('button', { name: 'Make the key' }).click();
    const key = (await page.getByRole('dialog').locator('pre').textContent()) ?? '';
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByText('Pipeline').waitFor();
    expect(key.length).toBeGreaterThan(20);
    expect(await page.content()).not.toContain(key);
    await page.getByRole('button', { name: 'Switch on' }).click();
    await page.getByRole('dialog').getByLabel('Current password').fill('not-the-right-one');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('dialog').getByRole('alert').first().waitFor();
    await page.getByRole('dialog').getByLabel('Current password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Enter this secret in your authenticator app', { exact: false }).waitFor();
    expect(await pages.violations(page)).toEqual([]);
  });

  it('speaks another language once it is chosen', async () => {
    const person = await studioPerson(pages, 'editor');
    const page = await person.open('/account/profile');
    await page.getByLabel('Your name').fill('Grace <b>Hopper</b>');
    await page.getByLabel('Language').selectOption('de-DE');
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await heading(page, 'Profil');
    expect(await page.getByLabel('Ihr Name').inputValue()).toBe('Grace <b>Hopper</b>');
  });
});
