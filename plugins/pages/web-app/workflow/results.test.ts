import { expect, it } from 'vitest';
import { describePages, type Page } from '#plugins/pages/testing/open-pages.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
import { csvFile, notesWorkflow, pickyWorkflow } from '#plugins/web-app/testing/workflow-documents.ts';

async function run(page: Page, topic: string): Promise<void> {
  await typeInto(page.getByLabel('Topic'), topic);
  await page.getByRole('button', { name: /^Run( again)?$/ }).click();
  // Of the run before.
  await page.getByRole('status').getByText('Finished').waitFor({ state: 'detached' });
  await page.getByRole('status').getByText('Finished').waitFor();
}
const items = (page: Page) =>
  page
    .getByRole('tabpanel')
    .locator('ul > li')
    .filter({ has: page.getByRole('button') });
const more = (page: Page, name: string) => page.getByRole('button', { name: `More: ${name}` }).click();

describePages('past results', (pages) => {
  it('are kept, named, opened, used again, and deleted until it is undone', async () => {
    const { appId } = await pages.app(notesWorkflow(20));
    const page = await pages.open(`/chat/${appId}`);
    await page.getByRole('tab', { name: 'Results' }).click();
    await page.getByText('No results yet').waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('tabpanel').getByRole('button', { name: 'Run once' }).click();
    await run(page, 'Ferns');
    await run(page, 'Aloe');
    await page.getByRole('tab', { name: 'Results' }).click();
    await expect.poll(() => items(page).count()).toBe(2);
    await more(page, 'Ferns');
    await page.getByRole('menuitem', { name: 'Keep' }).click();
    await more(page, 'Ferns');
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await typeInto(page.getByLabel('New name'), 'For the newsletter');
    await page.getByLabel('New name').press('Enter');
    await page
      .getByRole('button', { name: /For the newsletter/ })
      .first()
      .click();
    await page.getByText('Ferns like shade.').waitFor();
    expect(await pages.violations(page)).toEqual([]);

    await more(page, 'Aloe');
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect.poll(() => items(page).count()).toBe(1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => items(page).count()).toBe(2);
    await page.getByLabel('Only kept').check();
    await expect.poll(() => items(page).count()).toBe(1);
    await page.reload();
    await page
      .getByRole('button', { name: /For the newsletter/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Use these inputs' }).click();
    await expect.poll(() => page.getByLabel('Topic').inputValue()).toBe('Ferns');

    // A page that is left deletes still.
    await page.getByRole('tab', { name: 'Results' }).click();
    await more(page, 'Aloe');
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.reload();
    await expect.poll(() => items(page).count()).toBe(1);
  });

  it('of one visitor are nothing to another, nor are batches', async () => {
    const { appId } = await pages.app(pickyWorkflow());
    const page = await pages.open(`/chat/${appId}`);
    await typeInto(page.getByLabel('Name'), 'Ada');
    await page.getByLabel('Name').press('Enter');
    await page.getByRole('status').getByText('Finished').waitFor();
    const ofRun = page.url();
    await page.getByRole('tab', { name: 'Batches' }).click();
    await page.getByLabel('Choose a CSV or Excel file').setInputFiles(csvFile(['Ada']));
    await page.getByRole('button', { name: 'Start 1 row' }).click();
    await page.getByRole('cell', { name: /Hello Ada/ }).waitFor();
    const ofBatch = page.url();

    const other = await pages.open(`/chat/${appId}?tab=results`, { expected: [/404/] });
    await other.getByText('No results yet').waitFor();
    await other.goto(ofBatch);
    await other.getByText('This batch is not there any more, or it is not yours.').waitFor();
    await other.goto(ofRun);
    await other.getByText('This run is not there any more, or it is not yours.').waitFor();
    expect(await other.getByText('Hello Ada').count()).toBe(0);
  });
});
