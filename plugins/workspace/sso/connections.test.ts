import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '#plugins/database/contract.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { newMember, newWorkspace, type Person } from '#plugins/members/testing/people.ts';
import { type IdentityProvider, startIdentityProvider } from './testing/identity-provider.ts';

let platform: TestPlatform;
let idp: IdentityProvider;
let owner: Person;
const all = '/console/api/sso/connections';
const secret = 'a-secret-that-nobody-is-shown';

beforeAll(async () => {
  platform = await sharedPlatform();
  idp = await startIdentityProvider(`${platform.url}/console/api/sso/callback`);
  owner = await newMember(platform, 'owner', platform.workspaceId);
});
afterAll(async () => {
  await idp.close();
  await platform.dispose();
});

const values = () => ({ kind: 'oidc', name: 'Own', issuer: idp.issuer, client_id: 'weft', client_secret: secret });
const create = (more: Readonly<Record<string, unknown>> = {}, person = owner) =>
  person.client.request(all, { body: { ...values(), ...more } });
const idOf = (answer: { body: unknown }) => (answer.body as { id: string }).id;

describe('a connection', () => {
  it('is made, shown, changed, tested and deleted, and its secret is never shown or logged', async () => {
    const made = await create({ domains: ['Example.COM', 'example.com'], scopes: ['email'] });
    expect(made).toMatchObject({
      status: 201,
      body: {
        issuer: idp.issuer,
        has_secret: true,
        scopes: ['openid', 'email'],
        domains: [{ name: 'example.com', approved: false }],
        default_role: null,
        role_mapping: [],
        enabled: true,
        redirect_uri: `${platform.url}/console/api/sso/callback`,
      },
    });
    const path = `${all}/${idOf(made)}`;
    expect((made.body as { start_url: string }).start_url).toBe(`${platform.url}/console/api/sso/${idOf(made)}/start`);
    const changed = await owner.client.request(path, {
      method: 'PATCH',
      body: { name: 'Other', role_claim: 'groups', role_mapping: [{ value: 'a', role: 'editor' }], enabled: false },
    });
    expect(changed).toMatchObject({ status: 200, body: { name: 'Other', enabled: false, has_secret: true } });
    const shown = await owner.client.request(path);
    expect(shown.body).toEqual(changed.body);
    const tested = await owner.client.request(`${path}/test`, { method: 'POST' });
    expect(tested).toMatchObject({ status: 200, body: { issuer: idp.issuer } });
    for (const { text } of [made, changed, shown, tested]) expect(text).not.toContain(secret);
    expect(JSON.stringify(platform.log)).not.toContain(secret);
    const rows = await platform.kernel
      .resolve(Database)
      .system<{ sso_connections: Record<string, unknown> }>()
      .selectFrom('sso_connections')
      .selectAll()
      .execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect((await owner.client.request(path, { method: 'DELETE' })).status).toBe(204);
    expect((await owner.client.request(path)).status).toBe(404);
  });

  it('of Google needs no address', async () => {
    const { issuer: _, ...rest } = values();
    const made = await owner.client.request(all, { body: { ...rest, preset: 'google' } });
    expect(made).toMatchObject({ status: 201, body: { issuer: 'https://accounts.google.com' } });
  });

  it('of another workspace is not there', async () => {
    const made = await create();
    const stranger = await newMember(platform, 'owner', await newWorkspace(platform));
    const path = `${all}/${idOf(made)}`;
    const attempts = [
      stranger.client.request(path),
      stranger.client.request(path, { method: 'PATCH', body: { name: 'Mine' } }),
      stranger.client.request(path, { method: 'DELETE' }),
      stranger.client.request(`${path}/test`, { method: 'POST' }),
    ];
    expect((await Promise.all(attempts)).map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect((await stranger.client.request(all)).body).toEqual({ data: [] });
    expect((await owner.client.request(path)).body).toMatchObject({ name: 'Own' });
  });

  it.each([
    ['an issuer that is no address', { issuer: 'login' }, 400, 'invalid_connection'],
    ['an issuer without TLS', { issuer: 'http://login.example.com' }, 400, 'invalid_connection'],
    ['an issuer with a query', { issuer: 'https://login.example.com/?a=1' }, 400, 'invalid_connection'],
    ['the address of metadata', { issuer: 'https://login.example.com/.well-known/x' }, 400, 'invalid_connection'],
    ['a private address', { issuer: 'https://10.0.0.1' }, 403, 'address_refused'],
    ["the address of a cloud's metadata", { issuer: 'https://169.254.169.254' }, 403, 'address_refused'],
    ['no domain', { domains: ['example.com', 'com'] }, 400, 'invalid_connection'],
    ['a pattern of domains', { domains: ['*.example.com'] }, 400, 'invalid_connection'],
    ['the role owner', { default_role: 'owner' }, 400, 'invalid_param'],
    ['the role owner by a claim', { role_mapping: [{ value: 'x', role: 'owner' }] }, 400, 'invalid_param'],
    ['approval of its own domains', { approved_domains: ['example.com'] }, 400, 'invalid_param'],
    ['another workspace', { workspace_id: crypto.randomUUID() }, 400, 'invalid_param'],
    ['a character that the database does not take', { client_secret: 'a\0b' }, 400, 'invalid_param'],
  ])('is not made with %s', async (_, more, status, code) => {
    const count = async () => ((await owner.client.request(all)).body as { data: unknown[] }).data.length;
    const before = await count();
    expect(await create(more)).toMatchObject({ status, body: { code } });
    expect(await count()).toBe(before);
  });

  it('is approved for domains that it names, by the operator', async () => {
    const path = `${all}/${idOf(await create({ domains: ['one.example', 'two.example'] }))}`;
    const approve = (domains: readonly string[]) =>
      platform.management.request(`${path}/approve`, { body: { domains } });
    expect(await approve(['three.example'])).toMatchObject({ status: 400, body: { code: 'invalid_connection' } });
    expect((await approve(['two.example'])).body).toMatchObject({
      domains: [
        { name: 'one.example', approved: false },
        { name: 'two.example', approved: true },
      ],
    });
    const change = (domains: readonly string[]) => owner.client.request(path, { method: 'PATCH', body: { domains } });
    await change(['one.example']);
    expect((await change(['two.example'])).body).toMatchObject({ domains: [{ name: 'two.example', approved: false }] });
  });

  it('tells when its provider does not answer', async () => {
    const path = `${all}/${idOf(await create({ issuer: 'http://127.0.0.1:9' }))}/test`;
    expect(await owner.client.request(path, { method: 'POST' })).toMatchObject({
      status: 503,
      body: { code: 'unreachable' },
    });
  });
});
