import { describe, expect, it } from 'vitest';
import { Accounts } from '#plugins/accounts/contract.ts';
import { Members } from '#plugins/members/contract.ts';
import { newMember, newPerson, newWorkspace } from '#plugins/members/testing/people.ts';
import { Browser } from '#plugins/sso/testing/browser.ts';
import { CONNECTIONS, useSamlBench } from '#plugins/sso/testing/shared-saml-bench.ts';
import { makeOwnCertificate } from './own-certificate.ts';

const bench = useSamlBench();
const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';

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
    expect(await bench.accountOf(user.email)).toMatchObject({ name: 'Grace', hasPassword: false });
  });

  it('is the member who has their address, and stays that member when the address changes there', async () => {
    const person = await newMember(bench.platform, 'editor', bench.platform.workspaceId);
    await bench.change({ domains: [bench.domain, 'example.com'] });
    const user = { nameId: crypto.randomUUID(), format: PERSISTENT, attributes: { mail: person.email.toUpperCase() } };
    expect((await bench.signIn(user)).status).toBe(303);
    const moved = `other@${bench.domain}`;
    expect((await bench.signIn({ ...user, attributes: { mail: moved } })).status).toBe(303);
    expect(await bench.accountOf(moved)).toBeNull();
    expect(await bench.membershipOf(person.email)).toMatchObject({ accountId: person.accountId, role: 'editor' });
  });

  it('does not get an account that somebody else may hold, until it was invited', async () => {
    const squatter = await newPerson(bench.platform);
    await bench.change({ domains: ['example.com'] });
    const user = { nameId: squatter.email, attributes: {} };
    expect(await bench.signIn(user)).toMatchObject({ status: 409, code: 'account_exists' });
    expect(await bench.membershipOf(squatter.email)).toBeNull();
    await bench.platform.kernel.resolve(Members).add(bench.platform.workspaceId, squatter.accountId, 'member');
    expect((await bench.signIn(user)).status).toBe(303);
  });

  it.each([
    ['email', { email: 'EMAIL' }],
    ['what AD FS calls it', { 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress': 'EMAIL' }],
    ['what Shibboleth calls it', { 'urn:oid:0.9.2342.19200300.100.1.3': 'EMAIL' }],
  ])('is known by the attribute %s', async (_, attributes) => {
    const email = `${crypto.randomUUID()}@${bench.domain}`;
    const own = Object.fromEntries(Object.keys(attributes).map((name) => [name, email]));
    const user = { nameId: crypto.randomUUID(), format: PERSISTENT, attributes: own };
    expect((await bench.signIn(user)).status).toBe(303);
    expect(await bench.membershipOf(email)).not.toBeNull();
  });

  it('is known by the attributes that the connection names, and by no other', async () => {
    await bench.change({ email_attribute: 'work mail', name_attribute: 'call me' });
    const email = `Ada@${bench.domain}`;
    const attributes = { email: `wrong@${bench.domain}`, 'work mail': email, 'call me': 'Ada <L> & Co' };
    expect((await bench.signIn({ nameId: 'ada', format: PERSISTENT, attributes })).status).toBe(303);
    expect(await bench.accountOf(email)).toMatchObject({ name: 'Ada <L> & Co' });
    const { 'work mail': _, ...without } = attributes;
    const answer = await bench.signIn({ nameId: 'bob', format: PERSISTENT, attributes: without });
    expect(answer).toMatchObject({ status: 403, code: 'unverified_address' });
  });

  it.each([
    ['without an address', { attributes: {} }, 'unverified_address'],
    ['with two addresses', { attributes: { email: ['a@x.example', 'b@x.example'] } }, 'unverified_address'],
    ['with two addresses in one', { attributes: { email: 'eve@evil.example,ada@x.example' } }, 'unverified_address'],
    ['of another domain', { attributes: { email: 'eve@elsewhere.example' } }, 'foreign_address'],
    ['whose address begins like one of the domain', { attributes: { email: 'ada@x.example.evil' } }, 'foreign_address'],
  ])('%s is refused, and nothing is made', async (_, values, code) => {
    await bench.change({ domains: ['x.example'] });
    const user = { nameId: 'somebody', format: PERSISTENT, ...values };
    expect(await bench.signIn(user)).toMatchObject({ status: 403, code });
    for (const email of [values.attributes].flatMap((given) => Object.values(given)).flat())
      expect(await bench.accountOf(email)).toBeNull();
  });

  it('is refused where an owner named the domain and no operator approved it', async () => {
    const workspaceId = await newWorkspace(bench.platform);
    const owner = await newMember(bench.platform, 'owner', workspaceId);
    const email = `${crypto.randomUUID()}@example.com`;
    await bench.platform.kernel.resolve(Accounts).create({ email, name: 'Victim', password: null });
    const headers = { 'x-workspace-id': workspaceId };
    const body = {
      kind: 'saml',
      name: 'Trap',
      metadata: bench.idp.metadata(),
      domains: ['example.com'],
      default_role: 'admin',
    };
    const made = await owner.client.request(CONNECTIONS, { headers, body });
    expect(made).toMatchObject({ status: 201, body: { domains: [{ name: 'example.com', approved: false }] } });
    const trap = (made.body as { id: string }).id;
    const user = { nameId: email, attributes: {} };
    expect(await bench.signIn(user, trap)).toMatchObject({ status: 403, code: 'foreign_address' });

    const path = `${CONNECTIONS}/${trap}`;
    const approve = { headers, body: { domains: ['example.com'] } };
    expect((await bench.platform.management.request(`${path}/approve`, approve)).status).toBe(200);
    expect((await bench.signIn(user, trap)).status).toBe(303);

    // A key of their own in place of the provider's: they could be whoever has signed in before.
    const key = await makeOwnCertificate('own');
    const theirs = bench.idp.keys;
    const swap = { headers, method: 'PATCH', body: { certificates: [key.certificate] } };
    expect(await owner.client.request(path, swap)).toMatchObject({
      status: 200,
      body: { domains: [{ name: 'example.com', approved: false }] },
    });
    bench.idp.keys = [key];
    const answer = await bench.signIn(user, trap);
    bench.idp.keys = theirs;
    expect(answer).toMatchObject({ status: 403, code: 'foreign_address' });
  });
});

