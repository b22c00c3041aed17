import { beforeAll, expect, it } from 'vitest';
import { modelChat } from '#engine/testing/app-document.ts';
import { testClient } from '#http/testing/client.ts';
import { describePages, phone } from '#plugins/pages/testing/open-pages.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
import { ownServer, type StudioPerson, studioPerson } from '#plugins/studio/testing/studio-bench.ts';
import { notesWorkflow } from '#plugins/web-app/testing/workflow-documents.ts';

describePages('what an app did', (pages) => {
  let person: StudioPerson;
  beforeAll(async () => {
    await ownServer(pages);
    person = await studioPerson(pages);
  });

  it('finds a run, goes through its moments, and lays another beside it', async () => {
    const { appId, key } = await pages.app(notesWorkflow(0));
    const client = testClient(pages.platform.url, key);
    for (const topic of ['Ferns', '<b>Aloes</b>']) {
      const answer = await client.request('/v1/workflows/run', {
        body: { inputs: { topic }, response_mode: 'blocking', user: 'ada' },
      });
      expect(answer.status).toBe(200);
    }
    const page = await person.open(`/app/${appId}/runs?status=failed`);
    await page.getByRole('heading', { name: 'No run matches' }).waitFor();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    const rows = page.getByRole('table', { name: 'Runs' }).getByRole('row');
    await expect.poll(() => rows.count()).toBe(3);
    expect(await page.locator('nav').getByText('Plant notes').count()).toBeGreaterThan(0);
    expect(await pages.violations(page)).toEqual([]);

    await rows.nth(1).getByRole('link').click();
    const nodes = page.getByRole('list', { name: 'Nodes by start' }).getByRole('button');
    await expect.poll(() => nodes.count()).toBe(4);
    await nodes.filter({ hasText: 'Collect facts' }).click();
    const facts = page.getByRole('article', { name: 'Collect facts' });
    await facts.getByRole('heading', { name: 'Outputs' }).waitFor();
    expect(await pages.violations(page)).toEqual([]);
    // What people said is text.
    expect(await page.locator('main b').count()).toBe(0);
    const scrubber = page.getByRole('slider', { name: 'Moment of the run' });
    await typeInto(scrubber, '2');
    await expect.poll(() => nodes.count()).toBe(1);
    expect(new URL(page.url()).searchParams.get('at')).toBe('2');
    await page.getByRole('button', { name: 'To the end' }).click();
    await facts.getByRole('heading', { name: 'Outputs' }).waitFor();

    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByRole('dialog').getByRole('listitem').first().getByRole('button').click();
    const table = page.getByRole('table', { name: 'Comparison' });
    await table.getByText('Ferns', { exact: true }).first().waitFor();
    expect(await table.getByRole('row', { name: /^Inputs differs/ }).count()).toBe(1);
    await expect.poll(() => table.getByRole('row', { name: /^Collect facts Succeeded/ }).count()).toBe(1);
    expect(await pages.violations(page)).toEqual([]);
  });

  it('shows a run on the graph it ran with, moment by moment, beside another run', async () => {
    const { appId, key } = await pages.app(notesWorkflow(0));
    const run = async (topic: string) => {
      const answer = await testClient(pages.platform.url, key).request('/v1/workflows/run', {
        body: { inputs: { topic }, response_mode: 'blocking', user: 'ada' },
      });
      return (answer.body as { workflow_run_id: string }).workflow_run_id;
    };
    const [first, second] = [await run('Ferns'), await run('Mosses')];
    // What is renamed since keeps its name in the run.
    const path = `/console/api/apps/${appId}/draft`;
    const draft = (await pages.platform.management.request(path)).body as { yaml: string; hash: string };
    const body = { yaml: draft.yaml.replaceAll('Write', 'Renamed'), hash: draft.hash };
    expect((await pages.platform.management.request(path, { method: 'PUT', body })).status).toBe(200);
    const page = await person.open(`/app/${appId}/run/${first}?at=0`);
    const canvas = page.getByRole('region', { name: 'Graph of the run' });
    const card = (name: string) => canvas.getByRole('group', { name: new RegExp(`^${name},`) });
    await card('Write').waitFor();
    expect(await card('Renamed').count()).toBe(0);
    expect(await card('Write').getAttribute('aria-label')).toContain('Has not run');
    await card('Write').focus();
    await page.keyboard.press('Enter');
    await page.getByText('It has not run at this moment.').waitFor();
    await page.keyboard.press(']');
    await page.keyboard.press(']');
    await expect.poll(() => new URL(page.url()).searchParams.get('at')).toBe('2');
    await expect.poll(() => card('Start').getAttribute('aria-label')).toContain('Running');
    await card('Start').focus();
    await page.keyboard.press('End');
    await expect.poll(() => card('Write').getAttribute('aria-label')).toContain('Succeeded');
    await page.getByRole('article', { name: 'Write' }).getByRole('button', { name: 'Run again from here' }).waitFor();
    expect(await pages.violations(page)).toEqual([]);

    await page.goto(`${new URL(page.url()).origin}/app/${appId}/run/${first}?with=${second}`);
    const graphs = page.getByRole('region', { name: /^Graph of the run of/ });
    await expect.poll(() => graphs.count()).toBe(2);
    const facts = graphs.nth(1).getByRole('group', { name: /^Collect facts,/ });
    await facts.waitFor();
    expect(await facts.getAttribute('aria-label')).not.toContain('differs');
    const write = graphs.nth(1).getByRole('group', { name: /^Write,/ });
    await expect.poll(() => write.getAttribute('aria-label')).toContain('differs');
    await write.focus();
    await page.keyboard.press('Enter');
    await page.getByText('Only Write is compared.').waitFor();
    expect(await page.getByRole('row', { name: /^Collect facts/ }).count()).toBe(0);
    expect(await pages.violations(page)).toEqual([]);
  });

  it('runs again from a node with another value', async () => {
    const { appId, key } = await pages.app(notesWorkflow(0));
    const answer = await testClient(pages.platform.url, key).request('/v1/workflows/run', {
      body: { inputs: { topic: 'Ferns' }, response_mode: 'blocking', user: 'ada' },
    });
    const { workflow_run_id: id } = answer.body as { workflow_run_id: string };
    const page = await person.open(`/app/${appId}/run/${id}`);
    await page
      .getByRole('list', { name: 'Nodes by start' })
      .getByRole('button', { name: /^Write/ })
      .click();
    await page.getByRole('button', { name: 'Run again from here' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^Change a value: / }).press('Enter');
    await page.getByRole('listbox').getByRole('option').first().waitFor();
    await page.keyboard.type('topic');
    await page.keyboard.press('Enter');
    await typeInto(dialog.getByLabel('topic'), 'Mosses');
    expect(await pages.violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Run again from here' }).click();
    await page
      .getByText(/Mosses like/)
      .first()
      .waitFor();
    expect(page.url()).not.toContain(id);
  });

  it('follows a run that is under way, and stops it', async () => {
    const { appId, key } = await pages.app(notesWorkflow(2_000));
    const ended = testClient(pages.platform.url, key).request('/v1/workflows/run', {
      body: { inputs: { topic: 'Ferns' }, response_mode: 'blocking', user: 'ada' },
    });
    const page = await person.open(`/app/${appId}/runs?status=running`);
    const link = page.getByRole('table', { name: 'Runs' }).getByRole('link').first();
    // The run may begin after the page asked for the first time.
    await expect
      .poll(async () => {
        if ((await link.count()) === 0) await page.getByRole('button', { name: 'Refresh' }).click();
        return link.count();
      })
      .toBe(1);
    await link.click();
    const write = page.getByRole('list', { name: 'Nodes by start' }).getByRole('button', { name: /^Write/ });
    await write.getByText('Running').waitFor();
    await write.click();
    await page.getByText(/This is/).waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('alert').filter({ hasText: 'Stopped by an operator.' }).first().waitFor();
    await write.getByText('Stopped').waitFor();
    await ended;
  });

  it('shows a conversation with what was thought of it, and makes an annotation of an answer', async () => {
    const { appId, key } = await pages.app(modelChat());
    const client = testClient(pages.platform.url, key);
    const said = await client.request('/v1/chat-messages', {
      body: { inputs: {}, query: 'Where do ferns grow?', response_mode: 'blocking', user: 'ada' },
    });
    const { message_id: messageId } = said.body as { message_id: string };
    const rated = await client.request(`/v1/messages/${messageId}/feedbacks`, {
      body: { rating: 'dislike', user: 'ada', content: 'Too short' },
    });
    expect(rated.status).toBe(200);

    const page = await person.open(`/app/${appId}/conversations?feedback=dislike`);
    const row = page.getByRole('table', { name: 'Conversations' }).getByRole('row').nth(1);
    await row.getByText('1 dislike').waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await row.getByRole('link').click();
    await page.getByText('Too short').waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Annotate' }).click();
    await typeInto(page.getByRole('dialog').getByLabel('Answer'), 'In the shade.');
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('status').filter({ hasText: 'The annotation is written.' }).waitFor();

    await page.locator('nav').getByRole('link', { name: 'Annotations' }).first().click();
    const pair = page.getByRole('table', { name: 'Annotations' }).getByRole('row').nth(1);
    await pair.getByText('In the shade.').waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await pair.getByRole('button', { name: /^Actions of/ }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'No annotations yet' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await pair.getByText('In the shade.').waitFor();
    await page.getByRole('button', { name: 'Import CSV' }).click();
    await page.getByLabel('File').setInputFiles({
      name: 'pairs.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('question,answer\nHow much light?,Little.\n'),
    });
    await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
    await page.getByText('Little.').waitFor();
  });

  it('shows days in figures, and nothing of it to those who only use the app', async () => {
    const { appId, key } = await pages.app(modelChat());
    await testClient(pages.platform.url, key).request('/v1/chat-messages', {
      body: { inputs: {}, query: 'Hello', response_mode: 'blocking', user: 'ada' },
    });
    const page = await person.open(`/app/${appId}/analytics?period=7`, phone);
    await page.getByRole('img', { name: /^Messages by day; at most/ }).waitFor();
    expect(await page.getByRole('table', { name: 'Days' }).getByRole('row').count()).toBe(2);
    expect(await page.locator('svg[aria-label^="Messages"] title').count()).toBe(7);
    expect(await pages.violations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);

    const user = await studioPerson(pages, 'member');
    const own = await user.open(`/app/${appId}/conversations`);
    await own.getByRole('heading', { name: 'No conversations yet' }).waitFor();
    expect(await own.locator('nav').getByRole('link', { name: 'Analytics' }).count()).toBe(0);
    expect(await pages.violations(own)).toEqual([]);
  });
});
