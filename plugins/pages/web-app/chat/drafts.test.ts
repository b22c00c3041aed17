import { afterAll, beforeAll, expect, it } from 'vitest';
import { describePages, type Page } from '#plugins/pages/testing/open-pages.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
import { answers, type ChatBench, send, startChatBench, unlimited } from '#plugins/web-app/testing/chat-bench.ts';

describePages('what is typed and not sent', (pages) => {
  let bench: ChatBench;
  beforeAll(async () => {
    bench = await startChatBench(pages);
  });
  afterAll(() => bench.close());
  const field = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });
  const typed = (page: Page) => expect.poll(() => field(page).inputValue());

  it('stays with its conversation, over other ones and a reload', async () => {
    const appId = await bench.app('echo', {}, unlimited);
    const page = await pages.open(`/chat/${appId}`);
    const list = page.getByRole('navigation', { name: 'Conversations' });
    const fresh = list.getByRole('link', { name: 'New conversation' });
    await send(page, 'Moss');
    await answers(page).last().getByRole('button', { name: 'Copy' }).waitFor();
    const moss = list.getByRole('link', { name: 'Moss', exact: true });
    await moss.waitFor();
    await typeInto(field(page), 'more of moss');
    await fresh.click();
    await typed(page).toBe('');
    await typeInto(field(page), 'something new');
    await moss.click();
    await typed(page).toBe('more of moss');
    await page.reload();
    await typed(page).toBe('more of moss');
    await fresh.click();
    await typed(page).toBe('something new');
  });

  it('goes along when a new conversation has got its id, and is not left behind', async () => {
    const appId = await bench.app('held', {}, unlimited);
    const page = await pages.open(`/chat/${appId}`);
    // The server takes its time to answer with the id.
    const held = Promise.withResolvers<void>();
    await page.route('**/v1/chat-messages', async (route) => {
      await held.promise;
      await route.continue();
    });
    await send(page, 'Fern');
    await typeInto(field(page), 'and its roots');
    held.resolve();
    await page.waitForURL(/\/c\//);
    await typed(page).toBe('and its roots');
    await page.getByRole('navigation').getByRole('link', { name: 'New conversation' }).click();
    await typed(page).toBe('');
    await page.goBack();
    await typed(page).toBe('and its roots');
    (await bench.held()).end();
  });
});
