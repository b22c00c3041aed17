import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { modelChat } from '#engine/testing/app-document.ts';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { type IdentityProvider, startIdentityProvider } from '#plugins/sso/testing/identity-provider.ts';
import { runWeft } from './testing/run-weft.ts';

const CANARY = 'canary-of-the-client-secret';
let platform: TestPlatform;
let idp: IdentityProvider;
beforeAll(async () => {
  platform = await startPlatform({ threads: 0, env: { WEFT_EGRESS_ALLOW: '127.0.0.1' } });
  await platform.kernel.load(new URL('../../tools/tool-credentials/testing/secret-tool/', import.meta.url));
  idp = await startIdentityProvider(`${platform.url}/console/api/sso/callback`);
});
afterAll(async () => {
  await idp.close();
  await platform.dispose();
});

async function weft(...argv: string[]) {
  const shown = await runWeft(platform, argv);
  expect(`${shown.out}${shown.err}`).not.toContain(CANARY);
  return shown;
}

async function file(name: string, content: unknown): Promise<string> {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  await writeFile(join(platform.home, name), text);
  return name;
}

it('tools are listed with what they need; what they need is stored and forgotten, and never shown', async () => {
  expect((await weft('tools', 'list')).out).toMatch(/time +builtin +ready +\d+ tools +-\n/);
  expect((await weft('tools', 'list')).out).toMatch(/secret-tool +builtin +not configured +1 tool +key/);
  expect(await weft('tools', 'set', 'secret-tool', '--credential', `key=${CANARY}`)).toMatchObject({
    code: 0,
    out: 'Stored.\n',
  });
  expect((await weft('tools', 'list')).out).toMatch(/secret-tool +builtin +ready/);
  expect((await weft('tools', 'set', 'secret-tool')).code).toBe(2);
  expect((await weft('tools', 'set', 'nobody', '--credential', `key=${CANARY}`)).code).toBe(1);
  expect((await weft('tools', 'remove', 'secret-tool')).code).toBe(2);
  expect(await weft('tools', 'remove', 'secret-tool', '--yes')).toMatchObject({ code: 0, out: 'Removed.\n' });
  expect((await weft('tools', 'list')).out).toMatch(/secret-tool +builtin +not configured/);
});

it('an identity provider is connected, shown, changed, tested and deleted', async () => {
  const fields = { kind: 'oidc', name: 'Own\u001b[2J', issuer: idp.issuer, client_id: 'weft', client_secret: CANARY };
  const made = await weft('sso', 'create', await file('idp.json', fields), '--json');
  expect(made.code, made.err).toBe(0);
  const { id } = JSON.parse(made.out) as { id: string };
  const shown = await weft('sso', 'show', id);
  expect(shown.out).toContain(`${platform.url}/console/api/sso/callback`);
  expect(shown.out).not.toContain('\u001b');
  expect((await weft('sso', 'test', id)).out).toContain(idp.issuer);
  expect((await weft('sso', 'change', id, await file('off.json', { enabled: false }))).out).toContain(', off');
  for (const wrong of [`{"client_secret": "${CANARY}"`, '[]', 'null']) {
    const refused = await weft('sso', 'change', id, await file('wrong.json', wrong));
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('no JSON object') });
  }
  expect((await weft('sso', 'change', id, await file('more.json', { client_id: '', secret: CANARY }))).code).toBe(1);
  expect((await weft('sso', 'create', 'nowhere.json')).code).toBe(1);
  const saml = await weft('sso', 'create', await file('saml.json', { kind: 'saml', name: 'Later' }));
  expect(saml.out).toMatch(/\(saml\), off\n.*Provider: none yet\nIt must know: http/s);
  expect((await weft('sso', 'delete', id)).code).toBe(2);
  expect(await weft('sso', 'delete', id, '--yes')).toMatchObject({ code: 0, out: 'Deleted.\n' });
  expect((await weft('sso', 'show', id)).code).toBe(1);
  expect((await weft('sso', 'show', 'Own')).err).toContain('weft sso list');
});

it('a version is exported, an annotation changed, and apps of a provider are listed', async () => {
  const { appId } = await platform.importApp(modelChat());
  const { data } = JSON.parse((await weft('apps', 'versions', appId, '--json')).out) as { data: { id: string }[] };
  const version = data[0]?.id ?? '';
  expect((await weft('apps', 'export', appId, '--version', version)).out).toContain('kind: app');
  expect((await weft('apps', 'export', appId, '--version', 'last')).code).toBe(1);
  const texts = (answer: string) => ['--question', 'Why?', '--answer', answer];
  const added = await weft('annotations', 'add', appId, ...texts('So.'));
  const [, id = ''] = /Added (\S+)\./.exec(added.out) ?? [];
  expect(await weft('annotations', 'change', appId, id, ...texts('Otherwise.'))).toMatchObject({ code: 0 });
  expect((await weft('annotations', 'list', appId)).out).toContain('Otherwise.');
  expect(await weft('providers', 'apps', 'openai')).toEqual({ code: 0, out: 'None.\n', err: '' });
});
