import { afterAll, beforeAll, expect, it } from 'vitest';
import { describePages } from '#plugins/pages/testing/open-pages.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
import { answers, type ChatBench, send, startChatBench, unlimited } from '#plugins/web-app/testing/chat-bench.ts';

describePages('asking again, and something else', (pages) => {
  let bench: ChatBench;
  beforeAll(async () => {
    bench = await startChatBench(pages);
  });
  afterAll(() => bench.close());

  it('takes the place of what was asked, which stays in reach', async () => {
    const appId = await bench.app('echo', {}, unlimited);
    const page = await pages.open(`/chat/${appId}`);
    const shown = () => answers(page).locator('p').allInnerTexts();
    await send(page, 'One');
    await expect.poll(shown).toEqual(['One']);
    await send(page, 'Two');
    await expect.poll(shown).toEqual(['One', 'Two']);
    await page.getByRole('button', { name: 'Answer again' }).click();
    await page.getByText('2 of 2').waitFor();
    await expect.poll(shown).toEqual(['One', 'Two']);
    expect(bench.asked().at(-1)?.slice(-3)).toEqual(['One', 'One', 'Two']);

    const question = page.getByRole('article', { name: 'You said' }).first();
    await question.hover();
    await question.getByRole('button', { name: 'Edit' }).click();
    await typeInto(question.getByRole('textbox', { name: 'Edit your message' }), 'Uno');
    await page.keyboard.press('Enter');
    await expect.poll(shown).toEqual(['Uno']);
    expect(bench.asked().at(-1)?.at(-1)).toBe('Uno');
    expect(bench.asked().at(-1)).not.toContain('One');
    await send(page, 'Dos');
    await expect.poll(shown).toEqual(['Uno', 'Dos']);
    expect(bench.asked().at(-1)?.slice(-3)).toEqual(['Uno', 'Uno', 'Dos']);

    await page.reload();
    await expect.poll(shown).toEqual(['Uno', 'Dos']);
    await page.getByRole('button', { name: 'Earlier version' }).click();
    await expect.poll(shown).toEqual(['One', 'Two']);
    // It goes on from what is shown.
    await send(page, 'Three');
    await expect.poll(shown).toEqual(['One', 'Two', 'Three']);
    expect(bench.asked().at(-1)?.slice(-5)).toEqual(['One', 'One', 'Two', 'Two', 'Three']);
  });
});
