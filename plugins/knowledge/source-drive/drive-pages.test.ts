import { beforeAll, expect, it } from 'vitest';
import { connect, registerService } from '#plugins/connected-accounts/testing/connecting.ts';
import { startOAuthService } from '#plugins/connected-accounts/testing/oauth-service.ts';
import { browserOf, newMember } from '#plugins/members/testing/people.ts';
import { describePages } from '#plugins/pages/testing/open-pages.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
import { ownServer, type StudioPerson, studioPerson } from '#plugins/studio/testing/studio-bench.ts';
import { FakeDrive } from './testing/fake-drive.ts';

describePages('folders of Drive in the studio', (pages) => {
  let person: StudioPerson;
  beforeAll(async () => {
    await ownServer(pages);
    person = await studioPerson(pages, 'owner');
  });

  it('connects an account where there is none, opens and chooses a folder, and says who will see it', async () => {
    const { platform } = pages;
    const page = await person.open('/knowledge');
    await page.getByRole('button', { name: 'New knowledge base' }).first().click();
    await typeInto(page.getByRole('dialog').getByLabel('Name'), 'Handbooks');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('link', { name: 'Web or repository' }).click();
    await page.getByLabel('Kind').selectOption('drive');
    await page.getByRole('heading', { name: 'No Google account is connected' }).waitFor();
    expect(await page.getByRole('button', { name: 'Connect Google' }).isDisabled()).toBe(true);
    expect(await pages.violations(page)).toEqual([]);

    await using service = await startOAuthService();
    const drive = new FakeDrive();
    service.handlers.push(drive.handle);
    const handbook = drive.folder('Handbook');
    drive.file('a.md', '# A', drive.folder('Rules', handbook));
    await registerService(platform.management, service, { headers: { 'x-workspace-id': platform.workspaceId } });
    await connect(await browserOf(platform, person), service, { capabilities: ['drive.read'] });
    await page.reload();
    await page
      .getByText('Everybody who may read this knowledge base will see what YOU can see in this folder.')
      .waitFor();
    await page.getByRole('button', { name: 'Open My Drive' }).click();
    await page.getByRole('button', { name: 'Open Handbook' }).click();
    await page.getByRole('button', { name: 'Choose Rules' }).waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Back to My Drive' }).click();
    await page.getByRole('button', { name: 'Choose Handbook' }).click();
    await page.getByText('Chosen: Handbook').waitFor();
    await page.getByRole('button', { name: 'Add a source' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Handbook' });
    await row.getByText('Google Drive').waitFor();
    await row.getByText('Read', { exact: true }).waitFor({ timeout: 60_000 });
    await page.getByRole('link', { name: 'Handbook', exact: true }).click();
    await page.getByText('Rules/a.md').waitFor();
    expect(await pages.violations(page)).toEqual([]);
    const client = `/console/api/account-services/google/client?base_url=${encodeURIComponent(service.url)}`;
    const headers = { 'x-workspace-id': platform.workspaceId };
    expect((await platform.management.request(client, { method: 'DELETE', headers })).status).toBe(204);
  });

  it('is read with another account once whoever lent theirs has left', async () => {
    const { platform } = pages;
    const { workspaceId } = platform;
    await using service = await startOAuthService();
    const drive = new FakeDrive();
    service.handlers.push(drive.handle);
    const handbook = drive.folder('Handbook');
    drive.file('a.md', '# A', handbook);
    await registerService(platform.management, service, { headers: { 'x-workspace-id': workspaceId } });
    const lender = await newMember(platform, 'admin', workspaceId);
    const left = await browserOf(platform, lender);
    const { id } = await connect(left, service, { capabilities: ['drive.read'] });
    const made = await left.client.request('/console/api/datasets', { body: { name: 'Left behind' } });
    const base = (made.body as { readonly id: string }).id;
    const body = { kind: 'drive', url: `https://drive.google.com/drive/folders/${handbook}`, account_id: id };
    expect((await left.client.request(`/console/api/datasets/${base}/sources`, { body })).status).toBeLessThan(300);
    service.person = { sub: '2002', email: 'grace@example.com' };
    await connect(await browserOf(platform, person), service, { capabilities: ['drive.read'] });

    const page = await person.open(`/knowledge/${base}/sources`);
    const row = page.getByRole('row').filter({ hasText: 'Handbook' });
    await row.getByText('Read', { exact: true }).waitFor({ timeout: 60_000 });
    const headers = { 'x-workspace-id': workspaceId };
    const gone = `/console/api/members/${lender.accountId}`;
    expect((await platform.management.request(gone, { method: 'DELETE', headers })).status).toBe(204);
    await row.getByRole('button', { name: /^Actions/ }).click();
    await page.getByRole('menuitem', { name: 'Read again' }).click();
    await row.getByText('Stands still').waitFor({ timeout: 60_000 });
    await row.getByRole('button', { name: /^Actions/ }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Account').selectOption('grace@example.com');
    await dialog
      .getByText('Everybody who may read this knowledge base will see what YOU can see in this folder.')
      .waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await row.getByText('Read', { exact: true }).waitFor({ timeout: 60_000 });
    await expect.poll(() => row.getByText('Stands still').count()).toBe(0);
    const lent = await platform.management.request(`/console/api/datasets/${base}/sources`, { headers });
    expect(lent.text).not.toContain(id);
  });
});
