import { randomUUID } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appDocument, chain, node } from '#engine/testing/app-document.ts';
import { testClient } from '#http/testing/client.ts';
import { Database } from '#plugins/database/contract.ts';
import { findSealedTexts, type SealedTexts } from '#plugins/database/testing/sealed-texts.ts';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { approvalWorkflow } from '#plugins/human-input/testing/documents.ts';
import { FormClient } from '#plugins/human-input/testing/form-client.ts';
import { consoleEnvironment, consoleOwner, loadWitness } from '#plugins/management-api/testing/console-owner.ts';
import { sealSome } from '#plugins/mcp-client/testing/sealed-rows.ts';
import { PASSWORD } from '#plugins/members/testing/people.ts';
import { InstallChanging } from '#plugins/plugin-installs/contract.ts';
import { installPackage } from '#plugins/plugin-installs/testing/install-package.ts';
import { examplePackage } from '#plugins/plugin-packages/testing/example-package.ts';
import { KeyRing, SealedColumns, Secrets } from '#plugins/secrets/contract.ts';
import { sealToken } from '#plugins/tool-openapi/testing/sealed-token.ts';

let platform: TestPlatform;
let app: { readonly key: string };

beforeAll(async () => {
  // Nobody takes the e-mails: they wait.
  platform = await startPlatform({ threads: 0, env: { ...consoleEnvironment, SMTP_URL: 'smtp://127.0.0.1:9' } });
  await loadWitness(platform);
  await platform.kernel.load(new URL('../../tools/tool-credentials/testing/secret-tool/', import.meta.url));
  const { person, id } = await consoleOwner(platform, 'mine');
  const make = async (path: string, body: object, method = 'POST') => {
    const answer = await person.client.request(`/console/api/${path}`, { method, body });
    if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
    return answer.body as Record<string, string>;
  };
  await make('providers/openai', { credentials: { openai_api_key: 'sk-kept-4711' } }, 'PUT');
  const own = {
    type: 'llm',
    model: 'm',
    mode: 'single',
    credential_sets: [],
    credentials: { api_key: 'own-kept-4711' },
  };
  await make('providers/openai_api_compatible/models/credentials', own, 'PUT');
  await make('tools/secret-tool', { credentials: { key: 'tool-kept-4711' } }, 'PUT');
  await make(`apps/${id('app')}/webhooks/${id('webhook')}/rotate`, {});
  await make(`apps/${id('app')}/site/visitor-secret`, {});
  const client = { client_id: 'weft', client_secret: 'client-kept-4711' };
  await make('account-services/google/client', client, 'PUT');
  await make('connected-accounts/connect', { service: 'google', capabilities: ['sheets'] });
  const shared = { method: 'PUT', body: { ...client, domains: [] } };
  const registered = await platform.management.request('/console/api/installation/oauth-clients/google', shared);
  if (registered.status >= 300) throw new Error(registered.text);
  const sealedKey = platform.kernel
    .resolve(Secrets)
    .seal(id('workspace'), 'repository-hosts.deploy-key', 'key-kept-4711');
  await tables().updateTable('repository_links').set({ sealed_key: sealedKey }).execute();
  await sealSome(platform.kernel, { workspaceId: id('workspace'), serverId: id('mcpServer') });
  await sealToken(platform.kernel, { workspaceId: id('workspace'), providerId: id('customToolProvider') });
  const installed = await installPackage(platform.kernel, id('workspace'), examplePackage().bytes);
  const settings = { api_key: 'plugin-kept-4711' };
  await platform.kernel.resolve(InstallChanging).configure(id('workspace'), installed.id, { settings });
  await make('account/second-factor', { current_password: PASSWORD });
  // It is confirmed while another one is begun.
  await tables()
    .updateTable('accounts')
    .set((row) => ({ second_factor: row.ref('second_factor_pending') }))
    .execute();
  const config = { recipients: { items: [{ type: 'external', email: 'ada@example.com' }] } };
  const byMail = [{ id: 'mail', type: 'email', enabled: true, config }];
  await new FormClient(platform).run(await platform.importApp(approvalWorkflow({ delivery_methods: byMail })));
  app = await platform.importApp(
    appDocument({
      mode: 'workflow',
      name: 'With a secret',
      environmentVariables: [
        { id: 'e1', name: 'secret', value_type: 'secret', value: 'env-kept-4711', description: '' },
      ],
      nodes: [
        node('1', 'start', { variables: [] }),
        node('2', 'template-transform', {
          template: '{{ secret | length }}',
          variables: [{ variable: 'secret', value_selector: ['env', 'secret'] }],
        }),
        node('3', 'end', { outputs: [{ variable: 'out', value_selector: ['2', 'output'] }] }),
      ],
      edges: chain('1', '2', '3'),
    }),
  );
}, 90_000);
afterAll(() => platform.dispose());

const sealedTexts = (): Promise<SealedTexts> => findSealedTexts(platform.kernel.resolve(Database));

/** The tables this test writes to by itself. */
interface Tables {
  readonly accounts: { second_factor: string | null; second_factor_pending: string | null };
  readonly repository_links: { sealed_key: string | null };
  readonly model_credentials: { workspace_id: string; provider: string; sealed: string };
  readonly master_key_holders: { instance_id: string; name: string; sealing_key: string; known_keys: string[] };
}

