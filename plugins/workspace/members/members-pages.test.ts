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
    const asked = page.getByRole('dialog', { name: 'Change the role of Ada?' });
    // Whoever thinks better of it changes nothing.
    await role.selectOption('member');
    await asked.getByText('It changes from').waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => role.inputValue()).toBe('editor');
    await role.selectOption('member');
    await asked.getByRole('button', { name: 'Change the role' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => role.inputValue()).toBe('editor');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await typeInto(page.getByRole('dialog').getByLabel('E-mail addresses'), 'grace@example.com');
    await page.getByRole('dialog').getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByText(/\/invitation#/).waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('button', { name: 'Withdraw the invitation of grace@example.com' }).click();
    await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
    await page.getByText('Nobody is invited at the moment.').waitFor();
    expect(await pages.violations(page)).toEqual([]);
  });

  it('makes a workspace with what it is for, by keys, and begins with inviting', async () => {
    const someone = await studioPerson(pages);
    const page = await someone.open('/workspaces/new');
    await page.getByLabel('Name of the workspace').focus();
    await page.keyboard.type('Mosses');
    await page.keyboard.press('Tab');
    await page.keyboard.type('All about mosses.');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    expect(await pages.violations(page)).toEqual([]);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Invite' });
    await dialog.waitFor();
    expect(await page.title()).toContain('· Mosses');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.url()).not.toContain('invite');
    await page.goto(new URL('/settings/workspace', pages.platform.url).href);
    await expect.poll(() => page.getByLabel('Description').inputValue()).toBe('All about mosses.');
  });

  it('invites twelve people with roles from a pasted list, and names what is wrong in it', async () => {
    const page = await admin.open('/members', { expected: [/409/] });
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    const dialog = page.getByRole('dialog');
    const people = Array.from(
      { length: 11 },
      (_, at) => `Person ${at} <p${at}@example.org>${at < 3 ? ', Editor' : ''}`,
    );
    const list = dialog.getByLabel('E-mail addresses');
    await typeInto(list, `${people.join('\n')}\nnobody at all`);
    await page.keyboard.press('Control+Enter');
    await dialog.getByText('This is no e-mail address: nobody at all').waitFor();
    await typeInto(list, `${people.join('\n')}\n${admin.email}`);
    await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByRole('dialog', { name: 'Invited 11 of 12 people' }).waitFor();
    const links = await dialog.getByRole('region', { name: 'Links of the invitations' }).innerText();
    expect(links.match(/^p\d+@example\.org\s+http\S+\/invitation#/gm)).toHaveLength(11);
    expect(await dialog.getByRole('row', { name: /@example.org Editor/ }).count()).toBe(3);
    await dialog.getByRole('row', { name: /belongs to the workspace already/ }).waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('button', { name: 'Withdraw the invitation of p10@example.org' }).waitFor();
  });

  it('lets somebody in who has accepted an invitation, without asking for the password again', async () => {
    const page = await admin.open('/members');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await typeInto(page.getByRole('dialog').getByLabel('E-mail addresses'), 'hedy@example.com');
    await page.getByRole('dialog').getByRole('button', { name: 'Invite', exact: true }).click();
    const link = (await page.getByText(/\/invitation#/).innerText()).trim();
    const guest = await pages.open(link);
    await typeInto(guest.getByLabel('Your name'), 'Hedy');
    await guest.keyboard.press('Tab');
    await guest.keyboard.type('frequency-hops-42-times');
    await guest.keyboard.press('Enter');
    await guest.getByRole('heading', { level: 1, name: 'Apps' }).waitFor();
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
