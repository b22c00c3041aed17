import { afterAll, beforeAll, expect, it } from 'vitest';
import { startFakeGoogle } from '#plugins/connected-accounts/testing/fake-google.ts';
import type { OAuthService } from '#plugins/connected-accounts/testing/oauth-service.ts';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { describePages, type Page, pagesAreBuilt } from '#plugins/pages/testing/open-pages.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
import { FakeDrive } from '#plugins/source-drive/testing/fake-drive.ts';
import { ownServer, type StudioPerson, studioPerson } from '#plugins/studio/testing/studio-bench.ts';

const chat = `
app: {name: Helper, mode: chat, icon: x, icon_type: emoji}
kind: app
version: 0.6.0
model_config:
  pre_prompt: You help.
  prompt_type: simple
  model: {provider: demo, name: demo-chat, mode: chat, completion_params: {}}
  user_input_form: []
  file_upload:
    enabled: true
    number_limits: 3
    allowed_file_types: [document]
    allowed_file_upload_methods: [local_file]
`;

describePages('the Google job of a person', (pages) => {
  let platform: TestPlatform;
  let google: OAuthService;
  const drive = new FakeDrive();
  /** Google is asked once more, and everything was taken back a moment before. */
  let takesBack = false;
  let ada: Page;
  let appId: string;

  beforeAll(async () => {
    google = await startFakeGoogle();
    google.person = { sub: '1001', email: 'ada@example.com' };
    google.answers.push(({ url }) => {
      if (!takesBack || !url.startsWith('/drive/v3/files/')) return false;
      takesBack = false;
      google.takeBack();
      return false;
    });
    google.handlers.push((request, response, { scopes }) => {
      drive.onlyPicked = !scopes.some((scope) => scope.endsWith('/drive.readonly'));
      return drive.handle(request, response);
    });
    platform = await startPlatform({
      config: { 'oauth-clients': { googleUrl: google.url } },
      env: { WEFT_EGRESS_ALLOW: '127.0.0.1' },
    });
    await pagesAreBuilt(platform.url);
    await ownServer({ platform });
  });
  afterAll(async () => {
    await platform.dispose();
    await google[Symbol.asyncDispose]();
  });

  const person = (role: 'admin' | 'editor'): Promise<StudioPerson> =>
    studioPerson({ platform, context: (options) => pages.context(options) }, role);
  const looked = async (page: Page) => expect(await pages.violations(page)).toEqual([]);
  const attached = async (page: Page) => {
    for (const name of ['Notes.txt', 'Plan.md']) await page.getByRole('button', { name: `Remove ${name}` }).waitFor();
    await expect.poll(() => page.getByRole('progressbar').count()).toBe(0);
  };
  /** At Google: ticks files, and allows it. */
  const pick = async (page: Page, ...names: readonly string[]) => {
    await page.getByRole('heading', { name: /^Choose for/ }).waitFor();
    for (const name of names) await page.getByLabel(name).check();
    await page.getByRole('button', { name: 'Allow' }).click();
  };

  it('runs from the client of the operator to a folder that stays in step, and goes on after everything was taken back', async () => {
    const notes = drive.file('Notes.txt', 'Water on Mondays.', 'root-of-ada', { isPicked: true });
    const plan = drive.put({
      name: 'Plan',
      mimeType: 'application/vnd.google-apps.document',
      content: '# Plan',
      isPicked: true,
    });
    const handbook = drive.folder('Handbook');
    drive.file('Rules.md', '# Rules', handbook);
    google.files.set(notes, 'Notes.txt');
    google.files.set(plan, 'Plan');

    // Whoever runs the server sets the client.
    const owner = await person('admin');
    const operator = await owner.open('/installation/services');
    await typeInto(operator.getByLabel('Management token'), platform.token);
    await operator.getByRole('button', { name: 'Open', exact: true }).click();
    await operator.getByRole('button', { name: 'Set up Google' }).click();
    const dialog = operator.getByRole('dialog');
    await typeInto(dialog.getByLabel('Client ID'), google.client.id);
    await typeInto(dialog.getByLabel('Client secret'), google.client.secret);
    await dialog.getByLabel(/whole/i).check();
    await looked(operator);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await looked(operator);

    // Ada takes an invitation with Google.
    const invited = { email: 'ada@example.com', role: 'editor' };
    const made = await platform.management.request('/console/api/invitations', { body: invited });
    const link = new URL((made.body as { link: string }).link);
    ada = await pages.open(`${platform.url}${link.pathname}${link.hash}`);
    await ada.getByRole('button', { name: 'Continue with Google' }).waitFor();
    await looked(ada);
    await ada.getByRole('button', { name: 'Continue with Google' }).click();
    await ada.getByRole('button', { name: 'Allow' }).click();
    await ada.getByRole('button', { name: 'Join', exact: false }).click();
    await ada.getByRole('heading', { name: 'Apps', exact: true }).waitFor();

    // Two files in the preview.
    ({ appId } = await platform.importApp(chat));
    await ada.goto(`${platform.url}/app/${appId}/build`);
    const message = ada.getByRole('textbox', { name: 'Message' });
    await typeInto(message, 'When do I water?');
    await looked(ada);
    await ada.getByRole('button', { name: 'Attach from Google Drive' }).click();
    await pick(ada, 'Notes.txt', 'Plan');
    await attached(ada);
    expect(await message.inputValue()).toBe('When do I water?');
    expect(new URL(ada.url()).search).toBe('');
    await looked(ada);
    await ada.getByRole('button', { name: 'Send' }).click();
    await ada.getByRole('button', { name: 'Send' }).waitFor();
    await ada.getByRole('region', { name: 'Messages' }).getByText('When do I water?').first().waitFor();
    await looked(ada);

    // Two more by a visitor of the web app, in the middle of a message.
    const path = `/console/api/apps/${appId}/site`;
    expect((await platform.management.request(path, { method: 'PATCH', body: { enabled: true } })).status).toBe(200);
    // What was taken back is told as a conflict.
    const visitor = await pages.open(`${platform.url}/chat/${appId}`, { expected: [/409/] });
    const written = visitor.getByRole('textbox', { name: 'Message' });
    await typeInto(written, 'And on Sundays?');
    await visitor.getByRole('button', { name: 'Attach from Google Drive' }).click();
    await visitor.getByRole('button', { name: 'Cancel' }).click();
    await visitor.getByText(/^Nothing was attached/).waitFor();
    expect(await written.inputValue()).toBe('And on Sundays?');
    await looked(visitor);
    await visitor.getByRole('button', { name: 'Attach from Google Drive' }).click();
    await pick(visitor, 'Notes.txt', 'Plan');
    await attached(visitor);
    expect(await written.inputValue()).toBe('And on Sundays?');
    await looked(visitor);
    await visitor.getByRole('button', { name: 'Send', exact: true }).click();
    await visitor
      .getByRole('article', { name: /answered$/ })
      .first()
      .waitFor();
    await visitor.getByText('Notes.txt').first().waitFor();
    await looked(visitor);

    // A folder for a knowledge base.
    await ada.goto(`${platform.url}/knowledge`);
    await ada.getByRole('button', { name: 'New knowledge base' }).first().click();
    await typeInto(ada.getByRole('dialog').getByLabel('Name'), 'Handbooks');
    await ada.getByRole('button', { name: 'Create' }).click();
    await ada.getByRole('link', { name: 'Web or repository' }).click();
    await ada.getByLabel('Kind').selectOption('drive');
    await looked(ada);
    await ada.getByRole('button', { name: 'Allow folders of Drive' }).click();
    await ada.getByRole('button', { name: 'Allow' }).click();
    await ada.getByRole('button', { name: 'Open My Drive' }).click();
    await ada.getByRole('button', { name: 'Choose Handbook' }).click();
    await looked(ada);
    await ada.getByRole('button', { name: 'Add a source' }).click();
    const row = ada.getByRole('row').filter({ hasText: 'Handbook' });
    await row.getByText('Read', { exact: true }).waitFor({ timeout: 60_000 });
    const sources = ada.url();

    // Google takes everything back. The next that works with it finds out, and all places say so.
    google.takeBack();
    await row.getByRole('button', { name: /^Actions/ }).click();
    await ada.getByRole('menuitem', { name: 'Read again' }).click();
    await row.getByText('Stands still').waitFor({ timeout: 60_000 });
    await row.getByText(/ada@example\.com does not work any more: access was taken back at Google/).waitFor();
    await looked(ada);
    await ada.goto(`${platform.url}/account/integrations`);
    await ada.getByText(/^It does not work any more: access was taken back at Google/).waitFor();
    await ada.getByText('Lent to Google Drive: Handbook').waitFor();
    await looked(ada);
    await ada.goto(`${platform.url}/app/${appId}/build`);
    await ada.getByText(/^ada@example\.com does not work any more: access was taken back at Google/).waitFor();
    await looked(ada);

    // A visitor whose file can't be fetched any more.
    takesBack = true;
    await visitor.getByRole('button', { name: 'Attach from Google Drive' }).click();
    await pick(visitor, 'Notes.txt');
    await visitor.getByText(/^ada@example\.com does not work any more: access was taken back at Google/).waitFor();
    await looked(visitor);
    await visitor.getByRole('button', { name: 'Connected accounts: one stands still' }).click();
    await visitor
      .getByRole('dialog')
      .getByText(/^It does not work any more/)
      .waitFor();
    await looked(visitor);
    await visitor.getByRole('dialog').getByRole('button', { name: 'Reconnect' }).click();
    await visitor.getByRole('button', { name: 'Allow' }).click();
    // The file that could not be fetched is there now.
    await visitor.getByRole('button', { name: 'Remove Notes.txt' }).waitFor();
    await visitor.getByRole('button', { name: 'Connected accounts' }).click();
    await visitor.getByRole('button', { name: 'Disconnect ada@example.com' }).waitFor();
    await looked(visitor);
    await visitor.getByRole('button', { name: 'Disconnect ada@example.com' }).click();
    await visitor.getByText('Nothing is connected.').waitFor();

    // One click, where they are, and everything goes on.
    await ada.getByRole('button', { name: 'Reconnect' }).click();
    await ada.getByRole('button', { name: 'Allow' }).click();
    await ada.getByRole('button', { name: 'Attach from Google Drive' }).waitFor();
    await expect.poll(() => ada.getByText(/does not work any more/).count()).toBe(0);
    await ada.goto(sources);
    await row.getByText('Read', { exact: true }).waitFor({ timeout: 60_000 });
    await expect.poll(() => row.getByText('Stands still').count()).toBe(0);
    await ada.goto(`${platform.url}/account/integrations`);
    await ada.getByText('Works', { exact: true }).waitFor();
    await looked(ada);
  });
});
