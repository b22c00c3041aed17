import { decodeJwt, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { Accounts } from '#plugins/accounts/contract.ts';
import { Members } from '#plugins/members/contract.ts';
import { newMember, newPerson, newWorkspace } from '#plugins/members/testing/people.ts';
import { Browser } from '#plugins/sso/testing/browser.ts';
import type { ProviderUser } from '#plugins/sso/testing/identity-provider.ts';
import { useSsoBench } from '#plugins/sso/testing/shared-sso-bench.ts';

const bench = useSsoBench();

describe('somebody new', () => {
  it('gets an account, a role and the cookies of a session, and goes where they wanted', async () => {
    const user = bench.somebody();
    const { browser, ...answer } = await bench.signIn(user);
    expect(answer).toMatchObject({ status: 303, location: '/apps?x=1' });
    expect(await bench.membershipOf(user.email)).toMatchObject({ role: 'member' });
    const jar = browser.cookies.get(bench.platform.url);
    expect([...(jar?.keys() ?? [])].sort()).toEqual(['weft_refresh', 'weft_session']);
    const mine = await browser.get(`${bench.platform.url}/console/api/workspaces`);
    expect(await mine.json()).toMatchObject({
      data: [{ id: bench.platform.workspaceId, role: 'member', is_current: true }],
    });
    const refreshed = await fetch(`${bench.platform.url}/console/api/sessions/refresh`, {
      method: 'POST',
      headers: { cookie: `weft_refresh=${jar?.get('weft_refresh')}` },
    });
    expect(await refreshed.json()).toMatchObject({
      account: { email: user.email, name: 'Grace', has_password: false },
    });
  });

  it('is the member who has their verified address, and stays that member when the address changes there', async () => {
    const person = await newMember(bench.platform, 'editor', bench.platform.workspaceId);
    await bench.change({ domains: [bench.domain, 'example.com'] });
    const user = bench.somebody({ email: person.email.toUpperCase() });
    expect((await bench.signIn(user)).status).toBe(303);
    expect((await bench.signIn({ ...user, email: `other@${bench.domain}` })).status).toBe(303);
    expect(await bench.platform.kernel.resolve(Accounts).byEmail(`other@${bench.domain}`)).toBeNull();
    expect(await bench.membershipOf(person.email)).toMatchObject({ accountId: person.accountId, role: 'editor' });
  });

  it('does not get an account that somebody else may hold, until it was invited', async () => {
    const squatter = await newPerson(bench.platform);
    await bench.change({ domains: ['example.com'] });
    const user = bench.somebody({ email: squatter.email });
    expect(await bench.signIn(user)).toMatchObject({ status: 409, code: 'account_exists' });
    expect(await bench.membershipOf(squatter.email)).toBeNull();
    await bench.platform.kernel.resolve(Members).add(bench.platform.workspaceId, squatter.accountId, 'member');
    expect((await bench.signIn(user)).status).toBe(303);
  });

  it('comes into a second workspace with the account that the first connection made', async () => {
    const workspaceId = await newWorkspace(bench.platform);
    const user = bench.somebody();
    expect((await bench.signIn(user)).status).toBe(303);
    expect((await bench.signIn(user, await bench.connect({}, workspaceId))).status).toBe(303);
    const [here, there] = [await bench.membershipOf(user.email), await bench.membershipOf(user.email, workspaceId)];
    expect(there?.accountId).toBe(here?.accountId);
  });

  it('is known by claims that only the other endpoint tells', async () => {
    const user = bench.somebody();
    bench.idp.tamper = (token) => {
      const { email: _, email_verified: __, name: ___, ...rest } = decodeJwt(token);
      return new SignJWT(rest).setProtectedHeader({ alg: 'RS256', kid: 'test' }).sign(bench.idp.key);
    };
    expect((await bench.signIn(user)).status).toBe(303);
    expect(await bench.membershipOf(user.email)).not.toBeNull();
  });

  it('may come in two browsers at the same time', async () => {
    bench.idp.user = bench.somebody();
    const browsers = [new Browser(), new Browser()];
    const urls = await Promise.all(browsers.map((browser) => bench.toCallback(browser)));
    const answers = await Promise.all(browsers.map((browser, index) => bench.answerOf(browser, urls[index] ?? '')));
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
  });

  it.each([
    ['whose address is not verified', { email_verified: false }, 'unverified_address'],
    ['whose provider says nothing of their address', { email_verified: undefined }, 'unverified_address'],
    ['without an address', { email: undefined }, 'unverified_address'],
    ['whose address is none', { email: 'eve\0@x.example' }, 'unverified_address'],
    ['with two addresses in one', { email: 'eve@evil.example,ada@x.example' }, 'unverified_address'],
    ['of another domain', { email: 'eve@elsewhere.example' }, 'foreign_address'],
    ['whose address only looks like one of the domain', { email: `eve@${'x'.repeat(3)}.example` }, 'foreign_address'],
  ])('%s is refused, and nothing is made', async (_, values, code) => {
    const user = bench.somebody(values as Partial<ProviderUser>);
    const answer = await bench.signIn(user);
    expect(answer).toMatchObject({ status: 403, code });
    expect(answer.browser.cookies.get(bench.platform.url)?.has('weft_session')).toBe(false);
    if (user.email !== undefined && !user.email.includes('\0'))
      expect(await bench.platform.kernel.resolve(Accounts).byEmail(user.email)).toBeNull();
  });

  it('is refused where an owner named the domain and no operator approved it', async () => {
    const workspaceId = await newWorkspace(bench.platform);
    const owner = await newMember(bench.platform, 'owner', workspaceId);
    const email = `${crypto.randomUUID()}@example.com`;
    await bench.platform.kernel.resolve(Accounts).create({ email, name: 'Victim', password: null });
    const headers = { 'x-workspace-id': workspaceId };
    const made = await owner.client.request('/console/api/sso/connections', {
      headers,
      body: {
        ...bench.settings(),
        domains: ['example.com'],
        default_role: 'admin',
      },
    });
    expect(made).toMatchObject({ status: 201, body: { domains: [{ name: 'example.com', approved: false }] } });
    const trap = (made.body as { id: string }).id;
    const user = bench.somebody({ email });
    expect(await bench.signIn(user, trap)).toMatchObject({ status: 403, code: 'foreign_address' });

    const approve = { headers, body: { domains: ['example.com'] } };
    const path = `/console/api/sso/connections/${trap}`;
    expect((await owner.client.request(`${path}/approve`, approve)).status).toBe(403);
    expect((await bench.platform.management.request(`${path}/approve`, approve)).status).toBe(200);
    expect((await bench.signIn(user, trap)).status).toBe(303);
    expect(await bench.membershipOf(email, workspaceId)).toMatchObject({ role: 'admin' });
    expect(await bench.membershipOf(email)).toBeNull();

    // Approved was this provider: another in its place is not, and does not get the secret of the first.
    const elsewhere = { headers, method: 'PATCH', body: { issuer: 'http://127.0.0.1:9/' } as Record<string, unknown> };
    expect(await owner.client.request(path, elsewhere)).toMatchObject({ status: 400, body: { code: 'secret_needed' } });
    elsewhere.body.client_secret = null;
    expect(await owner.client.request(path, elsewhere)).toMatchObject({
      status: 200,
      body: { domains: [{ name: 'example.com', approved: false }], has_secret: false },
    });
  });
});

describe('roles', () => {
  it('follow the claim at each sign-in, and never touch an owner', async () => {
    await bench.change({
      role_claim: 'groups',
      role_mapping: [
        { value: 'chiefs', role: 'admin' },
        { value: 'makers', role: 'editor' },
      ],
    });
    const user = bench.somebody({ groups: ['makers', 'others'] });
    await bench.signIn(user);
    expect(await bench.membershipOf(user.email)).toMatchObject({ role: 'editor' });
    await bench.signIn({ ...user, groups: ['makers', 'chiefs'] });
    expect(await bench.membershipOf(user.email)).toMatchObject({ role: 'admin' });
    await bench.signIn({ ...user, groups: [] });
    expect(await bench.membershipOf(user.email)).toMatchObject({ role: 'member' });

    const workspaceId = await newWorkspace(bench.platform);
    const owner = await newMember(bench.platform, 'owner', workspaceId);
    const headers = { 'x-workspace-id': workspaceId };
    const made = await bench.platform.management.request('/console/api/sso/connections', {
      headers,
      body: {
        ...bench.settings(),
        domains: ['example.com'],
        role_claim: 'groups',
      },
    });
    expect((await bench.signIn(bench.somebody({ email: owner.email }), (made.body as { id: string }).id)).status).toBe(
      303,
    );
    expect(await bench.membershipOf(owner.email, workspaceId)).toMatchObject({ role: 'owner' });
  });

  it('are needed: without one nobody comes in, and nobody stays', async () => {
    await bench.change({
      default_role: null,
      role_claim: 'groups',
      role_mapping: [{ value: 'makers', role: 'editor' }],
    });
    const user = bench.somebody({ groups: ['others'] });
    expect(await bench.signIn(user)).toMatchObject({ status: 403, code: 'no_role' });
    expect(await bench.platform.kernel.resolve(Accounts).byEmail(user.email ?? '')).toBeNull();
    expect((await bench.signIn({ ...user, groups: ['makers'] })).status).toBe(303);
    expect(await bench.signIn(user)).toMatchObject({ status: 403, code: 'no_role' });
  });
});

it('who was removed from the workspace does not come back by signing in, over whatever connection', async () => {
  const user = bench.somebody();
  await bench.signIn(user);
  const member = await bench.membershipOf(user.email);
  const removal = { method: 'DELETE' };
  expect((await bench.platform.management.request(`/console/api/members/${member?.accountId}`, removal)).status).toBe(
    204,
  );
  expect(await bench.signIn(user)).toMatchObject({ status: 403, code: 'removed' });
  const second = await bench.connect({ name: 'Second' });
  expect(await bench.signIn(user, second)).toMatchObject({ status: 403, code: 'removed' });
  await bench.platform.kernel.resolve(Members).add(bench.platform.workspaceId, member?.accountId ?? '', 'member');
  expect((await bench.signIn(user)).status).toBe(303);
});
