import { afterAll, beforeAll, expect, it } from 'vitest';
import { describePages, phone } from '#plugins/pages/testing/open-pages.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
import { answers, type ChatBench, send, startChatBench, unlimited } from '#plugins/web-app/testing/chat-bench.ts';

describePages('the chat page', (pages) => {
  let bench: ChatBench;
  beforeAll(async () => {
    bench = await startChatBench(pages);
  });
  afterAll(() => bench.close());
  const opening = {
    opening_statement: 'Hello, ask **me**.',
    suggested_questions: ['What is moss?', 'What is a fern?'],
    suggested_questions_after_answer: { enabled: true },
  };

  it('begins with what the app says, and asks a suggested question by a click', async () => {
    const appId = await bench.app('echo', opening, { disclaimer: 'It errs.', copyright: 'Fern Ltd', ...unlimited });
    const page = await pages.open(`/chat/${appId}`);
    await page.getByText('Hello, ask me.').waitFor();
    await expect.poll(() => page.getByText('It errs.').isVisible()).toBe(true);
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'What is moss?' }).click();
    await expect.poll(() => answers(page).last().innerText()).toContain('What is moss?');
    await page.waitForURL(/\/c\/[0-9a-f-]{36}$/);
    // Its name is in the list, and further questions come (the model is asked for them: it repeats).
    const list = page.getByRole('navigation', { name: 'Conversations' });
    await list.getByRole('link', { name: 'What is moss?', exact: true }).waitFor();
    await send(page, 'And **a** fern?');
    await expect.poll(() => answers(page).count()).toBe(2);
    await expect.poll(() => answers(page).last().locator('strong').innerText()).toBe('a');
    await answers(page).last().getByRole('button', { name: 'Copy' }).waitFor();
    expect(await pages.violations(page)).toEqual([]);
  });

  it('copies, rates with a comment, and keeps what was rated', async () => {
    const appId = await bench.app('echo', {}, unlimited);
    const context = await pages.context({ permissions: ['clipboard-read', 'clipboard-write'] });
    const page = await context.newPage();
    await page.goto(`${pages.platform.url}/chat/${appId}`);
    await send(page, 'Some *moss*');
    const answer = answers(page).last();
    await answer.getByRole('button', { name: 'Copy' }).click();
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe('Some *moss*');
    await answer.getByRole('button', { name: 'Bad answer' }).click();
    await typeInto(page.getByLabel('What was good or bad about this answer? (optional)'), 'Too short');
    await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
    await page.getByText('Thank you for your feedback.').waitFor();
    await page.reload();
    await expect
      .poll(() => answers(page).last().getByRole('button', { name: 'Bad answer' }).getAttribute('aria-pressed'))
      .toBe('true');
  });

  it('renames, pins, finds and deletes conversations, with a way back', async () => {
    const appId = await bench.app('echo', {}, unlimited);
    const page = await pages.open(`/chat/${appId}`);
    const list = page.getByRole('navigation', { name: 'Conversations' });
    for (const question of ['About moss', 'About ferns', 'About ivy']) {
      await send(page, question);
      await list.getByRole('link', { name: question, exact: true }).waitFor();
      await answers(page).last().getByRole('button', { name: 'Copy' }).waitFor();
      await list.getByRole('link', { name: 'New conversation' }).click();
      await expect.poll(() => answers(page).count()).toBe(0);
    }
    const act = async (name: string, action: string) => {
      await list.getByRole('button', { name: `Actions for “${name}”` }).click();
      await page.getByRole('menuitem', { name: action }).filter({ visible: true }).click();
    };
    const names = () => list.locator('li > a').allInnerTexts();
    await act('About moss', 'Pin');
    await list.getByRole('heading', { name: 'Pinned' }).waitFor();
    expect(await names()).toEqual(['About moss', 'About ivy', 'About ferns']);
    await act('About ferns', 'Rename');
    await typeInto(page.getByLabel('Name', { exact: true }), 'Green things');
    await page.keyboard.press('Enter');
    await list.getByRole('link', { name: 'Green things', exact: true }).waitFor();
    await act('About ivy', 'Delete');
    await expect.poll(names).toEqual(['About moss', 'Green things']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(names).toEqual(['About moss', 'About ivy', 'Green things']);
    await act('About ivy', 'Delete');
    // Leaving the page is no way to keep it.
    await page.reload();
    await expect.poll(names).toEqual(['About moss', 'Green things']);
    await typeInto(list.getByRole('searchbox'), 'green');
    await expect.poll(names).toEqual(['Green things']);
    await list.getByRole('link', { name: 'Green things', exact: true }).click();
    await expect.poll(() => answers(page).last().innerText()).toContain('About ferns');
    await page.goBack();
    await expect.poll(() => answers(page).count()).toBe(0);
  });

  it('groups conversations by day, and puts some away, with a way back', async () => {
    const appId = await bench.app('echo', {}, unlimited);
    const page = await pages.open(`/chat/${appId}`);
    const list = page.getByRole('navigation', { name: 'Conversations' });
    for (const question of ['About moss', 'About ferns']) {
      await send(page, question);
      await answers(page).last().getByRole('button', { name: 'Copy' }).waitFor();
      await list.getByRole('link', { name: 'New conversation' }).press('Enter');
      await expect.poll(() => answers(page).count()).toBe(0);
    }
    const headings = () => list.getByRole('heading').allInnerTexts();
    const names = () => list.locator('li > a').allInnerTexts();
    const act = async (name: string, action: string) => {
      await list.getByRole('button', { name: `Actions for “${name}”` }).press('Enter');
      await page.getByRole('menuitem', { name: action }).filter({ visible: true }).press('Enter');
    };
    await expect.poll(headings).toEqual(['Today']);
    await list.getByRole('link', { name: 'About moss' }).press('Enter');
    await expect.poll(() => answers(page).count()).toBe(1);
    await act('About moss', 'Archive');
    await expect.poll(names).toEqual(['About ferns']);
    await expect.poll(() => answers(page).count()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await expect.poll(names).toEqual(['About ferns', 'About moss']);
    await act('About moss', 'Archive');
    await list.getByRole('button', { name: 'Archived conversations' }).press('Enter');
    await list.getByRole('heading', { name: 'Archived conversations' }).waitFor();
    await expect.poll(names).toEqual(['About moss']);
    expect(await pages.violations(page)).toEqual([]);
    // What goes on comes back.
    await list.getByRole('link', { name: 'About moss' }).press('Enter');
    await expect.poll(() => answers(page).count()).toBe(1);
    await send(page, 'More moss');
    await expect.poll(() => answers(page).count()).toBe(2);
    await list.getByText('Nothing is archived').waitFor();
    await list.getByRole('button', { name: 'Back to conversations' }).press('Enter');
    await expect.poll(names).toEqual(['About moss', 'About ferns']);
    // Days go by the clock of the reader.
    await page.clock.setFixedTime(new Date(Date.now() + 24 * 3_600_000));
    await page.reload();
    await expect.poll(headings).toEqual(['Yesterday']);
  });

  it('attack T15: finds what was said, and shows it as text around the words', async () => {
    const appId = await bench.app('echo', {}, unlimited);
    const page = await pages.open(`/chat/${appId}`);
    const list = page.getByRole('navigation', { name: 'Conversations' });
    const hostile = '<img src=x onerror="document.title=1"> & [heron](javascript:document.title=1)';
    for (const question of ['About ferns', '我的订单什么时候发货？', `Look:\n${hostile}`]) {
      await send(page, question);
      await answers(page).last().getByRole('button', { name: 'Copy' }).waitFor();
      await list.getByRole('link', { name: 'New conversation' }).press('Enter');
      await expect.poll(() => answers(page).count()).toBe(0);
    }
    const search = list.getByRole('searchbox');
    const hits = list.getByRole('listitem');
    // What was answered is found a moment later.
    const find = async (words: string) => {
      await search.press('Control+a');
      await typeInto(search, words);
    };
    await expect
      .poll(async () => {
        await find('');
        await find('heron');
        return list
          .locator('mark')
          .first()
          .textContent({ timeout: 2_000 })
          .catch(() => null);
      })
      .toBe('heron');
    await expect.poll(() => hits.count()).toBe(1);
    expect(await hits.first().innerText()).toContain(hostile);
    expect(await pages.violations(page)).toEqual([]);
    await find('发货');
    await expect.poll(() => list.locator('mark').allInnerTexts()).toEqual(['发货']);
    await hits.first().getByRole('link').press('Enter');
    await expect.poll(() => answers(page).last().innerText()).toContain('我的订单');
    await find('nothing like it');
    await list.getByText('Nothing found').waitFor();
    expect(await page.title()).not.toBe('1');
  });

  it('says what went wrong beside the question, and tries again', async () => {
    const appId = await bench.app('500', {}, unlimited);
    const page = await pages.open(`/chat/${appId}`);
    await send(page, 'Hello?');
    const alert = answers(page).last().getByRole('alert');
    await alert.waitFor();
    // What failed is the owner's business.
    expect(await alert.innerText()).not.toContain('127.0.0.1');
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => answers(page).last().getByRole('alert').isVisible()).toBe(true);
    expect(await pages.violations(page)).toEqual([]);
  });

  it('says so where a conversation is gone', async () => {
    const appId = await bench.app('echo', {}, unlimited);
    const page = await pages.open(`/chat/${appId}/c/01a213b0-0ed0-75dd-91fc-0507003e0dfa`, { expected: [/404/] });
    await page.getByRole('heading', { name: 'This conversation is not there any more' }).waitFor();
    await page.getByRole('main').getByRole('button', { name: 'New conversation' }).click();
    await send(page, 'Moss');
    await expect.poll(() => answers(page).count()).toBe(1);
  });

  it('works on a phone, and by keyboard alone', async () => {
    const appId = await bench.app('echo', opening, unlimited);
    const page = await pages.open(`/chat/${appId}`, phone);
    await send(page, `A long word: ${'x'.repeat(300)} and\n\n| a | b |\n|---|---|\n| ${'wide '.repeat(30)} | 2 |`);
    await answers(page).last().getByRole('button', { name: 'Copy' }).waitFor();
    const fits =
      'document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight';
    expect(await page.evaluate(fits)).toBe(true);
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Show conversations' }).click();
    await page.getByRole('dialog').getByRole('searchbox').waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);

    const desk = await pages.open(`/chat/${appId}`);
    await desk.getByRole('textbox', { name: 'Message' }).waitFor();
    await desk.keyboard.type('By keyboard');
    await desk.keyboard.press('Shift+Enter');
    await desk.keyboard.type('alone');
    await desk.keyboard.press('Enter');
    await expect.poll(() => answers(desk).last().innerText()).toContain('alone');
    await answers(desk).last().getByRole('button', { name: 'Good answer' }).focus();
    await desk.keyboard.press('Space');
    await desk.getByRole('dialog').waitFor();
    await desk.keyboard.press('Escape');
    await expect
      .poll(() => answers(desk).last().getByRole('button', { name: 'Good answer' }).getAttribute('aria-pressed'))
      .toBe('true');
  });

  it('reads from right to left what is written so', async () => {
    const appId = await bench.app('echo', {}, unlimited);
    const page = await pages.open(`/chat/${appId}`);
    await send(page, 'ما هو الطحلب؟');
    const paragraph = answers(page).last().locator('p[dir=auto]').first();
    await paragraph.waitFor();
    expect(await page.evaluate("getComputedStyle(document.querySelector('main article p[dir=auto]')).direction")).toBe(
      'rtl',
    );
  });
});
