import { afterAll, beforeAll, expect, it } from 'vitest';
import { describePages, type Page } from '#plugins/pages/testing/open-pages.ts';
import { answers, type ChatBench, send, startChatBench, unlimited } from '#plugins/web-app/testing/chat-bench.ts';

describePages('coming back to a chat', (pages) => {
  let bench: ChatBench;
  beforeAll(async () => {
    bench = await startChatBench(pages);
  });
  afterAll(() => bench.close());

  const field = (page: Page) => page.getByRole('textbox', { name: 'Message' });
  const inList = (page: Page, name: string) =>
    page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name, exact: true });
  const said = async (page: Page, text: string) => {
    await send(page, text);
    await answers(page).last().getByRole('button', { name: 'Copy' }).waitFor();
  };
  const opened = async (site: object = {}) => {
    const appId = await bench.app('echo', {}, { ...unlimited, ...site });
    const context = await pages.context({ expected: [/404/] });
    const visit = async (path = '') => {
      const page = await context.newPage();
      await page.goto(`${pages.platform.url}/chat/${appId}${path}`);
      await field(page).waitFor();
      return page;
    };
    return { visit, appId };
  };
  const later = (page: Page, hours: number) => page.clock.setFixedTime(new Date(Date.now() + hours * 3_600_000));

  it('goes on where one was, tomorrow too, and anew after that', async () => {
    const { visit } = await opened();
    const page = await visit();
    await said(page, 'About moss');
    const again = await visit();
    await expect.poll(() => answers(again).last().innerText()).toContain('About moss');
    expect(again.url()).toMatch(/\/c\/[0-9a-f-]{36}$/);
    await said(again, 'More moss');
    await later(again, 47);
    await again.goto(again.url().replace(/\/c\/.*/, ''));
    await expect.poll(() => answers(again).count()).toBe(2);
    await later(again, 47 + 49);
    await again.goto(again.url().replace(/\/c\/.*/, ''));
    await inList(again, 'About moss').waitFor();
    expect(await answers(again).count()).toBe(0);
  });

  it('begins anew after “New conversation”, in a tab of its own too, and leaves other tabs where they are', async () => {
    const { visit } = await opened();
    const page = await visit();
    await said(page, 'About moss');
    const link = page.getByRole('link', { name: 'New conversation' });
    const [tab] = await Promise.all([page.context().waitForEvent('page'), link.click({ button: 'middle' })]);
    await field(tab).waitFor();
    expect(new URL(tab.url()).pathname).toMatch(/\/c\/new$/);
    await said(tab, 'About ferns');
    await expect.poll(() => answers(tab).count()).toBe(1);
    await page.goto(page.url().replace(/\/c\/.*/, ''));
    await expect.poll(() => answers(page).last().innerText()).toContain('About moss');
    await page.getByRole('link', { name: 'New conversation' }).press('Enter');
    await expect.poll(() => answers(page).count()).toBe(0);
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('TEXTAREA');
    await page.reload();
    await inList(page, 'About moss').waitFor();
    expect(await answers(page).count()).toBe(0);
  });

  it('opens a conversation in a tab of its own, by a link that can be copied', async () => {
    const { visit } = await opened();
    const page = await visit();
    await said(page, 'About moss');
    const link = inList(page, 'About moss');
    expect(await link.getAttribute('href')).toBe(new URL(page.url()).pathname);
    const [tab] = await Promise.all([page.context().waitForEvent('page'), link.click({ button: 'middle' })]);
    await expect.poll(() => answers(tab).last().innerText()).toContain('About moss');
    await page.getByRole('link', { name: 'New conversation' }).press('Enter');
    await expect.poll(() => answers(page).count()).toBe(0);
    await link.press('Enter');
    await expect.poll(() => answers(page).count()).toBe(1);
    expect(await link.getAttribute('aria-current')).toBe('page');
    expect(await pages.violations(page)).toEqual([]);
  });

  it('begins anew where the conversation is gone meanwhile', async () => {
    const { visit } = await opened();
    const page = await visit();
    await said(page, 'About moss');
    const other = await visit();
    await expect.poll(() => answers(other).count()).toBe(1);
    await page.getByRole('button', { name: 'Actions for “About moss”' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).filter({ visible: true }).click();
    // Leaving ends the time to take it back.
    await page.goto('about:blank');
    const address = other.url().replace(/\/c\/.*/, '');
    await expect
      .poll(async () => {
        await other.goto(address);
        await field(other).waitFor();
        return other
          .getByText('No conversations yet')
          .waitFor({ timeout: 2_000 })
          .then(
            () => true,
            () => false,
          );
      })
      .toBe(true);
    // It may have been deleted while that page was reading it.
    await other.goto(address);
    await field(other).waitFor();
    await expect.poll(() => answers(other).count()).toBe(0);
    expect(await other.getByText('This conversation is not there any more').count()).toBe(0);
    await said(other, 'About ferns');
  });

  it('begins anew where the owner says so, and finds what was said in the list', async () => {
    const { visit } = await opened({ resume_conversation: false });
    const page = await visit();
    await said(page, 'About moss');
    const again = await visit();
    await inList(again, 'About moss').waitFor();
    expect(await answers(again).count()).toBe(0);
  });
});
