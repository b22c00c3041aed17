import { afterAll, beforeAll, expect, it } from 'vitest';
import { describePages, type Page, phone } from '#plugins/pages/testing/open-pages.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
import { answers, type ChatBench, send, startChatBench, unlimited } from '#plugins/web-app/testing/chat-bench.ts';

describePages('while an answer comes', (pages) => {
  let bench: ChatBench;
  beforeAll(async () => {
    bench = await startChatBench(pages);
  });
  afterAll(() => bench.close());
  const field = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });
  const queue = (page: Page) => page.getByRole('region', { name: 'Queued messages' });
  const questions = (page: Page) => page.getByRole('article', { name: 'You said' }).locator('p').allInnerTexts();

  async function write(page: Page, text: string): Promise<void> {
    await typeInto(field(page), text);
    await page.keyboard.press('Enter');
    await expect.poll(() => field(page).inputValue()).toBe('');
  }

  it('queues what is written, to be changed or withdrawn, also after a reload, and sends it in its order', async () => {
    const appId = await bench.app('held', {}, unlimited);
    const page = await pages.open(`/chat/${appId}`);
    await send(page, 'First');
    const first = await bench.held();
    first.say('One');
    await answers(page).last().getByText('One').waitFor();
    for (const text of ['Second', 'Third', 'Fourth']) await write(page, text);
    await expect.poll(() => queue(page).getByRole('listitem').allInnerTexts()).toEqual(['Second', 'Third', 'Fourth']);
    await page.getByText('Queued. It is sent after the answer.').waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await page.reload();
    await queue(page).getByText('Fourth').waitFor();
    const item = (text: string) => queue(page).getByRole('listitem').filter({ hasText: text });
    await item('Third').getByRole('button', { name: 'Withdraw' }).click();
    await item('Second').getByRole('button', { name: 'Edit queued message' }).click();
    const editor = page.getByRole('textbox', { name: 'Edit queued message' });
    await expect.poll(() => editor.evaluate((element) => element.matches(':focus'))).toBe(true);
    // What is being written anew is not sent meanwhile.
    first.end();
    await answers(page).first().getByRole('button', { name: 'Copy' }).waitFor();
    await page.keyboard.type(' again');
    expect(await questions(page)).toEqual(['First']);
    await page.keyboard.press('Enter');
    const second = await bench.held();
    await expect.poll(() => questions(page)).toEqual(['First', 'Second again']);
    await expect.poll(() => field(page).evaluate((element) => element.matches(':focus'))).toBe(true);
    expect(await queue(page).getByRole('listitem').allInnerTexts()).toEqual(['Fourth']);
    second.say('Two');
    second.end();
    const fourth = await bench.held();
    await expect.poll(() => questions(page)).toEqual(['First', 'Second again', 'Fourth']);
    expect(await queue(page).count()).toBe(0);
    fourth.say('Four');
    fourth.end();
    await expect.poll(() => answers(page).last().innerText()).toContain('Four');
    expect(bench.asked().at(-1)?.slice(-5)).toEqual(['First', 'One', 'Second again', 'Two', 'Fourth']);
  });

  it('waits with the first message of a conversation, and follows it there', async () => {
    const appId = await bench.app('held', {}, unlimited);
    const page = await pages.open(`/chat/${appId}`);
    await send(page, 'First');
    await write(page, 'Second');
    const first = await bench.held();
    await page.waitForURL(/\/c\//);
    await queue(page).getByText('Second').waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'New conversation' }).click();
    await expect.poll(() => queue(page).count()).toBe(0);
    await page.goBack();
    await queue(page).getByText('Second').waitFor();
    first.say('One');
    first.end();
    (await bench.held()).end();
    await expect.poll(() => questions(page)).toEqual(['First', 'Second']);
  });

  it('stops at Escape, and sends what waits when somebody says so', async () => {
    const appId = await bench.app('held', {}, unlimited);
    const page = await pages.open(`/chat/${appId}`);
    await send(page, 'First');
    const first = await bench.held();
    first.say('One');
    await answers(page).last().getByText('One').waitFor();
    await write(page, 'Second');
    await typeInto(page.getByRole('searchbox'), 'x');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    await field(page).focus();
    await page.keyboard.press('Escape');
    await answers(page).last().getByText('Stopped.').waitFor();
    const waits = page.getByText('The last answer was stopped or failed. What you wrote next waits.');
    await waits.waitFor();
    await expect.poll(() => field(page).evaluate((element) => element.matches(':focus'))).toBe(true);
    // Nobody has said that it goes, and a reload says nothing.
    await page.reload();
    await waits.waitFor();
    await expect.poll(() => questions(page)).toEqual(['First']);
    await answers(page).last().getByText('Stopped.').waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await queue(page).getByRole('button', { name: 'Send now' }).click();
    const second = await bench.held();
    second.say('Two');
    second.end();
    await expect.poll(() => answers(page).last().innerText()).toContain('Two');
    expect(await questions(page)).toEqual(['First', 'Second']);
    // Nothing runs: the key does nothing.
    await field(page).focus();
    await page.keyboard.press('Escape');
    await expect.poll(() => answers(page).count()).toBe(2);
  });

  it('offers both buttons on a phone, where Enter makes a new line', async () => {
    const appId = await bench.app('held', {}, unlimited);
    const page = await pages.open(`/chat/${appId}`, phone);
    await send(page, 'First');
    const first = await bench.held();
    await typeInto(field(page), 'Second');
    await page.getByRole('button', { name: 'Queue message' }).click();
    await queue(page).getByText('Second').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    first.end();
    (await bench.held()).end();
    await expect.poll(() => questions(page)).toEqual(['First', 'Second']);
  });
});
