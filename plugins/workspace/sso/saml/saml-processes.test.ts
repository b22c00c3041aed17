import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest';
import { type Installation, testInstallation } from '#plugins/runs/testing/installation.ts';
import { managementClient } from '#plugins/runs/testing/management-client.ts';
import { killLeftovers, type ServerProcess } from '#plugins/runs/testing/server-process.ts';
import { type SamlPage, type SamlProvider, startSamlProvider } from '#plugins/sso/testing/saml-provider.ts';
import { CONNECTIONS } from '#plugins/sso/testing/shared-saml-bench.ts';
import { answerOf } from '#plugins/sso/testing/shared-sso-bench.ts';

/** What browsers call it, whichever process answers. */
const CONSOLE = 'https://console.example';

let installation: Installation;
let idp: SamlProvider;
let serviceMetadata = '';
beforeAll(async () => {
  installation = await testInstallation({ CONSOLE_URL: CONSOLE });
  idp = await startSamlProvider(async () => serviceMetadata);
});
afterEach(killLeftovers);
afterAll(async () => {
  await idp.close();
  await installation.dispose();
});

/** A connection, and somebody at the last page before they come in. */
async function lastPage(server: ServerProcess): Promise<{ page: SamlPage; cookie: string; attributes: string }> {
  const management = await managementClient(server, installation);
  const body = {
    kind: 'saml',
    name: 'IdP',
    metadata: idp.metadata(),
    domains: ['example.com'],
    default_role: 'member',
  };
  const made = await management.request(CONNECTIONS, { body });
  const site = `${server.address}/console/api/sso/${(made.body as { id: string }).id}`;
  serviceMetadata = await (await fetch(`${site}/metadata`)).text();
  idp.user = { nameId: `${crypto.randomUUID()}@example.com`, attributes: {} };
  const start = await fetch(`${site}/start`, { redirect: 'manual' });
  const [cookie = '', ...attributes] = start.headers.getSetCookie()[0]?.split(';') ?? [];
  const page = (await (await fetch(start.headers.get('location') ?? '')).json()) as SamlPage;
  return { page, cookie, attributes: attributes.join(';') };
}

async function send({ address }: ServerProcess, { page, cookie }: { page: SamlPage; cookie: string }) {
  const init = {
    method: 'POST',
    body: new URLSearchParams(page.fields),
    headers: { cookie },
    redirect: 'manual',
  } as const;
  return answerOf(await fetch(page.action.replace(CONSOLE, address), init));
}

it('an assertion is good once, whatever is killed meanwhile, and its cookie comes with forms of other sites', async () => {
  const first = await installation.start();
  const last = await lastPage(first);
  expect(last.page.action).toMatch(/^https:\/\/console\.example\/console\/api\/sso\/[\w-]+\/acs$/);
  expect(last.attributes).toBe(' Path=/console/api/sso; HttpOnly; SameSite=None; Max-Age=600; Secure');
  expect(await send(first, last)).toMatchObject({ status: 303, location: '/' });
  await first.kill();
  const again = await send(await installation.start(), last);
  expect(again).toMatchObject({ status: 401, code: 'refused', message: expect.stringMatching(/used before/) });
}, 120_000);

it.skipIf(inject('testDatabaseUrl') === '')(
  'an assertion is good once, in whichever process',
  async () => {
    const servers = [await installation.start(), await installation.startOther()] as const;
    const last = await lastPage(servers[0]);
    const answers = await Promise.all(servers.map((server) => send(server, last)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 401]);
  },
  120_000,
);
