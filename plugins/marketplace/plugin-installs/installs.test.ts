import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#kernel';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { newWorkspace } from '#plugins/members/testing/people.ts';
import { newSigningKey, readPackage, signPackage } from '#plugins/plugin-packages/contract.ts';
import { examplePackage } from '#plugins/plugin-packages/testing/example-package.ts';
import { PluginRunner } from '#plugins/plugin-runner/contract.ts';
import { InstallChanging, PluginInstalls, PluginTrust } from './contract.ts';
import { installPackage } from './testing/install-package.ts';

const folder = mkdtempSync(join(tmpdir(), 'plugins-'));
let platform: TestPlatform;
let workspaceId: string;

beforeAll(async () => {
  const sources = JSON.stringify({ ours: { kind: 'folder', path: folder } });
  platform = await startPlatform({
    threads: 0,
    env: { WEFT_PLUGIN_SOURCES: sources, WEFT_PLUGINS_BLOCKED: '@acme/bad' },
  });
  workspaceId = platform.workspaceId;
});
afterAll(() => platform.dispose());

const changes = () => platform.kernel.resolve(InstallChanging);
const installs = () => platform.kernel.resolve(PluginInstalls);
const answering = (text: string) => `export default { tools: { today: async () => ({ text: '${text}' }) } };`;
const nothing = { entry: undefined, tools: undefined, settings: undefined, inject: undefined, permissions: undefined };
const bundle = { kind: 'bundle', ...nothing };
/** Puts a package into the folder that packages come from. */
function offer(name: string, version: string, manifest = {}, code = answering(version)) {
  const { bytes } = examplePackage({ name, version }, manifest, code);
  writeFileSync(join(folder, `${name.replace(/[@/]/g, '')}-${version}.tgz`), bytes);
}
async function install(name: string, version: string, workspace = workspaceId) {
  const { consent } = await changes().plan(workspace, { name, version });
  return changes().install(workspace, { name, version }, { consent, accountId: null });
}
async function today(name: string, runId?: string, workspace = workspaceId) {
  const installed = await installs().find(workspace, name.slice(1), runId);
  if (installed === null) return null;
  const call = { installed, target: { kind: 'tool', name: 'today' } as const, input: { arguments: {} } };
  const answer = await platform.kernel.resolve(PluginRunner).call({ ...call, signal: AbortSignal.timeout(10_000) });
  return (answer as { readonly text: string }).text;
}

describe('what is installed', () => {
  it('has the version that was consented to, keeps it for runs that began with it, and goes back', async () => {
    offer('@acme/kept', '1.0.0');
    offer('@acme/kept', '1.1.0', { permissions: { network: ['https://api.example.com', 'https://*.example.org'] } });
    const { id } = await install('@acme/kept', '1.0.0');
    const before = newId();
    const plan = await changes().plan(workspaceId, { name: '@acme/kept', version: '1.1.0' });
    expect(plan.changes.added).toEqual([{ kind: 'network', origin: 'https://*.example.org' }]);
    await install('@acme/kept', '1.1.0');
    expect([await today('@acme/kept'), await today('@acme/kept', before), await today('@acme/kept', newId())]).toEqual([
      ...['1.1.0', '1.0.0', '1.1.0'],
    ]);
    await changes().rollBack(workspaceId, id, null);
    expect(await today('@acme/kept')).toBe('1.0.0');
    await expect(changes().rollBack(workspaceId, id, null)).rejects.toMatchObject({
      code: 'plugin-installs.no_earlier_version',
    });
  });

  it('is one version here and another in another workspace, and none where it is not installed', async () => {
    offer('@acme/two', '1.0.0');
    offer('@acme/two', '2.0.0');
    const [other, none] = [await newWorkspace(platform), await newWorkspace(platform)];
    await install('@acme/two', '1.0.0');
    await install('@acme/two', '2.0.0', other);
    expect([
      await today('@acme/two'),
      await today('@acme/two', undefined, other),
      await today('@acme/two', undefined, none),
    ]).toEqual([...['1.0.0', '2.0.0', null]]);
  });

  it('comes in bundles, with one consent for all', async () => {
    offer('@acme/one', '1.0.0');
    offer('@acme/other', '1.2.0');
    offer('@acme/all', '1.0.0', {
      ...bundle,
      packages: { '@acme/one': '^1.0.0', '@acme/other': '1.x' },
    });
    const plan = await changes().plan(workspaceId, { name: '@acme/all' });
    expect(plan.members.map(({ package: { name, version } }) => `${name} ${version}`)).toEqual([
      '@acme/one 1.0.0',
      '@acme/other 1.2.0',
    ]);
    await install('@acme/all', '1.0.0');
    expect(await today('@acme/other')).toBe('1.2.0');
  });

  it('is gone with its storage when it is removed', async () => {
    offer('@acme/gone', '1.0.0');
    const { id } = await install('@acme/gone', '1.0.0');
    await changes().remove(workspaceId, id);
    expect(await today('@acme/gone')).toBeNull();
    await expect(changes().remove(workspaceId, id)).rejects.toMatchObject({ code: 'plugin-installs.not_found' });
  });
});

