import { beforeAll, expect, it } from 'vitest';
import { testClient } from '#http/testing/client.ts';
import { approvalWorkflow } from '#plugins/human-input/testing/documents.ts';
import { describePages, type Page, phone } from '#plugins/pages/testing/open-pages.ts';
import { ownServer, type StudioPerson, studioPerson } from '#plugins/studio/testing/studio-bench.ts';
import { notesWorkflow } from '#plugins/web-app/testing/workflow-documents.ts';

describePages('looking after a workspace', (pages) => {
  let owner: StudioPerson;
  beforeAll(async () => {
    await ownServer(pages);
    owner = await studioPerson(pages, 'owner');
  });

  const looked = async (page: Page) => expect(await pages.violations(page)).toEqual([]);

  it('shows what was used, and keeps a budget', async () => {
    const { key } = await pages.app(notesWorkflow(0));
    await testClient(pages.platform.url, key).request('/v1/workflows/run', {
      body: { inputs: { topic: 'Ferns' }, response_mode: 'blocking', user: 'ada' },
    });
    const page = await owner.open('/usage?period=7');
    await page.getByRole('img', { name: /^Runs by day/ }).waitFor();
    await looked(page);
    await page.getByLabel('Group by').selectOption('app');
    await page.getByRole('table', { name: 'By app' }).getByRole('link').first().click();
    await page.getByRole('button', { name: /^Only / }).waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    expect((await saved).suggestedFilename()).toMatch(/^usage-.*\.csv$/);

    await page.getByRole('link', { name: 'Budgets', exact: true }).click();
    await page.getByRole('button', { name: 'Add a budget' }).click();
    await page.getByLabel('Amount').fill('100');
    await looked(page);
    await page.getByRole('button', { name: 'Save' }).click();
    const row = page.getByRole('row', { name: /The whole workspace.*\$100\.00/ });
    await row.waitFor();
    await looked(page);
    await row.getByRole('button', { name: /^Actions of/ }).click();
    await page.getByRole('menuitem', { name: 'Change' }).click();
    await page.getByLabel('Amount').fill('250');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/of \$250\.00/).waitFor();
    await page.getByRole('button', { name: /^Actions of/ }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'No budgets' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText(/of \$250\.00/).waitFor();

    await page.getByRole('link', { name: 'Plan and invoices' }).click();
    await page.getByRole('table', { name: 'Plan' }).waitFor();
    await page.getByText('No invoices yet').waitFor();
    await looked(page);
  });

  it('finds who did what', async () => {
    await pages.platform.importApp(notesWorkflow(0));
    const page = await owner.open('/settings/audit?action=nothing.at-all');
    await page.getByRole('heading', { name: 'No entry matches' }).waitFor();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    const table = page.getByRole('table', { name: 'Audit log' });
    await table.waitFor();
    await table.getByText('Details').first().click();
    await looked(page);
    await table.getByRole('button').first().click();
    await expect.poll(() => new URL(page.url()).searchParams.get('action')).toMatch(/^[a-z.-]+$/);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    expect((await saved).suggestedFilename()).toBe('audit.csv');
  });

  it('connects an identity provider, tells what it needs, and asks before it is gone', async () => {
    const page = await owner.open('/settings/sso', { expected: [/400/] });
    await page.getByRole('button', { name: 'Add a connection' }).click();
    await page.getByRole('dialog').getByLabel('Kind').selectOption('saml');
    await page.getByLabel('Name', { exact: true }).fill('Example <b>');
    await page.getByLabel('Domains').fill('example.com\nexample.org');
    await page.getByRole('button', { name: 'Add a rule' }).click();
    await page.getByLabel('Value').fill('weft-admins');
    await page.getByLabel('Role', { exact: true }).selectOption('admin');
    await looked(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('heading', { name: 'What the provider needs' }).waitFor();
    await page.getByText(/--domain example\.com --domain example\.org/).waitFor();
    await looked(page);
    await page.getByLabel('Address of the metadata').fill('http://insecure.example/metadata');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').first().waitFor();
    await page.getByLabel('Address of the metadata').fill('');
    await page.getByRole('button', { name: 'Add a rule' }).click();
    await page.getByLabel('Value').nth(1).fill('writers');
    // What was saved is asked for anew, and must be there then.
    const shown = page.waitForResponse(
      (answer) => answer.request().method() === 'GET' && /\/sso\/connections\/[^/]+$/.test(answer.url()),
    );
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').last().waitFor();
    await shown;
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('Example <b>');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'No connection yet' }).waitFor();
  });

  it('renames tags, and says of how many apps a tag is taken', async () => {
    const page = await owner.open('/settings/tags');
    await page.getByRole('button', { name: 'Add a tag' }).click();
    await page.getByLabel('Name', { exact: true }).fill('suport');
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('button', { name: 'Actions of suport' }).click();
    await page.getByRole('menuitem', { name: 'Rename the tag' }).click();
    await page.getByLabel('Name', { exact: true }).fill('support');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'support', exact: true }).waitFor();
    await looked(page);
    await page.getByRole('button', { name: 'Actions of support' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByText('No app has it.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('support is deleted.').waitFor();
  });

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
    await page.getByLabel('note').fill('fine');
    await looked(page);
    // What an app asks is text.
    expect(await page.locator('main b').count()).toBe(0);
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('heading', { name: 'Answer' }).waitFor();
    await page.getByText('Answered with').waitFor();
    await looked(page);
    // Budgets and sign-on are the owner's.
    await page.goto(new URL('/usage/budgets', pages.platform.url).href);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.getByRole('button', { name: 'Add a budget' }).count()).toBe(0);
  });
});
