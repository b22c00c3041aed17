import { describe, expect, it } from 'vitest';
import { Database } from '#plugins/database/contract.ts';
import { newMember, newWorkspace, type Person } from '#plugins/members/testing/people.ts';
import type { SsoTables } from '#plugins/sso/tables.ts';
import { Browser } from '#plugins/sso/testing/browser.ts';
import { CONNECTIONS, useSamlBench } from '#plugins/sso/testing/shared-saml-bench.ts';
import { makeOwnCertificate } from './own-certificate.ts';

const bench = useSamlBench();
const idOf = (answer: { body: unknown }) => (answer.body as { id: string }).id;
const newOwner = async (): Promise<Person> => newMember(bench.platform, 'owner', await newWorkspace(bench.platform));
const create = (owner: Person, more: Readonly<Record<string, unknown>>) =>
  owner.client.request(CONNECTIONS, { body: { kind: 'saml', name: 'Own', ...more } });

describe('a SAML connection', () => {
  it('is made before its provider is known, and on once it is', async () => {
    const owner = await newOwner();
    const made = await create(owner, {});
    expect(made).toMatchObject({
      status: 201,
      body: { kind: 'saml', idp_entity_id: null, sso_url: null, certificates: [], enabled: false },
    });
    const path = `${CONNECTIONS}/${idOf(made)}`;
    const site = `${bench.platform.url}/console/api/sso/${idOf(made)}`;
    expect(made.body).toMatchObject({ acs_url: `${site}/acs`, sp_entity_id: `${site}/metadata` });
    const metadata = await bench.serviceMetadata(idOf(made));
    expect(metadata).toContain(`entityID="${site}/metadata"`);
    expect((await fetch(`${site}/start`, { redirect: 'manual' })).status).toBe(404);
    const patch = (body: object) => owner.client.request(path, { method: 'PATCH', body });
    expect(await patch({ enabled: true })).toMatchObject({ status: 400, body: { code: 'invalid_connection' } });
    expect(await owner.client.request(`${path}/test`, { method: 'POST' })).toMatchObject({ status: 400 });
    expect(await patch({ metadata: bench.idp.metadata() })).toMatchObject({
      status: 200,
      body: { idp_entity_id: bench.idp.entityId, sso_url: bench.idp.ssoUrl, enabled: true, metadata_url: null },
    });
    expect(await owner.client.request(`${path}/test`, { method: 'POST' })).toMatchObject({
      status: 200,
      body: { issuer: bench.idp.entityId, authorization_endpoint: bench.idp.ssoUrl, redirect_uri: `${site}/acs` },
    });
    expect(await patch({ enabled: false })).toMatchObject({ body: { enabled: false } });
    expect(await patch({ name: 'Other' })).toMatchObject({ body: { enabled: false, name: 'Other' } });
  });

  it('is made by hand, and shows its certificates, but never its own key', async () => {
    const owner = await newOwner();
    const [key] = bench.idp.keys;
    const made = await create(owner, {
      idp_entity_id: 'urn:example:idp',
      sso_url: bench.idp.ssoUrl,
      certificates: [key?.certificate, key?.certificate],
    });
    expect(made).toMatchObject({ status: 201, body: { idp_entity_id: 'urn:example:idp', enabled: true } });
    const { certificates } = made.body as { certificates: { sha256: string; pem: string; expires_at: number }[] };
    expect(certificates).toHaveLength(1);
    expect(certificates[0]?.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(certificates[0]?.expires_at).toBeGreaterThan(Date.now() / 1000);
    // As it is shown it can be given again, with the next.
    const next = await makeOwnCertificate('next');
    const both = { certificates: [certificates[0]?.pem, next.certificate] };
    const path = `${CONNECTIONS}/${idOf(made)}`;
    const changed = await owner.client.request(path, { method: 'PATCH', body: both });
    expect((changed.body as { certificates: unknown[] }).certificates).toHaveLength(2);
    const rows = await bench.platform.kernel
      .resolve(Database)
      .system<SsoTables>()
      .selectFrom('sso_connections')
      .select(['settings', 'sealed_secret'])
      .where('id', '=', idOf(made))
      .execute();
    for (const text of [made.text, changed.text, JSON.stringify(rows), JSON.stringify(bench.platform.log)])
      expect(text).not.toContain('PRIVATE KEY');
    expect(rows[0]?.sealed_secret).toMatch(/./);
  });

  it.each([
    ['nothing that is XML', { metadata: 'x' }, 'invalid_connection'],
    ['a document type', { metadata: '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>' }, 'invalid_connection'],
    ['metadata of something else', { metadata: '<x/>' }, 'invalid_connection'],
    ['metadata and what stands in them', { metadata: '<x/>', sso_url: 'https://x.example' }, 'invalid_connection'],
    ['an address of metadata without TLS', { metadata_url: 'http://login.example.com/m' }, 'invalid_connection'],
    ['a private address of metadata', { metadata_url: 'https://10.0.0.1/m' }, 'address_refused'],
    ["the address of a cloud's metadata", { metadata_url: 'https://169.254.169.254/m' }, 'address_refused'],
    ['a page that is no address', { sso_url: 'javascript:alert(1)' }, 'invalid_connection'],
    ['a page without TLS', { sso_url: 'http://login.example.com' }, 'invalid_connection'],
    ['a certificate that is none', { certificates: ['x'] }, 'invalid_connection'],
    ['a client id', { client_id: 'weft' }, 'invalid_connection'],
    ['a trust of its own', { trust: 'x' }, 'invalid_param'],
    ['approval of its own domains', { approved_domains: ['example.com'] }, 'invalid_param'],
  ])('is not made with %s', async (_, more, code) => {
    const owner = await newOwner();
    expect(await create(owner, more)).toMatchObject({ body: { code } });
    expect((await owner.client.request(CONNECTIONS)).body).toEqual({ data: [] });
  });

  it('is not made of metadata that are over, that name no page, or no certificate', async () => {
    const owner = await newOwner();
    const metadata = bench.idp.metadata();
    const wrong = [
      metadata.replace('<EntityDescriptor', '<EntityDescriptor validUntil="2020-01-01T00:00:00Z"'),
      metadata.replaceAll('bindings:HTTP-Redirect', 'bindings:HTTP-POST'),
      metadata.replaceAll(/use="signing"/g, 'use="encryption"'),
      metadata.replaceAll('IDPSSODescriptor', 'SPSSODescriptor'),
    ];
    for (const text of wrong) {
      expect(text).not.toBe(metadata);
      expect(await create(owner, { metadata: text })).toMatchObject({
        status: 400,
        body: { code: 'invalid_connection' },
      });
    }
    const listed = `<!-- of a federation --><md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata">${metadata}</md:EntitiesDescriptor>`;
    expect((await create(owner, { metadata: listed })).status).toBe(201);
  });

  it('is of one kind', async () => {
    const body = { issuer: 'https://login.example.com', client_id: 'weft' };
    expect(await bench.change(body)).toMatchObject({ status: 400, body: { code: 'invalid_connection' } });
    const oidc = { kind: 'oidc', name: 'Other', ...body, metadata: '<x/>' };
    expect(await bench.platform.management.request(CONNECTIONS, { body: oidc })).toMatchObject({ status: 400 });
  });

  it('of another workspace is not there', async () => {
    const owner = await newOwner();
    const path = `${CONNECTIONS}/${bench.id}`;
    const attempts = [
      owner.client.request(path),
      owner.client.request(path, {
        method: 'PATCH',
        body: { certificates: [(await makeOwnCertificate('x')).certificate] },
      }),
      owner.client.request(`${path}/test`, { method: 'POST' }),
    ];
    expect((await Promise.all(attempts)).map(({ status }) => status)).toEqual([404, 404, 404]);
    expect((await bench.signIn(bench.somebody())).status).toBe(303);
  });
});

describe('a provider that changes its key', () => {
  const age = async (settings: object) => {
    const db = bench.platform.kernel.resolve(Database).system<SsoTables>();
    const row = await db
      .selectFrom('sso_connections')
      .select('settings')
      .where('id', '=', bench.id)
      .executeTakeFirstOrThrow();
    const text = JSON.stringify({ ...row.settings, ...settings });
    await db.updateTable('sso_connections').set({ settings: text }).where('id', '=', bench.id).execute();
  };

  it('is believed with either while both are known', async () => {
    const [first] = bench.idp.keys;
    const second = await makeOwnCertificate('second');
    if (first === undefined) throw new Error('no key');
    const known = [first, second];
    await bench.change({ certificates: known.map(({ certificate }) => certificate) });
    const user = bench.somebody();
    bench.idp.keys = [second, first];
    expect((await bench.signIn(user)).status).toBe(303);
    bench.idp.keys = [first, second];
    expect((await bench.signIn(user)).status).toBe(303);
    await bench.change({ certificates: [second.certificate] });
    expect((await bench.signIn(user)).message).toMatch(/ignature/);
  });

  it('is followed where its metadata have an address, and stays who it was', async () => {
    expect(await bench.change({ metadata_url: bench.idp.metadataUrl })).toMatchObject({ status: 200 });
    const user = bench.somebody();
    expect((await bench.signIn(user)).status).toBe(303);
    bench.idp.keys = [await makeOwnCertificate('next')];
    // It was read a moment ago, and strangers must not make us ask for it all the time.
    expect((await bench.signIn(user)).message).toMatch(/ignature/);
    await age({ readAt: Date.now() - 3_600_000 });
    expect((await bench.signIn(user)).status).toBe(303);
    const account = await bench.accountOf(user.email);
    expect(await bench.membershipOf(user.email)).toMatchObject({ accountId: account?.id });

    // It does not answer: the last that is known is used.
    bench.idp.status = 500;
    await age({ readAt: 0 });
    expect((await bench.signIn(user)).status).toBe(303);
    expect(JSON.stringify(bench.platform.log)).toContain('the metadata of a provider were not read');
    const path = `${CONNECTIONS}/${bench.id}/test`;
    expect(await bench.platform.management.request(path, { method: 'POST' })).toMatchObject({
      status: 503,
      body: { code: 'provider_failed' },
    });
  });

  it('is approved anew where an owner put the key there, or another place to get it from', async () => {
    const workspaceId = await newWorkspace(bench.platform);
    const owner = await newMember(bench.platform, 'owner', workspaceId);
    const id = await bench.connect({ metadata: undefined, metadata_url: bench.idp.metadataUrl }, workspaceId);
    const path = `${CONNECTIONS}/${id}`;
    const approved = [{ name: bench.domain, approved: true }];
    const patch = (body: object) => owner.client.request(path, { method: 'PATCH', body });
    // The same provider, as far as anybody can tell.
    expect(await patch({ metadata_url: bench.idp.metadataUrl })).toMatchObject({ body: { domains: approved } });
    expect(await patch({ metadata_url: null })).toMatchObject({ body: { domains: approved, metadata_url: null } });
    expect(await patch({ metadata: bench.idp.metadata() })).toMatchObject({ body: { domains: approved } });
    const elsewhere = { metadata_url: bench.idp.metadataUrl };
    expect(await patch(elsewhere)).toMatchObject({ body: { domains: [{ approved: false }] } });
  });
});

it('a request is signed, and says where the answer goes', async () => {
  bench.idp.user = bench.somebody();
  await bench.page(new Browser());
  const site = `${bench.platform.url}/console/api/sso/${bench.id}`;
  expect(bench.idp.lastRequest).toContain(`AssertionConsumerServiceURL="${site}/acs"`);
  expect(bench.idp.lastRequest).toContain(`Destination="${bench.idp.ssoUrl}"`);
  // The provider of these tests checks the signature; without ours in the metadata it refuses.
  const start = await fetch(`${site}/start`, { redirect: 'manual' });
  const url = new URL(start.headers.get('location') ?? '');
  url.searchParams.set('RelayState', 'another');
  expect((await fetch(url)).status).toBe(500);
});
