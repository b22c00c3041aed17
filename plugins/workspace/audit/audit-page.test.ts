import { beforeAll, expect, it } from 'vitest';
import { describePages, type Page } from '#plugins/pages/testing/open-pages.ts';
import { ownServer, type StudioPerson, studioPerson } from '#plugins/studio/testing/studio-bench.ts';
import { notesWorkflow } from '#plugins/web-app/testing/workflow-documents.ts';

describePages('the audit log', (pages) => {
  let owner: StudioPerson;
  beforeAll(async () => {
    await ownServer(pages);
    owner = await studioPerson(pages, 'owner');
  });

  const looked = async (page: Page) => expect(await pages.violations(page)).toEqual([]);

  it('finds who did what', async () => {
    await pages.platform.importApp(notesWorkflow(0));
    const page = await owner.open('/settings/audit?action=nothing.at-all');
    await page.getByRole('heading', { name: 'No entry matches' }).waitFor();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    const table = page.getByRole('table', { name: 'Audit log' });
    await table.waitFor();
    await table.getByText('Details').first().click();
    await looked(page);
    await table.getByRole('button').first().click();
    await expect.poll(() => new URL(page.url()).searchParams.get('action')).toMatch(/^[a-z.-]+$/);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    expect((await saved).suggestedFilename()).toBe('audit.csv');
  });
});
