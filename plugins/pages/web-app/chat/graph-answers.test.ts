import { expect, it } from 'vitest';
import { approvalChat } from '#plugins/human-input/testing/documents.ts';
import { describePages } from '#plugins/pages/testing/open-pages.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
import { answers, send, unlimited } from '#plugins/web-app/testing/chat-bench.ts';

describePages('answers of a graph', (pages) => {
  it('ask in the conversation, and go on with what was filled in, also after a reload', async () => {
    const { appId } = await pages.app(approvalChat(), unlimited);
    const page = await pages.open(`/chat/${appId}`);
    await send(page, 'ivy');
    const approve = page.getByRole('button', { name: 'Approve' });
    await approve.waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await page.reload();
    await approve.waitFor();
    await typeInto(page.getByRole('textbox', { name: 'note' }), 'as it is');
    await approve.click();
    await page.getByRole('main').getByText('Answered: Approve').waitFor();
    await answers(page).last().getByRole('button', { name: 'Copy' }).waitFor();
    const inOrder = /Thinking: .*Ask.*Go on with ivy\?.*Answered: Approve.*You said as it is\./s;
    await expect.poll(() => answers(page).last().innerText()).toMatch(inOrder);
    await page.getByText(/^\d+ steps?$/).click();
    await page
      .getByRole('article', { name: /answered$/ })
      .locator('li')
      .first()
      .waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await page.reload();
    await expect.poll(() => answers(page).last().innerText()).toMatch(inOrder);
    // Opened again, the steps are asked for when somebody wants to see them.
    const asked: string[] = [];
    page.on('request', (request) => void (/\/v1\/runs\//.test(request.url()) && asked.push(request.url())));
    await answers(page).last().getByText('Steps', { exact: true }).focus();
    expect(asked).toEqual([]);
    await page.keyboard.press('Enter');
    await answers(page).last().locator('li').first().waitFor();
    await answers(page)
      .last()
      .getByText(/^\d+ steps$/)
      .waitFor();
    expect(asked).toHaveLength(1);
    expect(await pages.violations(page)).toEqual([]);
  });

  it('tell where they are from, and what was done for them', async () => {
    const { appId } = await pages.app(approvalChat(), unlimited);
    const context = await pages.context();
    const source = { document_id: 'd', dataset_name: 'Garden', document_name: 'Ferns.pdf', score: 0.91 };
    await context.route(/\/v1\/messages\?/, async (route) => {
      const answer = await route.fetch();
      const list = (await answer.json()) as { data: Record<string, unknown>[] };
      const data = list.data.map((message) => ({
        ...message,
        retriever_resources: [
          { ...source, position: 1, content: 'Ferns like <b>shade</b>.' },
          { ...source, position: 2, content: 'And rain.' },
        ],
        agent_thoughts: [
          {
            id: '1',
            position: 1,
            thought: 'Look it up',
            tool: 'search',
            tool_input: '{"q":"fern"}',
            observation: '[1]',
          },
        ],
      }));
      await route.fulfill({ response: answer, json: { ...list, data } });
    });
    const page = await context.newPage();
    await page.goto(`${pages.platform.url}/chat/${appId}`);
    await send(page, 'ivy');
    await page.getByRole('button', { name: 'Reject' }).click();
    await answers(page).last().getByRole('button', { name: 'Copy' }).waitFor();
    await page.reload();
    await page.getByText('Used 1 tool').click();
    await page.getByText('Look it up').waitFor();
    await page.getByRole('button', { name: 'Sources: Ferns.pdf' }).click();
    await page.getByText('Ferns like <b>shade</b>.').waitFor();
    await page.getByText('And rain.').waitFor();
    expect(await pages.violations(page)).toEqual([]);
  });

  it('show no steps where the owner wants none', async () => {
    const { appId } = await pages.app(approvalChat(), { ...unlimited, show_workflow_steps: false });
    const page = await pages.open(`/chat/${appId}`);
    await send(page, 'ivy');
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.getByRole('main').getByText('Answered: Reject').waitFor();
    await expect.poll(() => answers(page).last().innerText()).toContain('Refused.');
    expect(await page.getByText(/^(\d+ steps?|Steps)$/).count()).toBe(0);
    await page.reload();
    await expect.poll(() => answers(page).last().innerText()).toContain('Refused.');
    expect(await page.getByText(/^(\d+ steps?|Steps)$/).count()).toBe(0);
  });
});
