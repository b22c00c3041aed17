import { beforeAll, expect, it } from 'vitest';
import { testClient } from '#http/testing/client.ts';
import { describePages, type Page } from '#plugins/pages/testing/open-pages.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
import { ownServer, type StudioPerson, studioPerson } from '#plugins/studio/testing/studio-bench.ts';
import { notesWorkflow } from '#plugins/web-app/testing/workflow-documents.ts';

describePages('usage, budgets and the plan', (pages) => {
  let owner: StudioPerson;
  beforeAll(async () => {
    await ownServer(pages);
    owner = await studioPerson(pages, 'owner');
  });

  const looked = async (page: Page) => expect(await pages.violations(page)).toEqual([]);

  it('shows what was used, and keeps a budget', async () => {
    const { key } = await pages.app(notesWorkflow(0));
    await testClient(pages.platform.url, key).request('/v1/workflows/run', {
      body: { inputs: { topic: 'Ferns' }, response_mode: 'blocking', user: 'ada' },
    });
    const page = await owner.open('/usage?period=7');
    await page.getByRole('img', { name: /^Runs by day/ }).waitFor();
    await looked(page);
    await page.getByLabel('Group by').selectOption('app');
    await page.getByRole('table', { name: 'By app' }).getByRole('link').first().click();
    await page.getByRole('button', { name: /^Only / }).waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    expect((await saved).suggestedFilename()).toMatch(/^usage-.*\.csv$/);

    await page.getByRole('link', { name: 'Budgets', exact: true }).click();
    await page.getByRole('button', { name: 'Add a budget' }).click();
    await typeInto(page.getByLabel('Amount'), '100');
    await looked(page);
    await page.getByRole('button', { name: 'Save' }).click();
    const row = page.getByRole('row', { name: /The whole workspace.*\$100\.00/ });
    await row.waitFor();
    await looked(page);
    await row.getByRole('button', { name: /^Actions of/ }).click();
    await page.getByRole('menuitem', { name: 'Change' }).click();
    await typeInto(page.getByLabel('Amount'), '250');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/of \$250\.00/).waitFor();
    await page.getByRole('button', { name: /^Actions of/ }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'No budgets' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText(/of \$250\.00/).waitFor();

    await page.getByRole('link', { name: 'Plan and invoices' }).click();
    await page.getByRole('table', { name: 'Plan' }).waitFor();
    await page.getByText('No invoices yet').waitFor();
    await looked(page);
  });

  it('offers a budget to nobody but who may pay', async () => {
    const editor = await studioPerson(pages, 'editor');
    const page = await editor.open('/usage/budgets');
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.getByRole('button', { name: 'Add a budget' }).count()).toBe(0);
  });
});
