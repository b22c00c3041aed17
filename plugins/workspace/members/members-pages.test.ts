import { beforeAll, expect, it } from 'vitest';
import { describePages, phone } from '#plugins/pages/testing/open-pages.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
import { ownServer, type StudioPerson, studioPerson } from '#plugins/studio/testing/studio-bench.ts';

describePages('members and the workspace', (pages) => {
  let admin: StudioPerson;
  beforeAll(async () => {
    await ownServer(pages);
    admin = await studioPerson(pages);
  });

  it('invites with a link where there is no mail, withdraws, and changes a role with a way back', async () => {
    const editor = await studioPerson(pages, 'editor');
    const page = await admin.open(`/members?q=${encodeURIComponent(editor.email)}`);
    const role = page.getByRole('combobox', { name: 'Role of Ada' });
    await role.selectOption('member');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => role.inputValue()).toBe('editor');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await typeInto(page.getByRole('dialog').getByLabel('E-mail'), 'grace@example.com');
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
});