describe('roles', () => {
  it('follow the attribute at each sign-in', async () => {
    await bench.change({
      role_claim: 'groups',
      role_mapping: [
        { value: 'chiefs', role: 'admin' },
        { value: 'makers', role: 'editor' },
      ],
    });
    const user = bench.somebody({ groups: ['makers', 'others'] });
    const as = (groups: readonly string[]) => bench.signIn({ ...user, attributes: { ...user.attributes, groups } });
    await bench.signIn(user);
    expect(await bench.membershipOf(user.email)).toMatchObject({ role: 'editor' });
    await as(['makers', 'chiefs']);
    expect(await bench.membershipOf(user.email)).toMatchObject({ role: 'admin' });
    await as(['others']);
    expect(await bench.membershipOf(user.email)).toMatchObject({ role: 'member' });
    await bench.change({ default_role: null });
    expect(await as(['others'])).toMatchObject({ status: 403, code: 'no_role' });
  });
});

it('who was removed from the workspace does not come back by signing in, over whatever connection', async () => {
  const user = bench.somebody();
  await bench.signIn(user);
  const member = await bench.membershipOf(user.email);
  const removal = { method: 'DELETE' };
  await bench.platform.management.request(`/console/api/members/${member?.accountId}`, removal);
  expect(await bench.signIn(user)).toMatchObject({ status: 403, code: 'removed' });
  const second = await bench.connect({ name: 'Second' });
  expect(await bench.signIn(user, second)).toMatchObject({ status: 403, code: 'removed' });
});

describe('an answer is bound to the browser and its request', () => {
  it('and refused in another browser, or handed back with another state', async () => {
    bench.idp.user = bench.somebody();
    const browser = new Browser();
    const page = await bench.page(browser);
    expect(await bench.send(new Browser(), page)).toMatchObject({ status: 401, code: 'sign_in_over' });
    const { SAMLResponse } = page.fields;
    for (const fields of [{ SAMLResponse }, { SAMLResponse, RelayState: 'another' }])
      expect(await bench.send(browser, { ...page, fields })).toMatchObject({ status: 401, code: 'sign_in_over' });
    const victim = new Browser();
    const theirs = await bench.page(victim);
    expect(await bench.send(victim, page)).toMatchObject({ status: 401, code: 'sign_in_over' });
    // Their state with the answer to mine.
    const mixed = { ...theirs, fields: { ...theirs.fields, SAMLResponse } };
    expect((await bench.send(victim, mixed)).message).toMatch(/another request/);
    expect((await bench.send(browser, page)).status).toBe(303);
  });

  it('and good once, even with the cookie it had', async () => {
    bench.idp.user = bench.somebody();
    const browser = new Browser();
    const page = await bench.page(browser);
    const cookie = browser.cookies.get(bench.platform.url)?.get('weft_sso') ?? '';
    expect((await bench.send(browser, page)).status).toBe(303);
    expect(await bench.send(browser, page)).toMatchObject({ status: 401, code: 'sign_in_over' });
    browser.cookies.get(bench.platform.url)?.set('weft_sso', cookie);
    const again = await bench.send(browser, page);
    expect(again).toMatchObject({ status: 401, code: 'refused', message: expect.stringMatching(/used before/) });
  });

  it('and good once, sent twice at the same time', async () => {
    bench.idp.user = bench.somebody();
    const browser = new Browser();
    const page = await bench.page(browser);
    const answers = await Promise.all([bench.send(browser, page), bench.send(browser, page)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 401]);
  });

  it('and not taken by what was switched off, deleted or pointed elsewhere meanwhile', async () => {
    bench.idp.user = bench.somebody();
    const browser = new Browser();
    const page = await bench.page(browser);
    await bench.change({ enabled: false });
    expect(await bench.send(browser, page)).toMatchObject({ status: 404, code: 'no_connection' });
    await bench.change({ enabled: true, idp_entity_id: 'https://elsewhere.example' });
    expect(await bench.send(browser, page)).toMatchObject({ status: 401, code: 'sign_in_over' });
    await bench.platform.management.request(`${CONNECTIONS}/${bench.id}`, { method: 'DELETE' });
    expect(await bench.send(browser, page)).toMatchObject({ status: 404, code: 'no_connection' });
  });
});

