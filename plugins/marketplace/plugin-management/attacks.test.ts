import { beforeAll, describe, expect, it } from 'vitest';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { newMember, newWorkspace } from '#plugins/members/testing/people.ts';
import { examplePackage } from '#plugins/plugin-packages/testing/example-package.ts';
import { publisherKey, publisherScopes, uploadForm } from './testing/signed-upload.ts';

const all = '/console/api/plugins';
let platform: TestPlatform;
let headers: Readonly<Record<string, string>>;

beforeAll(async () => {
  platform = await sharedPlatform();
  headers = { authorization: `Bearer ${platform.token}`, 'x-workspace-id': platform.workspaceId };
  const body = { public_key: publisherKey, scopes: publisherScopes, label: 'Tests' };
  await platform.management.request('/console/api/installation/plugin-keys', { method: 'POST', body });
});

async function send(path: string, form: FormData) {
  const answer = await fetch(`${platform.url}${all}/${path}`, { method: 'POST', headers, body: form });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

async function consentTo(bytes: Uint8Array) {
  return String((await send('plan-upload', uploadForm(bytes))).body.consent);
}

async function install(bytes: Uint8Array) {
  return (await send('upload', uploadForm(bytes, { consent: await consentTo(bytes) }))).body;
}

const ask = (path: string, method = 'GET', body?: object) =>
  platform.management.request(`${all}${path}`, { method, body });

describe('attack T04: plugins', () => {
  it('installed twice at once are one installation', async () => {
    const { bytes } = examplePackage({ name: '@acme/twice' });
    const consent = await consentTo(bytes);
    const answers = await Promise.all([1, 2, 3].map(() => send('upload', uploadForm(bytes, { consent }))));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  });

  it('are not seen, changed or removed from another workspace', async () => {
    const { id } = await install(examplePackage({ name: '@acme/foreign' }).bytes);
    const other = await newWorkspace(platform);
    const owner = await newMember(platform, 'owner', other);
    const own = { authorization: `Bearer ${owner.token}`, 'x-workspace-id': other };
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/apps'],
      ['PATCH', ''],
      ['POST', '/rollback'],
      ['DELETE', ''],
    ] as const) {
      const body = method === 'PATCH' ? JSON.stringify({ is_enabled: false }) : undefined;
      const sent = { method, headers: { ...own, ...(body && { 'content-type': 'application/json' }) }, body };
      expect((await fetch(`${platform.url}${all}/${String(id)}${path}`, sent as RequestInit)).status).toBe(404);
    }
    expect((await ask(`/${String(id)}`)).body).toMatchObject({ is_enabled: true });
  });

  it('are not installed by a lock that is silent about what they may do', async () => {
    const { body } = await platform.management.request('/console/api/plugin-catalogue?source=weft&kind=tool&limit=50');
    const { items } = body as { items: { name: string; installed_version: string | null }[] };
    const name = items.find((item) => item.installed_version === null)?.name;
    const { body: plan } = await ask('/plan', 'POST', { name });
    const { version, integrity, permissions } = plan as { version: string; integrity: string; permissions: unknown[] };
    expect(permissions).not.toEqual([]);
    const lock = {
      lock_version: 1,
      consent: true,
      packages: [{ name, version, integrity, source: 'weft', granted: {} }],
    };
    expect((await ask('/lock', 'POST', lock)).body).toMatchObject({
      installed: [],
      failed: [{ code: 'plugin-management.other_permissions' }],
    });
    const { id } = (await ask('', 'POST', { name, consent: (plan as { consent: string }).consent })).body as {
      id: string;
    };
    const told = (await ask('/lock')).body as { packages: { name: string }[] };
    expect((await ask(`/${id}`, 'DELETE')).status).toBe(204);
    const packages = told.packages.filter((one) => one.name === name);
    expect((await ask('/lock', 'POST', { ...lock, packages })).body).toMatchObject({
      installed: [{ name }],
      failed: [],
    });
  });

  it('are not updated by a consent to the version before', async () => {
    const first = examplePackage({ name: '@acme/replayed' }).bytes;
    const consent = await consentTo(first);
    await install(first);
    const second = examplePackage({ name: '@acme/replayed', version: '1.1.0' }).bytes;
    expect(await send('upload', uploadForm(second, { consent }))).toMatchObject({ status: 409 });
  });
});

describe('attack T11: secrets of plugins', () => {
  const secret = { type: 'string', secret: true };
  const settings = {
    type: 'object',
    properties: { key: secret, other: secret, one: { type: 'string' }, two: { type: 'string' } },
  };
  const given = { key: 'a-long-secret-key', other: 'another-secret-key' };

  it.each([
    ['the second of two that move', { one: 'https://a.example', two: 'https://b.example' }],
    ['one in use elsewhere, to an address that was not set', { one: 'https://a.example' }],
  ])('are not led away unseen: %s', async (name, before) => {
    const inject = [
      { origin: '{one}', header: 'X-Key', value: '{key}' },
      { origin: '{two}', header: 'X-Other', value: '{other}' },
    ];
    const permissions = { network: ['{one}', '{two}'] };
    const { bytes } = examplePackage({ name: `@acme/led-${name.length}` }, { settings, inject, permissions });
    const { id } = await install(bytes);
    expect((await ask(`/${String(id)}`, 'PATCH', { settings: { ...given, ...before } })).status).toBe(200);
    const moved = { one: 'https://evil.example', two: 'https://evil.example', key: 'a-new-secret-key' };
    expect(await ask(`/${String(id)}`, 'PATCH', { settings: moved })).toMatchObject({
      status: 400,
      body: { code: 'secret_needed' },
    });
  });
});

it('attack T15: an endpoint whose headers are no texts answers without them', async () => {
  const code = `export default { endpoint: () => ({ headers: { etag: { toString: 1 }, vary: ['a'], 'content-type': {} }, body: 'x' }) };`;
  const manifest = {
    kind: 'extension',
    tools: [],
    inject: [],
    settings: undefined,
    permissions: {},
    endpoint: { about: 'A.' },
  };
  const { id } = await install(examplePackage({ name: '@acme/odd-headers' }, manifest, code).bytes);
  const { endpoint_url: address } = (await ask(`/${String(id)}`)).body as { endpoint_url: string };
  const answer = await fetch(`${platform.url}${new URL(address).pathname}`);
  expect([answer.status, answer.headers.get('etag')]).toEqual([200, null]);
});
