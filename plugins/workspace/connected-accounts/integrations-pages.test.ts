import { afterAll, beforeAll, expect, it } from 'vitest';
import { ConnectedAccounts } from '#plugins/connected-accounts/contract.ts';
import { describePages } from '#plugins/pages/testing/open-pages.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
import { ownServer, type StudioPerson, studioPerson } from '#plugins/studio/testing/studio-bench.ts';
import { type OAuthService, startOAuthService } from './testing/oauth-service.ts';

describePages('integrations in the studio', (pages) => {
  let admin: StudioPerson;
  let member: StudioPerson;
  let google: OAuthService;
  beforeAll(async () => {
    await ownServer(pages);
    google = await startOAuthService();
    [admin, member] = [await studioPerson(pages), await studioPerson(pages, 'member')];
  });
  afterAll(() => google[Symbol.asyncDispose]());

  it('an admin registers a client; a member connects an account, sees it stand still, reconnects and disconnects it', async () => {
    const page = await admin.open('/integrations');
    await page.getByRole('heading', { name: 'No account is connected' }).waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Set up Google' }).click();
    await page
      .getByRole('region', { name: 'Redirect address' })
      .getByText(/connected-accounts\/callback$/)
      .waitFor();
    await typeInto(page.getByLabel('Address', { exact: true }), google.url);
    await typeInto(page.getByLabel('Client ID'), google.client.id);
    await typeInto(page.getByLabel('Client secret'), google.client.secret);
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Client Google' }).waitFor();

    const own = await member.open('/account/integrations');
    await own.getByRole('button', { name: 'Connect Google' }).click();
    await own.getByRole('button', { name: 'Go on to Google' }).click();
    await own.getByRole('button', { name: 'Cancel' }).click();
    await own.getByText(/^Nothing was connected/).waitFor();
    await own.getByRole('button', { name: 'Connect Google' }).click();
    await own.getByRole('button', { name: 'Go on to Google' }).click();
    await own.getByRole('button', { name: 'Allow' }).click();
    await own.getByText('ada@example.com is connected.').waitFor();
    const card = own.getByRole('listitem').filter({ hasText: 'ada@example.com' }).first();
    await card.getByText('See and change spreadsheets').waitFor();
    await card.getByText('Works', { exact: true }).waitFor();
    expect(await pages.violations(own)).toEqual([]);

    // Whoever has the account takes everything back at the service; the next use finds out.
    google.takeBack();
    const accounts = pages.platform.kernel.resolve(ConnectedAccounts);
    const { workspaceId } = pages.platform;
    const owner = `account:${member.accountId}` as const;
    const [account] = await accounts.list(workspaceId, owner);
    const consumer = { kind: 'tool', id: 'sheets_read', name: 'Read a sheet' } as const;
    const use = { workspaceId, accountId: account?.id ?? '', capability: 'sheets', onBehalfOf: owner, consumer };
    await expect(accounts.request(use, { url: `${google.url}/v1/userinfo`, method: 'GET' })).rejects.toThrow(
      'taken back',
    );
    await own.reload();
    await own.getByText(/^It does not work any more: access was taken back at Google/).waitFor();
    expect(await pages.violations(own)).toEqual([]);
    await own.getByRole('button', { name: 'Reconnect' }).click();
    await own.getByRole('button', { name: 'Allow' }).click();
    await own.getByText('Works', { exact: true }).waitFor();
    await own.getByRole('button', { name: 'Disconnect' }).click();
    await own.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await own.getByRole('heading', { name: 'No account is connected' }).waitFor();
  });

  it('connects a git server with a token, and says what is wrong with its address', async () => {
    const page = await admin.open('/integrations', { expected: [/400/] });
    await page.getByRole('button', { name: 'Connect Another git server' }).click();
    await typeInto(page.getByLabel('Address', { exact: true }), 'http://git.example.com');
    await typeInto(page.getByLabel('User name'), 'weft');
    await typeInto(page.getByLabel('Access token'), 'a-token');
    await page.getByRole('dialog').getByRole('button', { name: 'Connect', exact: true }).click();
    await page
      .getByText(/^Give the address of the service with https/)
      .first()
      .waitFor();
    await typeInto(page.getByLabel('Address', { exact: true }), 'https://git.example.com/');
    await page.getByRole('dialog').getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByText('weft · git.example.com', { exact: true }).waitFor();
    expect(await pages.violations(page)).toEqual([]);
  });
});
