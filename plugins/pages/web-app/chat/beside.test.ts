import { afterAll, beforeAll, expect, it } from 'vitest';
import { describePages, type Page, phone } from '#plugins/pages/testing/open-pages.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
import { answers, type ChatBench, send, startChatBench, unlimited } from '#plugins/web-app/testing/chat-bench.ts';

const lines = Array.from({ length: 30 }, (_, at) => `const value${at} = ${at}; // ${'long '.repeat(20)}`).join('\n');
const code = `\`\`\`\`ts\n${lines}\n\`\`\`\n<script>window.wasHit=1</script>\n\`\`\`\`\n\nShort:\n\n\`\`\`js\na;\n\`\`\``;
const upload = { file_upload: { enabled: true, allowed_file_types: ['document'], number_limits: 3 } };

describePages('beside the conversation', (pages) => {
  let bench: ChatBench;
  beforeAll(async () => {
    bench = await startChatBench(pages);
  });
  afterAll(() => bench.close());
  const opener = (page: Page) => answers(page).last().getByRole('button', { name: 'Open beside the conversation' });
  const isFocused = (place: ReturnType<Page['locator']>) => place.evaluate((element) => element.matches(':focus'));

  it('a long piece of code opens, and Escape gives the focus back', async () => {
    const appId = await bench.app('exact', {}, unlimited);
    const page = await pages.open(`/chat/${appId}`);
    await send(page, code);
    await opener(page).waitFor();
    // The short one has none.
    await expect.poll(() => opener(page).count()).toBe(1);
    await opener(page).focus();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('complementary', { name: 'ts' });
    await panel.getByText('const value29').waitFor();
    await panel.getByText('window.wasHit=1').waitFor();
    expect(await page.evaluate("'wasHit' in window")).toBe(false);
    expect(await panel.getByRole('button', { name: 'Open beside the conversation' }).count()).toBe(0);
    expect(await isFocused(panel.getByRole('heading', { name: 'ts' }))).toBe(true);
    expect(await pages.violations(page)).toEqual([]);
    // One goes on writing beside it.
    await send(page, 'Thanks');
    await expect.poll(() => answers(page).count()).toBe(2);
    await panel.waitFor();
    await panel.getByRole('button', { name: 'Close' }).focus();
    await page.keyboard.press('Escape');
    await expect.poll(() => panel.count()).toBe(0);
    await expect
      .poll(() => isFocused(answers(page).first().getByRole('button', { name: 'Open beside the conversation' })))
      .toBe(true);
  });

  it('Escape stops an answer before it closes what is open', async () => {
    const appId = await bench.app('held', {}, unlimited);
    const page = await pages.open(`/chat/${appId}`);
    await send(page, 'Code');
    const first = await bench.held();
    first.say(code);
    first.end();
    await opener(page).click();
    const panel = page.getByRole('complementary', { name: 'ts' });
    await panel.waitFor();
    await send(page, 'More');
    const second = await bench.held();
    second.say('Some');
    await answers(page).last().getByText('Some').waitFor();
    await typeInto(page.getByRole('textbox', { name: 'Message', exact: true }), 'x');
    await page.keyboard.press('Escape');
    await answers(page).last().getByText('Stopped.').waitFor();
    await expect.poll(() => panel.count()).toBe(1);
    await page.keyboard.press('Escape');
    await expect.poll(() => panel.count()).toBe(0);
  });

  it('attack T16: a file opens as text on a phone, over the whole page', async () => {
    const appId = await bench.app('echo', upload, unlimited);
    const page = await pages.open(`/chat/${appId}`, phone);
    const hostile = '# Ferns\n\n<script>window.wasHit=1</script>\n\n<img src=x onerror="window.wasHit=1">';
    await page.locator('input[type=file]').setInputFiles([
      { name: 'ferns.md', mimeType: 'text/markdown', buffer: Buffer.from(hostile) },
      { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from(hostile) },
    ]);
    await page.getByText('page.html').waitFor();
    await expect.poll(() => page.getByRole('progressbar').count()).toBe(0);
    await send(page, 'Read it');
    await answers(page).last().getByRole('button', { name: 'Copy' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Open ferns.md beside the conversation' }).click();
    const dialog = page.getByRole('dialog', { name: 'ferns.md' });
    await dialog.getByRole('heading', { name: 'Ferns', exact: true }).waitFor();
    await dialog.getByText('onerror=').waitFor();
    const box = await dialog.boundingBox();
    expect([box?.x, box?.width]).toEqual([0, 390]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(await pages.violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog.count()).toBe(0);
    await page.getByRole('button', { name: 'Open page.html beside the conversation' }).click();
    await page.getByRole('dialog').getByText('<script>window.wasHit=1</script>').waitFor();
    expect(await page.evaluate("'wasHit' in window")).toBe(false);
  });
});
