import { afterAll, beforeAll, expect, it } from 'vitest';
import { describePages, type Page, phone } from '#plugins/pages/testing/open-pages.ts';
import { answers, type ChatBench, send, startChatBench, unlimited } from '#plugins/web-app/testing/chat-bench.ts';

describePages('sharing a conversation', (pages) => {
  let bench: ChatBench;
  beforeAll(async () => {
    bench = await startChatBench(pages);
  });
  afterAll(() => bench.close());

  const hostile = '<img src=x onerror="document.title=1">';
  const said = async (page: Page, text: string) => {
    await send(page, text);
    await answers(page).last().getByRole('button', { name: 'Copy' }).last().waitFor();
  };
  const begin = async (site: object = {}) => {
    const appId = await bench.app('exact', {}, { ...unlimited, ...site });
    const page = await pages.open(`/chat/${appId}`);
    await said(page, 'About **ferns**');
    return { appId, page };
  };
  const menu = async (page: Page) => {
    await page.getByRole('button', { name: 'Actions for “About **ferns**”' }).press('Enter');
    return page.getByRole('menuitem', { name: 'Share' }).filter({ visible: true });
  };
  const share = async (page: Page) => {
    await (await menu(page)).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Share conversation' });
    await dialog.getByRole('button', { name: 'Create link' }).press('Enter');
    const link = dialog.getByLabel('Link', { exact: true });
    await link.waitFor();
    return { dialog, address: await link.inputValue() };
  };

  it('makes a link that others read, as text, as it was then, and takes it back', async () => {
    const { page } = await begin();
    await said(page, `Is this text? ${hostile}`);
    const { dialog, address } = await share(page);
    await dialog.getByText('Everyone who has the link can read this conversation.').waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await said(page, 'What came later');

    const reader = await pages.open(address, { expected: [/404/] });
    await reader.getByRole('heading', { name: 'About **ferns**' }).waitFor();
    await expect.poll(() => reader.locator('article').count()).toBe(2);
    await expect.poll(() => reader.locator('article strong').innerText()).toBe('ferns');
    await reader.getByText('to be read only').waitFor();
    await expect.poll(() => reader.getByText(hostile).count()).toBe(2);
    expect(await reader.locator('main img').count()).toBe(0);
    expect(await reader.getByText('What came later').count()).toBe(0);
    expect(await reader.getByRole('textbox').count()).toBe(0);
    expect(await pages.violations(reader)).toEqual([]);
    const { headers } = await fetch(address);
    expect([headers.get('x-robots-tag'), headers.get('referrer-policy')]).toEqual(['noindex', 'no-referrer']);
    await reader.getByRole('link', { name: 'Start a conversation of your own' }).press('Enter');
    await reader.getByRole('textbox', { name: 'Message' }).waitFor();
    await reader.getByText('No conversations yet').waitFor();

    await (await menu(page)).press('Enter');
    await dialog.getByRole('button', { name: /^Revoke the link of/ }).press('Enter');
    await page.getByText('Link revoked.').waitFor();
    await reader.goto(address);
    await reader.getByRole('heading', { name: 'This link leads nowhere' }).waitFor();
    expect(await pages.violations(reader)).toEqual([]);
  });

  it('lists the links to other conversations, and is not offered where the owner says so', async () => {
    const { appId, page } = await begin();
    const { dialog } = await share(page);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'New conversation' }).press('Enter');
    await said(page, 'About moss');
    await page.getByRole('button', { name: 'Actions for “About moss”' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Share' }).filter({ visible: true }).press('Enter');
    await dialog.getByRole('heading', { name: 'Links to other conversations' }).waitFor();
    expect(await dialog.getByRole('listitem').innerText()).toContain('About **ferns**');
    await dialog.getByRole('button', { name: /^Revoke the link of/ }).press('Enter');
    await expect.poll(() => dialog.getByRole('listitem').count()).toBe(0);
    const path = `/console/api/apps/${appId}/site`;
    await pages.platform.management.request(path, { method: 'PATCH', body: { share_conversations: false } });
    await expect
      .poll(async () => {
        await page.reload();
        return (await menu(page)).count();
      })
      .toBe(0);
  });

  it('works on a phone', async () => {
    const { page } = await begin();
    const { address } = await share(page);
    const reader = await pages.open(address, { ...phone, colorScheme: 'dark' });
    await reader.getByRole('heading', { name: 'About **ferns**' }).waitFor();
    expect(await reader.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(await pages.violations(reader)).toEqual([]);
  });
});