const tables = () => platform.kernel.resolve(Database).system<Tables>();

interface State {
  readonly left: number;
  readonly unreadable: number;
  readonly sealing_key: string;
  readonly previous_keys: readonly string[];
}

async function ask(path: string, method = 'GET'): Promise<State> {
  const answer = await platform.management.request(`/console/api/master-key${path}`, { method });
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`);
  return answer.body as State;
}

async function works(): Promise<void> {
  const answer = await testClient(platform.url, app.key).request('/v1/workflows/run', {
    body: { inputs: {}, user: 'u' },
  });
  expect((answer.body as { data: { outputs: object } }).data.outputs).toEqual({ out: '13' });
}

it('every column with sealed texts is contributed, and each of those holds some here', async () => {
  const contributed = platform.kernel.contributions(SealedColumns).all();
  const found = await sealedTexts();
  expect([...found.keys()].sort()).toEqual(contributed.map(({ id }) => id).sort());
});

describe('a rotation', () => {
  it('seals every text of every column anew, and everything stays readable', async () => {
    const before = await sealedTexts();
    const { sealing_key: old } = await ask('');
    const state = await ask('/rotate', 'POST');
    expect(state).toMatchObject({ left: 0, unreadable: 0, previous_keys: [old] });
    expect(state.sealing_key).not.toBe(old);
    const after = await sealedTexts();
    expect([...after.keys()]).toEqual([...before.keys()]);
    for (const [name, texts] of after) {
      expect(texts.length, name).toBe(before.get(name)?.length);
      for (const text of texts) expect(text.split('.')[1], name).toBe(state.sealing_key);
    }
    await works();
  });

  it('keeps both keys in files of their owner until the old one is removed, after which all is readable', async () => {
    const home = (name: string) => join(platform.home, name);
    expect((await readFile(home('previous-secret.keys'), 'utf8')).trim().split('\n')).toHaveLength(1);
    for (const name of ['secret.key', 'previous-secret.keys'])
      expect((await stat(home(name))).mode & 0o777).toBe(0o600);
    expect(await ask('/forget-previous', 'POST')).toMatchObject({ previous_keys: [], left: 0, unreadable: 0 });
    await expect(stat(home('previous-secret.keys'))).rejects.toThrow('ENOENT');
    expect(await ask('')).toMatchObject({ left: 0, unreadable: 0, previous_keys: [] });
    await works();
  });

  it('goes on where it stopped, instead of making one more key', async () => {
    const ring = platform.kernel.resolve(KeyRing);
    await ring.renew();
    const key = ring.current;
    const begun = await ask('');
    expect(begun.left).toBeGreaterThan(10);
    await works();
    const refused = await platform.management.request('/console/api/master-key/forget-previous', { method: 'POST' });
    expect(refused).toMatchObject({ status: 409, body: { code: 'unfinished' } });
    expect(await ask('/rotate', 'POST')).toMatchObject({ sealing_key: key, left: 0 });
  });

  it('leaves alone what no key opens, tells of it, and is not held up by it', async () => {
    const foreign = `v1.0123456789ab.${Buffer.alloc(64).toString('base64')}`;
    const row = { workspace_id: randomUUID(), provider: 'openai', sealed: foreign };
    await tables().insertInto('model_credentials').values(row).execute();
    const { sealing_key: old } = await ask('');
    const state = await ask('/rotate', 'POST');
    expect(state).toMatchObject({ left: 0, unreadable: 1 });
    expect(state.sealing_key).not.toBe(old);
    expect((await sealedTexts()).get('model_credentials.sealed')).toContain(foreign);
    await tables().deleteFrom('model_credentials').where('workspace_id', '=', row.workspace_id).execute();
  });

  it('lets two that begin at once come one after the other', async () => {
    const { previous_keys: before } = await ask('');
    await Promise.all([ask('/rotate', 'POST'), ask('/rotate', 'POST')]);
    const { previous_keys: after } = await ask('');
    // The second one began when the first had ended.
    expect(after.length).toBe(before.length + 2);
    expect(new Set(after).size).toBe(after.length);
    await works();
  });

  it('is for whoever runs the server only', async () => {
    const { person } = await consoleOwner(platform, 'other');
    for (const [path, method] of [
      ['', 'GET'],
      ['/rotate', 'POST'],
      ['/forget-previous', 'POST'],
    ] as const) {
      const answer = await person.client.request(`/console/api/master-key${path}`, { method });
      expect(answer.status).toBe(403);
    }
  });

  it('is refused while another process has not both keys', async () => {
    const other = { instance_id: randomUUID(), name: 'elsewhere', sealing_key: 'x', known_keys: ['x'] };
    await tables().insertInto('master_key_holders').values(other).execute();
    const { sealing_key: before } = await ask('');
    const answer = await platform.management.request('/console/api/master-key/rotate', { method: 'POST' });
    expect(answer).toMatchObject({ status: 409, body: { code: 'others_lack_key' } });
    expect(answer.text).toContain('elsewhere');
    expect((await ask('')).sealing_key).toBe(before);
  });
});
