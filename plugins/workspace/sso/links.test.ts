import { describe, expect, it, vi } from 'vitest';

import { testClient } from '#http/testing/client.ts';
import { Accounts } from '#plugins/accounts/contract.ts';
import { Mail } from '#plugins/mail/contract.ts';
import { newMember, newPerson, type Person } from '#plugins/members/testing/people.ts';
import { Browser } from './testing/browser.ts';
import type { ProviderUser } from './testing/identity-provider.ts';
import { useSamlBench } from './testing/shared-saml-bench.ts';
import { useSsoBench } from './testing/shared-sso-bench.ts';

const LINKS = '/console/api/sso/links';
const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';

describe('over OpenID Connect', () => {
  const bench = useSsoBench();
  const asked = { status: 409, code: 'link_needed' };

  /** A member with a password whom the provider knows, and another person to whom it has given the address since. */
  async function twoOfOneAddress() {
    const owner = await newMember(bench.platform, 'editor', bench.platform.workspaceId);
    await bench.change({ domains: [bench.domain, 'example.com'] });
    const first = bench.somebody({ email: owner.email });
    expect((await bench.signIn(first)).status).toBe(303);
    return { owner, first, second: bench.somebody({ email: owner.email }) };
  }

  /** Calls with what the browser keeps, as somebody who is signed in there. */
  function as(person: Person, browser: Browser, method = 'GET') {
    const cookie = `weft_sso_link=${browser.cookies.get(bench.platform.url)?.get('weft_sso_link')}`;
    return person.client.request(LINKS, { method, headers: { cookie } });
  }

  /** Answers to people whom the provider sends back at the same moment. */
  async function atOnce(users: readonly ProviderUser[]) {
    const ways: { browser: Browser; url: string }[] = [];
    for (const user of users) {
      bench.idp.user = user;
      const browser = new Browser();
      ways.push({ browser, url: await bench.toCallback(browser) });
    }
    return Promise.all(ways.map(({ browser, url }) => bench.answerOf(browser, url)));
  }

  it('attack T19: another subject with the address of an account is not let in as its owner', async () => {
    const { owner, first, second } = await twoOfOneAddress();
    const answer = await bench.signIn(second);
    expect(answer).toMatchObject(asked);
    const jar = answer.browser.cookies.get(bench.platform.url);
    expect([...(jar?.keys() ?? [])]).toEqual(['weft_sso_link']);
    expect(await bench.signIn(second)).toMatchObject(asked);
    expect((await bench.signIn(first)).status).toBe(303);
    expect(await bench.membershipOf(owner.email)).toMatchObject({ accountId: owner.accountId, role: 'editor' });
  });

  it('nor over another connection, of whatever workspace, but the same subject is', async () => {
    const { first, second } = await twoOfOneAddress();
    const other = await bench.connect({ domains: ['example.com'] });
    expect(await bench.signIn(second, other)).toMatchObject(asked);
    expect((await bench.signIn(first, other)).status).toBe(303);
  });

  it('nor is an account without a password given to the second of two who come at once', async () => {
    const email = `both@${bench.domain}`;
    const answers = await atOnce([bench.somebody({ email }), bench.somebody({ email })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
  });

  it('nor has it the role of the one who was second', async () => {
    const rules = [
      { value: 'admins', role: 'admin' },
      { value: 'editors', role: 'editor' },
    ];
    await bench.change({ domains: [bench.domain, 'example.com'], role_claim: 'groups', role_mapping: rules });
    for (let pair = 0; pair < 6; pair += 1) {
      const { email } = await newMember(bench.platform, 'member', bench.platform.workspaceId);
      const [admin] = await atOnce(['admins', 'editors'].map((group) => bench.somebody({ email, groups: [group] })));
      const role = admin?.status === 303 ? 'admin' : 'editor';
      expect(await bench.membershipOf(email)).toMatchObject({ role });
    }
  });

  it('who is linked and gets no role is not linked after all', async () => {
    await bench.change({ default_role: null, domains: [bench.domain, 'example.com'] });
    const email = `${crypto.randomUUID()}@example.com`;
    await bench.platform.kernel.resolve(Accounts).create({ email, name: 'Ada', password: null });
    const { first, second } = { first: bench.somebody({ email }), second: bench.somebody({ email }) };
    expect(await bench.signIn(first)).toMatchObject({ status: 403, code: 'no_role' });
    await bench.change({ default_role: 'member' });
    expect((await bench.signIn(second)).status).toBe(303);
  });

  it('the owner, signed in, sees who waits and links them', async () => {
    const { owner, first, second } = await twoOfOneAddress();
    const { browser } = await bench.signIn(second);
    expect((await as(owner, browser)).body).toMatchObject({
      data: [{ connection_id: bench.id, name: 'Test', subject: first.sub }],
      waiting: { connection_id: bench.id, subject: second.sub },
    });
    expect(await as(owner, browser, 'POST')).toMatchObject({ status: 201, body: { connection_id: bench.id } });
    const activity = async () => (await owner.client.request('/console/api/account/activity')).text;
    await vi.waitFor(async () => expect(await activity()).toContain('sso.confirm-link'), 10_000);
    const after = (await as(owner, browser)).body as { data: readonly { readonly subject: string }[] };
    expect(after.data.map(({ subject }) => subject)).toEqual([first.sub, second.sub]);
    expect((await bench.signIn(second)).status).toBe(303);
    expect((await bench.signIn(first)).status).toBe(303);
  });

  it('attack T19: nor is it confirmed with a password that came by mail', async () => {
    const { owner, first, second } = await twoOfOneAddress();
    const { browser } = await bench.signIn(second);
    const password = 'green-walrus-12-tables';
    const call = (path: string, body: object, token = '') =>
      testClient(bench.platform.url, token).request(`/console/api/${path}`, { body });
    const token = await bench.platform.kernel.resolve(Accounts).passwordReset(owner.accountId);
    expect((await call('password-resets/confirm', { token, password })).status).toBe(200);
    const signIn = async (given: string) => {
      const { body } = await call('sessions', { email: owner.email, password: given });
      const { access_token: access } = body as { access_token: string };
      return { ...owner, client: testClient(bench.platform.url, access) };
    };
    const refused = { status: 403, body: { code: 'proof_needed' } };
    const thief = await signIn(password);
    expect(await as(thief, browser, 'POST')).toMatchObject(refused);
    const changed = { password: 'green-walrus-13-tables', current_password: password };
    await thief.client.request('/console/api/account/password', { method: 'PUT', body: changed });
    expect(await as(await signIn(changed.password), browser, 'POST')).toMatchObject(refused);
    expect(await bench.signIn(second)).toMatchObject(asked);
    const known = (await bench.signIn(first)).browser.cookies.get(bench.platform.url)?.get('weft_session') ?? '';
    const itself = { ...owner, client: testClient(bench.platform.url, known) };
    expect((await as(itself, browser, 'POST')).status).toBe(201);
  });

  it('attack T19: nor does an account without a password get one by mail, once it is linked', async () => {
    const user = bench.somebody();
    expect((await bench.signIn(user)).status).toBe(303);
    const send = vi.spyOn(bench.platform.kernel.resolve(Mail), 'send').mockResolvedValue(true);
    const body = { email: user.email };
    const answer = await bench.platform.management.request('/console/api/password-resets', { body });
    expect(answer.status).toBe(202);
    await vi.waitFor(() => expect(send).toHaveBeenCalledOnce());
    expect(send.mock.calls[0]?.[0]).toMatchObject({ to: user.email, text: expect.not.stringContaining('rst-') });
    send.mockRestore();
  });

  it('nobody else confirms it, nor the owner in another browser or with a key', async () => {
    const { owner, second } = await twoOfOneAddress();
    const { browser } = await bench.signIn(second);
    const stranger = await newPerson(bench.platform);
    expect(await as(stranger, browser, 'POST')).toMatchObject({ status: 403, body: { code: 'link_of_other' } });
    expect(await as(stranger, browser)).toMatchObject({ body: { data: [], waiting: null } });
    expect(await owner.client.request(LINKS, { method: 'POST' })).toMatchObject({
      status: 404,
      body: { code: 'no_link' },
    });
    const made = await owner.client.request('/console/api/account/keys', { body: { name: 'k' } });
    const { api_key: key } = made.body as { api_key: string };
    const headers = { authorization: `Bearer ${key}` };
    expect((await owner.client.request(LINKS, { method: 'POST', headers })).status).toBe(403);
    await bench.change({ enabled: false });
    expect(await as(owner, browser, 'POST')).toMatchObject({ status: 404, body: { code: 'no_link' } });
    await bench.change({ enabled: true });
    expect(await bench.signIn(second)).toMatchObject(asked);
  });
});

describe('over SAML', () => {
  const bench = useSamlBench();

  it('attack T19: another subject with the address of an account is not let in as its owner', async () => {
    const attributes = { email: `ada@${bench.domain}` };
    const first = { nameId: crypto.randomUUID(), format: PERSISTENT, attributes };
    const second = { ...first, nameId: crypto.randomUUID() };
    expect((await bench.signIn(first)).status).toBe(303);
    const answer = await bench.signIn(second);
    expect(answer).toMatchObject({ status: 409, code: 'link_needed' });
    expect(answer.browser.cookies.get(bench.platform.url)?.has('weft_session')).toBe(false);
    expect((await bench.signIn(first)).status).toBe(303);
  });
});
