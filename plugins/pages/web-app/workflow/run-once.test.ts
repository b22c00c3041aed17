import { expect, it } from 'vitest';
import { failingWorkflow, speakingWorkflow } from '#plugins/delivery-api/testing/documents.ts';
import { approvalWorkflow } from '#plugins/human-input/testing/documents.ts';
import { describePages, type Page, phone } from '#plugins/pages/testing/open-pages.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
import { echoWorkflow, notesWorkflow } from '#plugins/web-app/testing/workflow-documents.ts';

const start = (page: Page) => page.getByRole('button', { name: 'Run', exact: true }).click();
const result = (page: Page) => page.getByRole('region', { name: 'Result' });
const ends = (page: Page, status = 'Finished') => result(page).getByRole('status').getByText(status, { exact: true });
const lost = [/net::ERR_INTERNET_DISCONNECTED/, /net::ERR_NETWORK_CHANGED/];

describePages('the workflow page, run once', (pages) => {
  it('shows steps as they come, and outputs as what they are', async () => {
    const { appId } = await pages.app(notesWorkflow(40));
    const page = await pages.open(`/chat/${appId}`);
    await typeInto(page.getByLabel('Topic'), 'Ferns');
    expect(await pages.violations(page)).toEqual([]);
    await start(page);
    const steps = result(page).getByRole('listitem');
    await steps.filter({ hasText: 'Write' }).filter({ hasText: 'Running' }).waitFor();
    await result(page).getByText('This is the demo').waitFor();
    await ends(page).waitFor();
    expect(await steps.filter({ hasText: 'Finished' }).count()).toBe(4);
    // Text as Markdown, a list of objects as a table, an object as a tree, a number as itself.
    expect(await result(page).locator('strong', { hasText: 'shade' }).count()).toBe(1);
    expect(await result(page).getByRole('cell').allTextContents()).toEqual(['Fern', '4', 'Aloe', '14']);
    expect(await result(page).getByText('shade').count()).toBe(2);
    expect(await result(page).getByRole('region', { name: 'count' }).innerText()).toContain('2');
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Plain text' }).click();
    await expect.poll(() => result(page).getByText('**shade**').count()).toBe(1);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download: table' }).click();
    expect((await download).suggestedFilename()).toBe('Plant notes table.csv');
  });

  it('copies what it shows', async () => {
    const { appId } = await pages.app(notesWorkflow());
    const page = await pages.open(`/chat/${appId}`, { permissions: ['clipboard-read', 'clipboard-write'] });
    await typeInto(page.getByLabel('Topic'), 'Ferns');
    await page.getByLabel('Topic').press('Enter');
    await ends(page).waitFor();
    await page.getByRole('button', { name: 'Copy: tree' }).click();
    await page.getByText('Copied').waitFor();
    expect(JSON.parse(await page.evaluate<string>('navigator.clipboard.readText()'))).toEqual({
      light: { best: 'shade' },
    });
  });

  it('shows the rest of a run after a reload, a lost network, and in another tab', async () => {
    const { appId } = await pages.app(speakingWorkflow(150, 50));
    const context = await pages.context({ expected: lost });
    const page = await context.newPage();
    await page.goto(`${pages.platform.url}/chat/${appId}`);
    await start(page);
    await result(page).getByText('word5').waitFor();
    // Without the run in its address: the browser remembers what it has started.
    const other = await context.newPage();
    await Promise.all([page.reload(), other.goto(`${pages.platform.url}/chat/${appId}`)]);
    for (const each of [page, other]) await result(each).getByText('word5').waitFor();
    await context.setOffline(true);
    await page.waitForTimeout(300);
    await context.setOffline(false);
    const whole = Array.from({ length: 50 }, (_, index) => `word${index}`).join(' ');
    for (const each of [page, other]) {
      await ends(each).waitFor({ timeout: 20_000 });
      expect((await result(each).innerText()).replace(/\s+/g, ' ')).toContain(whole);
    }
    expect(other.url()).toBe(page.url());
    // What is over is not found again by itself.
    await page.goto(`${pages.platform.url}/chat/${appId}`);
    await page.getByText('The result appears here').waitFor();
  });

  it('starts one run, though the answer to its start was lost', async () => {
    const { appId } = await pages.app(notesWorkflow());
    const page = await pages.open(`/chat/${appId}`, { expected: [/net::ERR_FAILED|Failed to load/] });
    await typeInto(page.getByLabel('Topic'), 'Ferns');
    let starts = 0;
    await page.route('**/v1/workflows/run', async (route) => {
      starts += 1;
      if (starts > 1) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await start(page);
    await ends(page).waitFor();
    await page.getByRole('tab', { name: 'Results' }).click();
    await page.getByRole('button', { name: /^Ferns/ }).waitFor();
    expect([starts, await page.getByRole('tabpanel').getByRole('listitem').count()]).toEqual([2, 1]);
  });

  it('stops, and keeps what was written until then', async () => {
    const { appId } = await pages.app(speakingWorkflow(200, 200));
    const page = await pages.open(`/chat/${appId}`);
    await start(page);
    await result(page).getByText('word1').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await ends(page, 'Stopped').waitFor();
    expect(await result(page).getByText('word1').count()).toBe(1);
  });

  it('names the node that failed and what to do, and runs again with the same inputs', async () => {
    const { appId } = await pages.app(failingWorkflow());
    const page = await pages.open(`/chat/${appId}`);
    await start(page);
    const alert = result(page).getByRole('alert');
    await alert.waitFor();
    expect(await alert.innerText()).toMatch(/“code 2” failed.*This app has a fault.*run it again/s);
    expect(await alert.innerText()).not.toContain('boom at noon');
    expect(await pages.violations(page)).toEqual([]);
    const first = page.url();
    await alert.getByRole('button', { name: 'Run again' }).click();
    await expect.poll(() => page.url()).not.toBe(first);
    await alert.waitFor();
  });

  it('asks people in the middle, also after a reload, and goes on in every tab', async () => {
    const { appId } = await pages.app(approvalWorkflow());
    const context = await pages.context();
    const page = await context.newPage();
    await page.goto(`${pages.platform.url}/chat/${appId}`);
    await typeInto(page.getByLabel('Order'), 'ferns');
    await start(page);
    await ends(page, 'Waiting for an answer').waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await page.reload();
    const other = await context.newPage();
    await other.goto(page.url());
    await other.getByText('Approve ferns?').waitFor();
    await typeInto(page.getByLabel('note'), 'fine');
    await page.getByRole('button', { name: 'Approve' }).click();
    for (const each of [page, other]) await ends(each).waitFor();
    expect(await result(other).innerText()).toContain('Approve ferns? fine');
  });

  it('shows no steps where the owner wants none', async () => {
    const { appId } = await pages.app(notesWorkflow(), { show_workflow_steps: false });
    const page = await pages.open(`/chat/${appId}`);
    await typeInto(page.getByLabel('Topic'), 'Ferns');
    await start(page);
    await ends(page).waitFor();
    expect(await result(page).getByText('Collect facts').count()).toBe(0);
  });

  it('says over a limit when to come again', async () => {
    const { appId } = await pages.app(notesWorkflow(), { runs_per_visitor_hour: 1 });
    const page = await pages.open(`/chat/${appId}`, { expected: [/429/] });
    await typeInto(page.getByLabel('Topic'), 'Ferns');
    await start(page);
    await ends(page).waitFor();
    await page.getByRole('button', { name: 'Run again' }).click();
    await page.getByText(/You can run again in/).waitFor();
    expect(await page.getByRole('button', { name: 'Run', exact: true }).isDisabled()).toBe(true);
    expect(await page.getByLabel('Topic').inputValue()).toBe('Ferns');
  });

  it('shows hostile outputs as text', async () => {
    const { appId } = await pages.app(echoWorkflow());
    const page = await pages.open(`/chat/${appId}`);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('dialog', () => asked.push('dialog'));
    const hostile = [
      '<img src=x onerror=alert(1)>',
      '<script>alert(1)</script>',
      '[a](javascript:alert(1))',
      '![p](https://evil.example/leak.png)',
      '<svg onload=alert(1)>',
      '<style>*{display:none}</style>',
      '__proto__',
    ];
    for (const text of hostile) {
      await typeInto(page.getByRole('textbox'), text);
      await page.getByRole('button', { name: /^Run/ }).click();
      await expect.poll(() => page.getByRole('button', { name: 'Run again' }).count()).toBe(1);
      await ends(page).waitFor();
      expect(await result(page).locator('script, img, style, [onerror], [onload]').count()).toBe(0);
    }
    expect(asked.filter((url) => !url.startsWith(pages.platform.url))).toEqual([]);
  });

  it('works on a phone, right to left and by keyboard', async () => {
    const { appId } = await pages.app(notesWorkflow());
    const page = await pages.open(`/chat/${appId}`, phone);
    await page.evaluate("document.documentElement.setAttribute('dir', 'rtl')");
    await page.getByLabel('Topic').focus();
    await page.keyboard.type('سرخس');
    await page.keyboard.press('Control+Enter');
    await ends(page).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Run once' }).focus();
    // Right to left, the next tab is at the left.
    await page.keyboard.press('ArrowLeft');
    await page.getByText('New batch').waitFor();
  });
});
