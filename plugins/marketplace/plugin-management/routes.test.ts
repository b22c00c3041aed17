import { generateKeyPairSync } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { newMember } from '#plugins/members/testing/people.ts';
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

async function send(path: string, form: FormData, own: Readonly<Record<string, string>> = headers) {
  const answer = await fetch(`${platform.url}${all}/${path}`, { method: 'POST', headers: own, body: form });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

/** Looks at a package, and installs it. */
async function install(bytes: Uint8Array): Promise<Record<string, unknown>> {
  const { body: plan } = await send('plan-upload', uploadForm(bytes));
  const { status, body } = await send('upload', uploadForm(bytes, { consent: String(plan.consent) }));
  expect(status).toBe(201);
  return body;
}

const ask = (path: string, method = 'GET', body?: object) =>
  platform.management.request(`${all}${path}`, { method, body });
const settings = {
  type: 'object',
  properties: { api_key: { type: 'string', secret: true }, base_url: { type: 'string', format: 'uri' } },
};
const inject = [{ origin: '{base_url}', header: 'Authorization', value: 'Bearer {api_key}' }];

describe('plugins over the console', () => {
  it('are shown before they are installed, changed, rolled back and removed', async () => {
    const first = examplePackage({ name: '@acme/managed' }).bytes;
    const { body: plan } = await send('plan-upload', uploadForm(first));
    expect(plan).toMatchObject({
      ...{
        name: '@acme/managed',
        version: '1.0.0',
        trust: 'trusted',
        current_version: null,
        refusals: [],
        members: [],
      },
      permissions: expect.arrayContaining([{ kind: 'network', origin: 'https://api.example.com' }]),
    });
    const { id } = await install(first);
    const wider = { permissions: { network: ['https://api.example.com', 'https://more.example.com'] } };
    const second = examplePackage({ name: '@acme/managed', version: '1.1.0' }, wider).bytes;
    const { body: update } = await send('plan-upload', uploadForm(second));
    expect(update).toMatchObject({
      current_version: '1.0.0',
      changes: { added: [{ kind: 'network', origin: 'https://more.example.com' }], removed: [] },
    });
    expect(await install(second)).toMatchObject({ id, version: '1.1.0', earlier_version: '1.0.0' });
    expect((await send('plan-upload', uploadForm(first))).body.refusals).toEqual([
      expect.stringMatching(/newer version 1\.1\.0/),
    ]);
    expect((await ask(`/${id}/rollback`, 'POST')).body).toMatchObject({ version: '1.0.0', earlier_version: null });
    expect((await ask(`/${id}`, 'PATCH', { is_enabled: false })).body).toMatchObject({ is_enabled: false });
    expect((await ask(`/${id}`, 'DELETE')).status).toBe(204);
    expect((await ask(`/${id}`)).status).toBe(404);
  });

  it('keep secrets that come back as they are shown', async () => {
    const { id } = await install(
      examplePackage({ name: '@acme/set' }, { settings, inject, permissions: { network: ['{base_url}'] } }).bytes,
    );
    const given = { api_key: 'a-long-secret-key-1234', base_url: 'https://one.example.com' };
    const { body: set } = await ask(`/${id}`, 'PATCH', { settings: given });
    const shown = (set as { settings: Record<string, string> }).settings;
    expect(shown).toEqual({ api_key: '••••1234', base_url: 'https://one.example.com' });
    const same = await ask(`/${id}`, 'PATCH', { settings: shown });
    expect(same.body).toMatchObject({ settings: shown });
    const moved = await ask(`/${id}`, 'PATCH', { settings: { ...shown, base_url: 'https://evil.example.com' } });
    expect(moved).toMatchObject({ status: 400, body: { code: 'secret_needed' } });
  });

  it('are written down, and installed elsewhere by their bytes', async () => {
    const { integrity } = await install(examplePackage({ name: '@acme/locked' }).bytes);
    const lock = (await ask('/lock')).body as { packages: { name: string }[] };
    expect(lock.packages).toContainEqual({
      ...{
        name: '@acme/locked',
        version: '1.0.0',
        integrity,
        source: 'upload',
        signer: expect.stringMatching(/^[0-9a-f]{16}$/),
      },
      granted: { network: ['https://api.example.com'] },
    });
    const packages = lock.packages.filter(({ name }) => name === '@acme/locked');
    const unchanged = await ask('/lock', 'POST', { ...lock, packages, consent: true });
    expect(unchanged.body).toEqual({ installed: [], unchanged: ['@acme/locked'], failed: [] });
    const others = packages.map((one) => ({ ...one, integrity: `sha512-${'A'.repeat(86)}==` }));
    const failed = await ask('/lock', 'POST', { ...lock, packages: others, consent: true });
    expect(failed.body).toMatchObject({ failed: [{ code: 'plugin-sources.not_found' }] });
    expect((await ask('/lock', 'POST', lock)).status).toBe(400);
  });

  it('tell which apps use them, by drafts that nobody has published', async () => {
    const { id } = await install(examplePackage({ name: '@acme/used' }, { aliases: ['other/used'] }).bytes);
    expect((await ask(`/${id}/apps`)).body).toEqual({ items: [] });
    const tool = {
      id: 't',
      data: { type: 'tool', title: 'T', provider_type: 'builtin', provider_id: 'other/used/used' },
    };
    const named = {
      ...tool.data,
      tool_name: 'today',
      provider_name: 'other/used/used',
      tool_parameters: {},
      tool_configurations: {},
    };
    const nodes = [
      { id: 's', data: { type: 'start', title: 'S', variables: [] } },
      { ...tool, data: named },
    ];
    const edges = [{ id: 'e', source: 's', target: 't', sourceHandle: 'source', targetHandle: 'target' }];
    const app = { name: 'Uses it', mode: 'workflow', description: '', icon: '', icon_background: '' };
    const document = { version: '0.3.0', kind: 'app', app, workflow: { graph: { nodes, edges }, features: {} } };
    const body = { yaml: JSON.stringify(document) };
    const made = await platform.management.request('/console/api/apps/import', { method: 'POST', body });
    expect(made.status, made.text).toBeLessThan(300);
    expect((await ask(`/${id}/apps`)).body).toMatchObject({ items: [{ name: 'Uses it' }] });
  });

  it('of the server itself can be searched, shown and installed', async () => {
    const { body: page } = await platform.management.request('/console/api/plugin-catalogue?source=weft&limit=1');
    const [item] = (page as { items: { name: string; installed_version: null }[] }).items;
    const name = String(item?.name);
    const plan = await ask('/plan', 'POST', { name });
    const { consent } = plan.body as { consent: string };
    expect((await ask('', 'POST', { name, consent })).status).toBe(201);
    const query = `name=${encodeURIComponent(name)}`;
    const { body: shown } = await platform.management.request(`/console/api/plugin-catalogue/package?${query}`);
    expect(shown).toMatchObject({ name, installed: { name } });
  });
});

it('trusts the key of a registry, whose id has slashes, and no longer', async () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const given = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  const keys = '/console/api/installation/plugin-keys';
  const body = { kind: 'registry', label: 'npm', public_key: given, key_id: 'SHA256:a/b+c=' };
  expect((await platform.management.request(keys, { method: 'POST', body })).status).toBe(201);
  const remove = () => platform.management.request(`${keys}/SHA256:a~b+c=`, { method: 'DELETE' });
  expect([(await remove()).status, (await remove()).status]).toEqual([204, 404]);
});

