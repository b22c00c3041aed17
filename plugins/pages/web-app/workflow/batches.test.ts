import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { describePages, type Page, phone } from '#plugins/pages/testing/open-pages.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
import { csvFile, pickyWorkflow } from '#plugins/web-app/testing/workflow-documents.ts';

const names = (count: number, name = 'Ada') => Array.from({ length: count }, (_, index) => `${name} ${index + 1}`);

async function choose(page: Page, rows: readonly string[]): Promise<void> {
  await page.getByLabel('Choose a CSV or Excel file').setInputFiles(csvFile(rows));
}
const rowsOf = (page: Page) => page.locator('tbody tr[aria-rowindex]');
const chip = (page: Page, name: RegExp) => page.getByRole('group', { name: 'Status' }).getByRole('button', { name });
const says = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true });

describePages('batches', (pages) => {
  it('shows what is wrong in a file, runs the other rows, and gives them back as a file', async () => {
    const { appId } = await pages.app(pickyWorkflow());
    const page = await pages.open(`/chat/${appId}?tab=batches`);
    await page.getByText('No batches yet').waitFor();
    expect(await pages.violations(page)).toEqual([]);
    const template = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV', exact: true }).click();
    expect(await readFile((await (await template).path()) ?? '', 'utf8')).toContain('name');

    await page.getByLabel('Choose a CSV or Excel file').setInputFiles({ ...csvFile([]), name: 'notes.txt' });
    await page.getByText('Only files .csv and .xlsx can be read.').waitFor();
    await page
      .getByLabel('Choose another file')
      .setInputFiles(csvFile(['Ada', '', 'no Bob', 'A name far too long for this']));
    await page.getByText('2 rows are wrong').waitFor();
    const mistakes = page.getByRole('region', { name: '2 rows are wrong' });
    expect(await mistakes.getByRole('row').allInnerTexts()).toEqual([
      expect.stringMatching(/Row\s+Field\s+What is wrong/),
      expect.stringMatching(/2\s+name\s+.*required/),
      expect.stringMatching(/4\s+name\s+.*at most 20/),
    ]);
    expect(await page.getByRole('region', { name: 'Columns' }).innerText()).toMatch(/Remark\s+not used/);
    expect(await pages.violations(page)).toEqual([]);
    await typeInto(page.getByLabel('Name', { exact: true }), 'People');
    await page.getByRole('button', { name: 'Start without the 2 wrong rows' }).click();
    await says(page, 'The batch has finished.').waitFor();
    await expect
      .poll(() => rowsOf(page).allInnerTexts())
      .toEqual([
        expect.stringContaining('Hello Ada'),
        expect.stringContaining('Left out'),
        expect.stringContaining('not no Bob'),
        expect.stringContaining('Left out'),
      ]);
    expect(await pages.violations(page)).toEqual([]);

    await chip(page, /^Failed 1/).click();
    await expect.poll(() => rowsOf(page).count()).toBe(1);
    expect(page.url()).toContain('status=failed');
    await page.getByRole('button', { name: 'Row 3' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Row 3' });
    await dialog.getByText('not no Bob').waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Previous row' }).click();
    await page.getByRole('dialog', { name: 'Row 2' }).waitFor();
    await page.keyboard.press('Escape');
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'Export as CSV' }).click();
    const download = await file;
    expect(download.suggestedFilename()).toBe('People.csv');
    expect(await readFile(await download.path(), 'utf8')).toContain('Hello Ada');
    await page.getByRole('button', { name: 'Run the failed rows again' }).click();
    await says(page, 'The batch has finished.').waitFor();
    // Found again, from the list and by its address.
    await page.getByRole('button', { name: 'All batches' }).click();
    await page.getByRole('link', { name: /People/ }).click();
    await page.reload();
    await page.getByRole('heading', { name: 'People' }).waitFor();
  });

  it('says which column is missing', async () => {
    const { appId } = await pages.app(pickyWorkflow());
    const page = await pages.open(`/chat/${appId}?tab=batches`);
    const table = {
      name: 'people.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('Person,Tone\nAda,warm\nEve,cool\n'),
    };
    await page.getByLabel('Choose a CSV or Excel file').setInputFiles(table);
    await page.getByText('The table has no column “name”.').waitFor();
    expect(await page.getByRole('button', { name: /^Start/ }).count()).toBe(0);
    expect(await pages.violations(page)).toEqual([]);
  });

  it('pauses, goes on, and stops when that is confirmed', async () => {
    const { appId } = await pages.app(pickyWorkflow(100));
    const page = await pages.open(`/chat/${appId}?tab=batches`);
    await choose(page, names(60));
    await page.getByRole('button', { name: 'Start 60 rows' }).click();
    await page.getByRole('button', { name: 'Pause' }).click();
    await says(page, 'Paused').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Resume' }).click();
    await says(page, 'Running').waitFor();
    // Another tab stops it; this one hears of it.
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByRole('button', { name: 'Stop' }).click();
    await other.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await other.getByRole('button', { name: 'Stop' }).click();
    await other.getByRole('dialog').getByRole('button', { name: 'Stop' }).click();
    for (const each of [other, page]) await says(each, 'The batch has finished.').waitFor();
    await chip(page, /^Stopped/).waitFor();
  });

  it('tells before it starts how long it takes and what would stop it, and runs to its end as the page is switched on', async () => {
    const { appId } = await pages.app(pickyWorkflow());
    const page = await pages.open(`/chat/${appId}?tab=batches`);
    await choose(page, names(90));
    await page.getByText('There were no runs yet that tell how long it will take.').waitFor();
    await page.getByText('You may run 2,000 more rows now; this app allows each visitor 2,000 a day.').waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Start 90 rows' }).click();
    await says(page, 'The batch has finished.').waitFor();
    await chip(page, /^Finished 90/).waitFor();
    await page.getByRole('button', { name: 'All batches' }).click();
    await choose(page, names(1_950));
    await page.getByText(/^This will take about/).waitFor();
    await page.getByText('You may run 1,910 more rows now').waitFor();
    await page.getByText('Choose a shorter table.').waitFor();
    expect(await page.getByRole('button', { name: /^Start/ }).count()).toBe(0);
  });

  it('of 10,000 rows draws those in view, wherever one scrolls, also on a phone', async () => {
    const { appId } = await pages.app(pickyWorkflow(200), { batch_rows_per_visitor_day: null });
    const page = await pages.open(`/chat/${appId}?tab=batches`, phone);
    await choose(page, names(10_000));
    await page.getByRole('button', { name: 'Start 10,000 rows' }).click();
    await page.getByRole('button', { name: 'Pause' }).click();
    await says(page, 'Paused').waitFor();
    const table = page.locator('[data-rows="10000"]');
    for (const row of [1, 5000, 2500, 10_000]) {
      await table.evaluate((element, at) => {
        element.scrollTop = at * 44;
      }, row - 1);
      await page.getByRole('button', { name: `Row ${row}`, exact: true }).waitFor();
      expect(await rowsOf(page).count()).toBeLessThan(60);
    }
    // By keys: from the last to the first, and down.
    await page.getByRole('button', { name: 'Row 10000' }).focus();
    await page.keyboard.press('Home');
    await expect.poll(() => page.evaluate("document.activeElement?.getAttribute('aria-label')")).toBe('Row 1');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => page.evaluate("document.activeElement?.getAttribute('aria-label')")).toBe('Row 2');
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click();
    await says(page, 'The batch has finished.').waitFor();
  });
});