describe('attack T18: a package', () => {
  it('that a lock names has the version of the lock, and a bundle only the members that are in it', async () => {
    offer('@acme/member', '1.0.0');
    offer('@acme/a-bundle', '1.0.0', { ...bundle, packages: { '@acme/member': '^1.0.0' } });
    await install('@acme/a-bundle', '1.0.0');
    const locked = await platform.management.request('/console/api/plugins/lock');
    offer('@acme/member', '1.5.0', {
      permissions: { network: ['https://api.example.com', 'https://later.example.org'] },
    });
    const { packages } = locked.body as { packages: { name: string }[] };
    const applied = async (part: readonly object[]) => {
      const workspace = await newWorkspace(platform);
      const answer = await platform.management.request('/console/api/plugins/lock', {
        headers: { 'x-workspace-id': workspace },
        body: { lock_version: 1, packages: part, consent: true },
      });
      expect(answer.body).toMatchObject({ failed: [] });
      return (await installs().list(workspace)).map(({ name, version }) => `${name} ${version}`);
    };
    const both = ['@acme/a-bundle 1.0.0', '@acme/member 1.0.0'];
    expect(await applied(packages.filter(({ name }) => both.includes(`${name} 1.0.0`)))).toEqual(both);
    // A bundle brings in nothing that the lock says nothing of.
    expect(await applied(packages.filter(({ name }) => name === '@acme/a-bundle'))).toEqual(['@acme/a-bundle 1.0.0']);
  });

  it('that nobody who is trusted has signed is refused, and one that is blocked, whoever signed it', async () => {
    const { bytes } = examplePackage({ name: '@acme/unsigned' });
    const plan = await changes().plan(workspaceId, { bytes, signature: null });
    expect(plan.refusals.join()).toMatch(/Nobody who is trusted here/);
    const wanted = { bytes, signature: null };
    await expect(
      changes().install(workspaceId, wanted, { consent: plan.consent, accountId: null }),
    ).rejects.toMatchObject({
      code: 'plugin-installs.refused',
    });
    const bad = examplePackage({ name: '@acme/bad' });
    await expect(installPackage(platform.kernel, workspaceId, bad.bytes)).rejects.toMatchObject({
      code: 'plugin-installs.refused',
    });
  });

  it('whose key is unknown, was taken back or has ended is signed by nobody', async () => {
    const { bytes } = examplePackage({ name: '@acme/keys' });
    const { publicKey, privateKey } = newSigningKey();
    const wanted = { bytes, signature: signPackage(readPackage(bytes), privateKey) };
    const trust = platform.kernel.resolve(PluginTrust);
    const key = { kind: 'publisher', publicKey, scopes: ['@acme'], label: 'Acme' } as const;
    const plan = async () => {
      const { package: read, refusals } = await changes().plan(workspaceId, wanted);
      expect(read.name).toBe('@acme/keys');
      return refusals.length === 0 ? 'may' : refusals.join();
    };
    const unsigned = expect.stringMatching(/Nobody who is trusted here/);
    expect(await plan()).toEqual(unsigned);
    const { id } = await trust.addKey({ ...key, expiresAt: Date.now() + 60_000 });
    expect(await plan()).toBe('may');
    const { consent } = await changes().plan(workspaceId, wanted);
    await trust.addKey({ ...key, expiresAt: Date.now() - 1 });
    expect(await plan()).toEqual(unsigned);
    await trust.addKey({ ...key, expiresAt: null });
    expect(await plan()).toBe('may');
    await trust.removeKey(id);
    expect(await plan()).toEqual(unsigned);
    // Who had consented before it was taken back gets nothing in either.
    await expect(changes().install(workspaceId, wanted, { consent, accountId: null })).rejects.toMatchObject({
      kind: expect.stringMatching(/^(forbidden|conflict)$/),
    });
    expect(await today('@acme/keys')).toBeNull();
  });

  it('runs nothing while it is looked at and installed: no script, and none of its code', async () => {
    const mark = join(folder, 'ran');
    const scripts = Object.fromEntries(
      ['preinstall', 'install', 'postinstall', 'prepare'].map((name) => [name, `touch ${mark}`]),
    );
    const code = `throw new Error('it was run');`;
    const { bytes } = examplePackage({ name: '@acme/scripts', scripts }, {}, code);
    await installPackage(platform.kernel, workspaceId, bytes);
    expect(existsSync(mark)).toBe(false);
    await expect(today('@acme/scripts')).rejects.toThrow(/it was run/);
  });

  it('that asks for more than before waits for the consent to that', async () => {
    offer('@acme/wider', '1.0.0');
    offer('@acme/wider', '1.1.0', { permissions: { network: ['https://api.example.com'], models: ['llm'] } });
    const { consent: earlier } = await changes().plan(workspaceId, { name: '@acme/wider', version: '1.0.0' });
    await install('@acme/wider', '1.0.0');
    const wanted = { name: '@acme/wider', version: '1.1.0' };
    for (const consent of ['', 'yes', earlier]) {
      await expect(changes().install(workspaceId, wanted, { consent, accountId: null })).rejects.toMatchObject({
        code: 'plugin-installs.consent_changed',
      });
    }
    const installed = await installs().find(workspaceId, 'acme/wider');
    expect(installed).toMatchObject({ version: '1.0.0', granted: { network: ['https://api.example.com'] } });
    expect(installed?.granted.models).toBeUndefined();
  });

  it('that becomes another between what was shown and the consent is refused', async () => {
    offer('@acme/changing', '1.0.0');
    const { consent } = await changes().plan(workspaceId, { name: '@acme/changing', version: '1.0.0' });
    const permissions = { network: ['https://api.example.com'], models: ['llm'] };
    offer('@acme/changing', '1.0.0', { permissions });
    const wanted = { name: '@acme/changing', version: '1.0.0' };
    await expect(changes().install(workspaceId, wanted, { consent, accountId: null })).rejects.toMatchObject({
      code: 'plugin-installs.consent_changed',
    });
  });

  it('of a known version with other bytes is refused, and an older one but by going back', async () => {
    await installPackage(
      platform.kernel,
      workspaceId,
      examplePackage({ name: '@acme/pinned', version: '1.1.0' }).bytes,
    );
    const other = examplePackage({ name: '@acme/pinned', version: '1.1.0' }, {}, answering('other'));
    await expect(installPackage(platform.kernel, workspaceId, other.bytes)).rejects.toThrow(/with other contents/);
    const older = examplePackage({ name: '@acme/pinned', version: '1.0.0' });
    await expect(installPackage(platform.kernel, workspaceId, older.bytes)).rejects.toThrow(/newer version/);
  });

  it('that is blocked while it runs is stopped', async () => {
    const endless = `export default { tools: { today: async () => { await new Promise(() => setInterval(() => {}, 20)); } } };`;
    const installed = await installPackage(
      platform.kernel,
      workspaceId,
      examplePackage({ name: '@acme/endless' }, {}, endless).bytes,
    );
    const running = today('@acme/endless').catch((error: unknown) => error);
    await platform.kernel
      .resolve(PluginTrust)
      .block({ name: installed.name, version: '1.0.0', reason: 'It never ends.' });
    expect(await running).toMatchObject({ code: 'plugin-installs.blocked' });
    await expect(today('@acme/endless')).rejects.toMatchObject({ code: 'plugin-installs.blocked' });
  });
});

