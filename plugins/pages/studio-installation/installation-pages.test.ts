import { beforeAll, expect, it } from 'vitest';
import { newWorkspace } from '#plugins/members/testing/people.ts';
import { describePages, type Page, phone } from '#plugins/pages/testing/open-pages.ts';
import { ownServer, type StudioPerson, studioPerson } from '#plugins/studio/testing/studio-bench.ts';

describePages('the installation in the studio', (pages) => {
  let person: StudioPerson;
  beforeAll(async () => {
    await ownServer(pages);
    person = await studioPerson(pages, 'owner');
  });

  const looked = async (page: Page) => expect(await pages.violations(page)).toEqual([]);
  const enter = async (page: Page) => {
    await page.getByLabel('Management token').fill(pages.platform.token);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
  };

  it('shows nothing without the token; with it, what runs', async () => {
    const page = await person.open('/installation', { ...phone, expected: [/401/] });
    await page.getByRole('heading', { level: 1, name: 'Server' }).waitFor();
    await looked(page);
    await page.getByLabel('Management token').fill('mgmt-wrong');
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByText('This is not the management token').waitFor();
    await enter(page);
    await page.getByRole('table', { name: 'Plugins' }).getByText('studio-installation', { exact: true }).waitFor();
    await page.getByRole('table', { name: 'Health' }).waitFor();
    await looked(page);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });

  it('attack T11: the token is kept in no storage and no address, goes with cookies never, and is gone after a reload', async () => {
    const page = await person.open('/installation/workspaces');
    const sent: Promise<Record<string, string>>[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/console/api/installation')) sent.push(request.allHeaders());
    });
    await enter(page);
    await page.getByRole('table', { name: 'Workspaces' }).waitFor();
    for (const headers of await Promise.all(sent)) {
      expect(headers.authorization).toBe(`Bearer ${pages.platform.token}`);
      expect(headers.cookie).toBeUndefined();
    }
    expect(sent.length).toBeGreaterThan(0);
    const kept = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href])';
    expect(await page.evaluate(kept)).not.toContain('mgmt-');
    expect(JSON.stringify(await page.context().cookies())).not.toContain('mgmt-');
    await page.getByRole('button', { name: 'Forget the token' }).click();
    await page.getByLabel('Management token').waitFor();
    await enter(page);
    await page.getByRole('table', { name: 'Workspaces' }).waitFor();
    await page.reload();
    await page.getByLabel('Management token').waitFor();
    expect(await page.getByRole('table').count()).toBe(0);
  });

  it('gives a plan, closes a workspace and opens it again', async () => {
    const id = await newWorkspace(pages.platform);
    const page = await person.open(`/installation/workspaces/${id}`);
    await enter(page);
    await page.getByRole('table', { name: 'Plan' }).waitFor();
    await page.getByText('None.').waitFor();
    await looked(page);
    await page.getByRole('combobox', { name: 'Plan' }).selectOption({ index: 1 });
    await page.getByRole('button', { name: 'Give this plan' }).click();
    await page.getByText('The workspace is on the plan.').waitFor();
    await page.getByRole('button', { name: 'Close and delete' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('Another');
    await dialog.getByRole('button', { name: 'Close and delete' }).click();
    await page.getByText(/Closed, kept until/).waitFor();
    await looked(page);
    await page.getByRole('button', { name: 'Open again' }).click();
    await page.getByRole('table', { name: 'Plan' }).waitFor();
  });

  it('shows invoices, and which key seals', async () => {
    const page = await person.open('/installation/invoices');
    await enter(page);
    await page.getByLabel('State').selectOption('void');
    await page.getByRole('heading', { name: 'No invoices' }).waitFor();
    await looked(page);
    await page.getByRole('link', { name: 'Master key' }).click();
    await page.getByRole('button', { name: 'Make a new key' }).waitFor();
    await looked(page);
  });
});
