import { beforeAll, expect, it } from 'vitest';
import { testClient } from '#http/testing/client.ts';
import { approvalWorkflow } from '#plugins/human-input/testing/documents.ts';
import { describePages, type Page, phone } from '#plugins/pages/testing/open-pages.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
import { ownServer, studioPerson } from '#plugins/studio/testing/studio-bench.ts';

describePages('waiting forms', (pages) => {
  beforeAll(async () => {
    await ownServer(pages);
  });

  const looked = async (page: Page) => expect(await pages.violations(page)).toEqual([]);

  it('answers a form that a run waits for', async () => {
    const { key } = await pages.app(approvalWorkflow({ form_content: 'Approve? <b>x</b> {{#$output.note#}}' }));
    const answer = await testClient(pages.platform.url, key).request('/v1/workflows/run', {
      body: { inputs: { order: '7' }, response_mode: 'blocking', user: 'ada' },
    });
    expect(answer.status).toBe(200);
    const editor = await studioPerson(pages, 'editor');
    const page = await editor.open('/forms', phone);
    await page.getByRole('table', { name: 'Waiting forms' }).waitFor();
    await looked(page);
    await page.getByRole('link', { name: 'Ask', exact: true }).click();
    await typeInto(page.getByLabel('note'), 'fine');
    await looked(page);
    // What an app asks is text.
    expect(await page.locator('main b').count()).toBe(0);
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('heading', { name: 'Answer' }).waitFor();
    await page.getByText('Answered with').waitFor();
    await looked(page);
  });
});