it('attack T11: secrets are sealed, never given back, and not sent to another address unseen', async () => {
  const settings = {
    type: 'object',
    properties: { base_url: { type: 'string', format: 'uri' }, api_key: { type: 'string', secret: true } },
    required: ['api_key'],
  };
  const inject = [{ origin: '{base_url}', header: 'Authorization', value: 'Bearer {api_key}' }];
  const { bytes } = examplePackage(
    { name: '@acme/secret' },
    { settings, inject, permissions: { network: ['{base_url}'] } },
  );
  const { id, isConfigured } = await installPackage(platform.kernel, workspaceId, bytes);
  expect(isConfigured).toBe(false);
  const set = (values: Readonly<Record<string, unknown>>) => changes().configure(workspaceId, id, { settings: values });
  const installed = await set({ base_url: 'https://one.example', api_key: 'key-4711-secret' });
  expect(JSON.stringify(installed)).not.toContain('4711');
  expect(installed).toMatchObject({ isConfigured: true, settings: { base_url: 'https://one.example' } });
  await expect(set({ base_url: 'https://evil.example' })).rejects.toMatchObject({
    code: 'plugin-installs.secret_needed',
  });
  await set({ base_url: 'https://two.example', api_key: 'new-key-secret' });
  await expect(set({ __proto__x: '1' })).rejects.toMatchObject({ code: 'plugin-installs.invalid_settings' });
  await expect(set({ api_key: 'a\nb' })).rejects.toMatchObject({ code: 'plugin-installs.invalid_settings' });
});