describe('attack T04: who installs plugins', () => {
  it('is no editor, who may look at them', async () => {
    const editor = await newMember(platform, 'editor', platform.workspaceId);
    const own = { authorization: `Bearer ${editor.token}`, 'x-workspace-id': platform.workspaceId };
    const { bytes } = examplePackage({ name: '@acme/editors' });
    expect((await send('upload', uploadForm(bytes, { consent: 'x' }), own)).status).toBe(403);
    expect((await editor.client.request(all, { headers: own })).status).toBe(200);
  });

  it('is no owner, where operators trust and block', async () => {
    const owner = await newMember(platform, 'owner', platform.workspaceId);
    for (const path of ['plugin-keys', 'plugin-blocks'])
      expect((await owner.client.request(`/console/api/installation/${path}`)).status).toBe(403);
  });

  it('gets nothing in that was not consented to', async () => {
    const { bytes } = examplePackage({ name: '@acme/consent' });
    const { body: plan } = await send('plan-upload', uploadForm(bytes));
    const other = examplePackage(
      { name: '@acme/consent' },
      {
        permissions: { network: ['https://api.example.com', 'https://evil.example.com'] },
      },
    );
    const swapped = await send('upload', uploadForm(other.bytes, { consent: String(plan.consent) }));
    expect(swapped).toMatchObject({ status: 409, body: { code: 'consent_changed' } });
    const unsigned = await send('upload', uploadForm(bytes, { signature: '', consent: String(plan.consent) }));
    expect(unsigned).toMatchObject({ status: 403, body: { code: 'refused' } });
  });

  it('is stopped by a block, which counts for what is installed too', async () => {
    const { bytes } = examplePackage({ name: '@acme/blocked' });
    const { id } = await install(bytes);
    const body = { name: '@acme/blocked', version: '1.0.0', reason: 'It reads too much.' };
    const blocks = '/console/api/installation/plugin-blocks';
    const made = await platform.management.request(blocks, { method: 'POST', body });
    expect((await ask(`/${id}`)).body).toMatchObject({
      is_blocked: true,
      problem: 'The operator of this server has blocked this version: It reads too much.',
    });
    expect((await send('plan-upload', uploadForm(bytes))).body.refusals).toEqual([expect.stringMatching(/blocked it/)]);
    const { id: block } = made.body as { id: string };
    expect((await platform.management.request(`${blocks}/${block}`, { method: 'DELETE' })).status).toBe(204);
    expect((await ask(`/${id}`)).body).toMatchObject({ is_blocked: false, problem: null });
  });
});
