import { expect, it } from 'vitest';
import { newId } from '#kernel';
import { Conversations, type Message } from '#plugins/conversations/contract.ts';
import { Database, GroupCommit } from '#plugins/database/contract.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { describePages } from '#plugins/pages/testing/open-pages.ts';
import { answers, send, startChatBench, unlimited } from '#plugins/web-app/testing/chat-bench.ts';

describePages('a conversation of a thousand messages', (pages) => {
  it('opens as one of ten, at its end, and older ones come without a jump', async () => {
    const bench = await startChatBench(pages);
    const appId = await bench.app('echo', {}, unlimited);
    const page = await pages.open(`/chat/${appId}`);
    await send(page, 'Message 0');
    await answers(page).last().getByRole('button', { name: 'Copy' }).waitFor();
    await page.waitForURL(/\/c\//);
    const conversationId = page.url().split('/').at(-1) ?? '';
    const { kernel, workspaceId } = pages.platform;
    const rows = await runQuery<{ end_user_id: string }>(
      kernel.resolve(Database),
      `select end_user_id from messages where conversation_id = '${conversationId}'`,
    );
    const endUserId = rows[0]?.end_user_id ?? '';
    const message = (index: number): Message => ({
      ...{ id: newId(), workspaceId, appId, conversationId, endUserId, runId: newId() },
      ...{ inputs: '{}', query: `Message ${index}`, answer: `Answer **${index}**. `.repeat(1 + (index % 7) * 5) },
      ...{ files: '[]', answerFiles: '[]', citations: '[]', agentThoughts: '[]', status: 'normal', error: null },
      ...{ messageTokens: 0, answerTokens: 0, totalPrice: '0', currency: 'USD', latency: 0, createdAt: Date.now() },
    });
    const entries = Array.from({ length: 999 }, (_, index) =>
      kernel.resolve(Conversations).messageEntry(message(index + 1)),
    );
    await kernel.resolve(GroupCommit).add(entries);

    await page.reload();
    await answers(page).last().getByText('Answer 999.').first().waitFor();
    expect(await answers(page).count()).toBe(10);
    const bottom = 'Math.round((m => m.scrollHeight - m.scrollTop - m.clientHeight)(document.querySelector("main")))';
    await expect.poll(() => page.evaluate(bottom)).toBe(0);

    // What one reads stays where it is while older ones come above it.
    const place = `(() => {
      const turn = [...document.querySelectorAll('[data-turn]')].find((each) => each.textContent.includes('Message 991'));
      return Math.round(turn.getBoundingClientRect().top);
    })()`;
    await page.evaluate("document.querySelector('main').scrollTo(0, 300)");
    const before = Number(await page.evaluate(place));
    await expect.poll(() => answers(page).count()).toBeGreaterThan(10);
    await expect.poll(async () => Math.abs(Number(await page.evaluate(place)) - before)).toBeLessThan(60);
    await page.getByRole('button', { name: 'To the newest message' }).click();
    await expect.poll(() => page.evaluate(bottom)).toBeLessThan(2);
    await bench.close();
  });
});