describe('a provider that begins', () => {
  const unasked = async (relayState?: string) => {
    const page = await bench.idp.unasked(await bench.serviceMetadata());
    return { ...page, fields: { ...page.fields, ...(relayState !== undefined && { RelayState: relayState }) } };
  };

  it('is not heard, unless the connection says so', async () => {
    bench.idp.user = bench.somebody();
    expect(await bench.send(new Browser(), await unasked())).toMatchObject({ status: 401, code: 'sign_in_over' });
    const browser = new Browser();
    const { RelayState = '' } = (await bench.page(browser)).fields;
    expect((await bench.send(browser, await unasked(RelayState))).message).toMatch(/another request/);
  });

  it('attack T17: brings people in once for each assertion, to a path of this site', async () => {
    await bench.change({ allow_idp_initiated: true });
    bench.idp.user = bench.somebody();
    const page = await unasked('/apps/1');
    expect(await bench.send(new Browser(), page)).toMatchObject({ status: 303, location: '/apps/1' });
    const again = await bench.send(new Browser(), page);
    expect(again).toMatchObject({ status: 401, message: expect.stringMatching(/used before/) });
    for (const place of ['https://evil.example/', '//evil.example', '/\\evil.example', ''])
      expect(await bench.send(new Browser(), await unasked(place))).toMatchObject({ status: 303, location: '/' });
  });

  it('does not bring in who was asked for in another browser', async () => {
    await bench.change({ allow_idp_initiated: true });
    bench.idp.user = bench.somebody();
    const page = await bench.page(new Browser());
    expect((await bench.send(new Browser(), page)).message).toMatch(/another request/);
  });
});

describe('assertions that are encrypted', () => {
  const data = 'http://www.w3.org/2009/xmlenc11#aes128-gcm';
  const key = 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p';

  it('are read, and wanted where the connection says so', async () => {
    await bench.change({ want_encryption: true });
    expect((await bench.signIn(bench.somebody())).message).toMatch(/not encrypted/);
    bench.idp.encrypts = { data, key };
    const user = bench.somebody();
    expect((await bench.signIn(user)).status).toBe(303);
    expect(await bench.membershipOf(user.email)).not.toBeNull();
  });

  it.each([
    ['in a way that notices no change', 'http://www.w3.org/2001/04/xmlenc#aes256-cbc', key],
    ['with a key that tells its padding', data, 'http://www.w3.org/2001/04/xmlenc#rsa-1_5'],
  ])('%s are refused', async (_, cipher, keyCipher) => {
    await bench.change({ want_encryption: true });
    bench.idp.encrypts = { data: cipher, key: keyCipher };
    expect((await bench.signIn(bench.somebody())).message).toMatch(/encrypted in a way/);
  });

  it('are refused when somebody else made them, and nobody learns how far they came', async () => {
    await bench.change({ want_encryption: true });
    bench.idp.encrypts = { data, key };
    const own = bench.idp.keys;
    bench.idp.keys = [await makeOwnCertificate('stranger')];
    const forged = await bench.signIn(bench.somebody());
    bench.idp.keys = own;
    bench.idp.tamper = (xml) => xml.replace(/(?<=<xenc:CipherValue>|<e:CipherValue>)[A-Za-z0-9+/]{8}/g, 'AAAAAAAA');
    const broken = await bench.signIn(bench.somebody());
    expect(forged).toMatchObject({ status: 401, code: 'refused', message: expect.stringMatching(/does not hold/) });
    expect(broken.message).toBe(forged.message);
  });
});
