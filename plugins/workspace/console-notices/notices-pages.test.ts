import { beforeAll, expect, it } from 'vitest';
import { ConsoleNotices } from '#plugins/console-notices/contract.ts';
import { approvalWorkflow } from '#plugins/human-input/testing/documents.ts';
import { describePages, phone } from '#plugins/pages/testing/open-pages.ts';
import { ownServer, studioPerson } from '#plugins/studio/testing/studio-bench.ts';

describePages('notices in the studio', (pages) => {
  beforeAll(() => ownServer(pages));

  it('are counted by the bell as they come, listed, and read', async () => {
    const person = await studioPerson(pages);
    const notices = pages.platform.kernel.resolve(ConsoleNotices);
    const { workspaceId } = pages.platform;
    const page = await person.open('/notices', phone);
    await page.getByRole('heading', { level: 1, name: 'Notices' }).waitFor();
    await page.getByRole('link', { name: 'A new sign-in from' }).waitFor();
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await page.getByRole('link', { name: 'Notices', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Mark all as read' }).waitFor({ state: 'detached' });
    expect(await pages.violations(page)).toEqual([]);
    const to = [person.accountId];
    // attack T02: what a notice tells of is text.
    const about = { address: '<img src=x>' };
    await notices.add({ workspaceId, to, kind: 'new-sign-in', name: 'one', about });
    await page.getByRole('link', { name: 'Notices: 1 unread' }).waitFor();
    await page.getByRole('link', { name: 'A new sign-in from <img src=x>' }).waitFor();
    expect(await pages.violations(page)).toEqual([]);
    const { appId } = await pages.platform.importApp(approvalWorkflow());
    const waits = { app_id: appId, title: 'Ask' };
    await notices.add({ workspaceId, to, kind: 'form-waits', name: 'form', about: waits });
    await page.getByRole('link', { name: 'A form of Asks people waits for an answer: Ask' }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await page.getByRole('link', { name: 'Notices', exact: true }).waitFor();
  });
});
