import { readFile } from 'node:fs/promises';
import type { Download } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describePages, type Page, phone } from '#plugins/pages/testing/open-pages.ts';
import { answers, type ChatBench, send, startChatBench, unlimited } from '#plugins/web-app/testing/chat-bench.ts';

describePages('exporting a conversation', (pages) => {
  let bench: ChatBench;
  beforeAll(async () => {
    bench = await startChatBench(pages);
  });
  afterAll(() => bench.close());

  const hostile = '<img src=x onerror="document.title=1">';
  const begin = async (options: Parameters<typeof pages.context>[0] = {}) => {
    const appId = await bench.app('exact', {}, { ...unlimited, title: 'Fern *Desk*' });
    const page = await (await pages.context(options)).newPage();
    await page.addInitScript(
      'window.print = () => { window.printed = (window.printed ?? 0) + 1; window.printedAs = document.title; }',
    );
    await page.goto(`${pages.platform.url}/chat/${appId}`);
    for (const question of ['# About **ferns**', `Is this text? ${hostile}`]) {
      await send(page, question);
      await answers(page).last().getByRole('button', { name: 'Copy' }).waitFor();
    }
    return page;
  };
  const open = async (page: Page) => {
    await page.getByRole('button', { name: 'Actions for “# About **ferns**”' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Export' }).filter({ visible: true }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Export conversation' });
    await dialog.waitFor();
    return dialog;
  };
  const textOf = async (download: Download) => readFile(await download.path(), 'utf8');
  const saved = async (page: Page, format: string) => {
    const dialog = await open(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: format }).press('Enter'),
    ]);
    await expect.poll(() => dialog.count()).toBe(0);
    return { name: download.suggestedFilename(), text: await textOf(download) };
  };

  it('attack T15: saves it as Markdown and as JSON, with what was said as text', async () => {
    const page = await begin();
    const dialog = await open(page);
    expect(await pages.violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog.count()).toBe(0);
    const markdown = await saved(page, 'Markdown');
    expect(markdown.name).toBe('About ferns.md');
    expect(markdown.text).toMatch(/^# \\# About \\\*\\\*ferns\\\*\\\*\n/);
    expect(markdown.text).toContain('## Fern \\*Desk\\*\n\n# About **ferns**\n');
    expect(markdown.text).not.toContain(' <img');
    const json = await saved(page, 'JSON');
    expect(json.name).toBe('About ferns.json');
    expect(JSON.parse(json.text)).toMatchObject({
      name: '# About **ferns**',
      app: 'Fern *Desk*',
      messages: [
        { query: '# About **ferns**', answer: '# About **ferns**', parent_message_id: null, files: [] },
        { query: `Is this text? ${hostile}`, answer: `Is this text? ${hostile}` },
      ],
    });
  });

  it('prints it whole and alone, light, as text', async () => {
    const page = await begin({ colorScheme: 'dark' });
    const dialog = await open(page);
    // What is printed stays until it was.
    await page.evaluate(
      'window.print = () => { window.sheet = document.querySelector("body > article").cloneNode(true); window.printedAs = document.title; }',
    );
    await dialog.getByRole('button', { name: 'Print or save as PDF' }).press('Enter');
    await expect.poll(() => page.evaluate('window.printedAs')).toBe('# About **ferns**');
    expect(await page.title()).not.toBe('# About **ferns**');
    await expect.poll(() => dialog.count()).toBe(0);
    expect(await page.locator('body > article').count()).toBe(0);
    await page.evaluate('document.body.append(window.sheet)');
    const sheet = page.locator('body > article');
    expect(await sheet.isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect.poll(() => sheet.isVisible()).toBe(true);
    expect(await page.getByRole('textbox', { name: 'Message' }).isVisible()).toBe(false);
    expect(await sheet.locator('strong').innerText()).toBe('ferns');
    await expect.poll(() => sheet.getByText(hostile).count()).toBe(2);
    expect(await sheet.locator('img').count()).toBe(0);
    const ink = await page.evaluate('getComputedStyle(document.querySelector("body > article")).color');
    expect(ink).toMatch(/oklch\(0\.2/);
  });

  it('says so when it can not be read, and works on a phone', async () => {
    const page = await begin({ ...phone, expected: [/Failed to load/] });
    await page.getByRole('button', { name: 'Show conversations' }).click();
    const dialog = await open(page);
    expect(await pages.violations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.route('**/v1/messages?*', (route) =>
      route.fulfill({ status: 403, json: { code: 'forbidden', message: 'x', status: 403 } }),
    );
    await dialog.getByRole('button', { name: 'JSON' }).press('Enter');
    await dialog.getByText('The conversation could not be read.').waitFor();
    await expect.poll(() => dialog.getByRole('button', { name: 'JSON' }).isEnabled()).toBe(true);
  });
});
