import { afterAll, beforeAll, expect, it } from 'vitest';
import { Members } from '#plugins/members/contract.ts';
import { newMember, PASSWORD } from '#plugins/members/testing/people.ts';
import { describePages, type Page, phone } from '#plugins/pages/testing/open-pages.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
import { type IdentityProvider, startIdentityProvider } from '#plugins/sso/testing/identity-provider.ts';
import { ownServer, studioPerson } from '#plugins/studio/testing/studio-bench.ts';

const client = '/console/api/installation/oauth-clients/gitlab';

describePages('signing in with a service, in the studio', (pages) => {
  let idp: IdentityProvider;
  beforeAll(async () => {
    await ownServer(pages);
    idp = await startIdentityProvider(`${pages.platform.url}/console/api/sign-in/callback`);
    const { id, secret } = idp.client;
    const body = { client_id: id, client_secret: secret, base_url: idp.issuer, domains: ['approved.example'] };
    const answer = await pages.platform.management.request(client, { method: 'PUT', body });
    expect(answer.status).toBe(200);
  });
  afterAll(async () => {
    await pages.platform.management.request(client, { method: 'DELETE' });
    await idp.close();
  });

  const looked = async (page: Page) => expect(await pages.violations(page)).toEqual([]);
  const withGitlab = (page: Page) => page.getByRole('button', { name: 'Continue with GitLab' });

  it('links it under Security, signs in by the button, and unlinks it', async () => {
    const person = await studioPerson(pages, 'editor');
    idp.user = { sub: crypto.randomUUID(), email: 'ada@elsewhere.example', email_verified: true, name: 'Ada' };
    const page = await person.open('/account/security', { expected: [/403/] });
    await page.getByRole('button', { name: 'Link GitLab', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await looked(page);
    await typeInto(dialog.getByLabel('Current password'), 'not-the-right-one');
    await dialog.getByRole('button', { name: 'Link GitLab' }).click();
    await dialog.getByRole('alert').first().waitFor();
    await typeInto(dialog.getByLabel('Current password'), PASSWORD);
    await dialog.getByRole('button', { name: 'Link GitLab' }).click();
    await page.getByText('GitLab is linked: it signs you in from now on.').waitFor();
    await page.getByText('ada@elsewhere.example').waitFor();
    await looked(page);

    const other = await pages.open('/sign-in?return_to=/account/profile', phone);
    await withGitlab(other).waitFor();
    await looked(other);
    expect(await other.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await withGitlab(other).click();
    await other.getByRole('heading', { name: 'Profile', exact: true }).waitFor();

    await page.getByRole('button', { name: 'Unlink GitLab' }).click();
    await typeInto(dialog.getByLabel('Current password'), PASSWORD);
    await dialog.getByRole('button', { name: 'Unlink GitLab' }).click();
    await page.getByRole('button', { name: 'Link GitLab', exact: true }).waitFor();
    const last = await pages.open('/sign-in');
    await withGitlab(last).click();
    await last.getByText('Nobody with the address you have at GitLab has an account here.', { exact: false }).waitFor();
    await looked(last);
  });

  it('asks who has an account already to sign in to it once', async () => {
    const person = await newMember(pages.platform, 'editor', pages.platform.workspaceId);
    idp.user = { sub: crypto.randomUUID(), email: person.email, email_verified: true, name: 'Ada' };
    const page = await pages.open('/sign-in');
    await withGitlab(page).click();
    await page.getByText('There is an account with your address already.', { exact: false }).waitFor();
    await looked(page);
    await typeInto(page.getByLabel('E-mail'), person.email);
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await typeInto(page.getByLabel('Password'), PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Apps', exact: true }).waitFor();
    const again = await pages.open('/sign-in');
    await withGitlab(again).click();
    await again.getByRole('heading', { name: 'Apps', exact: true }).waitFor();
  });

  it('takes an invitation with it, without a password', async () => {
    const email = `grace-${crypto.randomUUID()}@elsewhere.example`;
    const made = await pages.platform.management.request('/console/api/invitations', {
      body: { email, role: 'member' },
    });
    const { link } = made.body as { link: string };
    idp.user = { sub: crypto.randomUUID(), email, email_verified: true, name: 'Grace' };
    const page = await pages.open(new URL(link).pathname + new URL(link).hash);
    await withGitlab(page).click();
    await page.getByRole('button', { name: 'Join', exact: false }).click();
    await page.getByRole('heading', { name: 'Apps', exact: true }).waitFor();
    const members = await pages.platform.kernel.resolve(Members).list(pages.platform.workspaceId);
    expect(members.some(({ role }) => role === 'member')).toBe(true);
  });
});
