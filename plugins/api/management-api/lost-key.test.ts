import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { appDocument, chain, node } from '#engine/testing/app-document.ts';
import { HttpServer, type Route, Routes } from '#http';
import { testClient } from '#http/testing/client.ts';
import { startTestKernel, type TestKernel } from '#kernel/testing/test-kernel.ts';
import { type TestDatabaseEnvironment, testDatabaseEnvironment } from '#plugins/database/testing/test-database.ts';
import { platformClients } from '#plugins/delivery-api/testing/platform.ts';
import { KeyRing } from '#plugins/secrets/contract.ts';
import { Workspaces } from '#plugins/workspaces/contract.ts';

const token = `mgmt-${'t'.repeat(40)}`;
const [original, another] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')];

let environment: TestDatabaseEnvironment;
let lost: string;
let app: { readonly appId: string; readonly key: string };
beforeAll(async () => {
  environment = await testDatabaseEnvironment();
  const kernel = await start({ WEFT_SECRET_KEY: original });
  try {
    lost = kernel.resolve(KeyRing).current;
    const { management, importApp, post } = await clientsOf(kernel);
    const credentials = { openai_api_key: 'sk-the-original' };
    expect(
      (await management.request('/console/api/providers/openai', { method: 'PUT', body: { credentials } })).status,
    ).toBeLessThan(300);
    const own = { document: api, name: 'Owned', authentication: { type: 'bearer' }, credentials: { token: 'owned' } };
    const tavily = { credentials: { tavily_api_key: 'tvly-the-original' } };
    const set = [
      await management.request('/console/api/tools/tavily', { method: 'PUT', body: tavily }),
      await management.request('/console/api/custom-tools', { method: 'POST', body: own }),
    ];
    expect(set.map(({ status }) => status)).toEqual([200, 201]);
    app = await importApp(document);
    expect((await post(app.key, '/v1/workflows/run', run)).body).toMatchObject({ data: { status: 'succeeded' } });
  } finally {
    await kernel.dispose();
  }
});
afterAll(() => environment.dispose());

const document = appDocument({
  mode: 'workflow',
  nodes: [
    node('1', 'start', { variables: [] }),
    node('2', 'template-transform', {
      template: '{{ a }}',
      variables: [{ variable: 'a', value_selector: ['env', 'API_KEY'] }],
    }),
    node('3', 'end', { outputs: [{ variable: 'a', value_selector: ['2', 'output'] }] }),
  ],
  edges: chain('1', '2', '3'),
  environmentVariables: [{ name: 'API_KEY', value_type: 'secret', value: 'the-secret' }],
});
/** A document of tools with credentials. */
const api = JSON.stringify({
  ...{ openapi: '3.0.0', info: { title: 'Owned' }, servers: [{ url: 'https://owned.example' }] },
  paths: { '/a': { get: { operationId: 'a' } } },
});

interface Listed {
  readonly id: string;
  readonly name?: string;
}

const run = { inputs: {}, response_mode: 'blocking', user: 'u1' };

/** A process on the same database and data folder. */
function start(env: Readonly<Record<string, string>>): Promise<TestKernel> {
  const quiet = {
    PORT: '0',
    HOST: '127.0.0.1',
    WEFT_QUIET: 'true',
    WEFT_PAGES_AHEAD: 'false',
    WEFT_SANDBOX_PYTHON_AHEAD: 'false',
  };
  return startTestKernel({
    plugins: ['engine', 'http', 'plugins'],
    home: environment.home,
    env: { ...environment.env, ...quiet, WEFT_MANAGEMENT_TOKEN: token, ...env },
  });
}

async function clientsOf(kernel: TestKernel) {
  const url = kernel.resolve(HttpServer).address();
  const workspace = await kernel.resolve(Workspaces).first();
  return { url, workspaceId: workspace?.id ?? '', ...platformClients(url, testClient(url, token)) };
}

it('a start with another master key than the one that sealed is refused, and changes nothing', async () => {
  await expect(start({ WEFT_SECRET_KEY: another })).rejects.toThrow(
    new RegExp(`${lost}.*WEFT_SECRET_KEY.*WEFT_LOST_SECRET_KEYS=${lost}`, 's'),
  );
  const kernel = await start({ WEFT_SECRET_KEY: original });
  try {
    const { post } = await clientsOf(kernel);
    expect((await post(app.key, '/v1/workflows/run', run)).body).toMatchObject({ data: { status: 'succeeded' } });
  } finally {
    await kernel.dispose();
  }
});

it('a start that gives the key up serves, and tells what it sealed as unreadable, never as a fault of the server', async () => {
  const kernel = await start({ WEFT_SECRET_KEY: another, WEFT_LOST_SECRET_KEYS: lost });
  try {
    const { url, workspaceId, management, post } = await clientsOf(kernel);
    const ready = await testClient(url).request('/readyz');
    expect(ready.status).toBe(200);
    expect(ready.text).toContain('key-rotation.lost_key');
    const answer = await post(app.key, '/v1/workflows/run', run);
    expect(answer.status, answer.text).toBeLessThan(500);
    expect(answer.text).toContain('secret_unreadable');
    expect(answer.text).not.toContain('the-secret');
    const test = await management.request('/console/api/providers/openai/test', { method: 'POST', body: {} });
    expect(test).toMatchObject({ status: 409, body: { code: 'secret_unreadable' } });
    const states = async () => {
      const lists = ['/console/api/providers', '/console/api/tools', '/console/api/custom-tools'];
      const all = await Promise.all(lists.map((path) => management.request(path)));
      const providers = all.flatMap(({ body }) => (body as { data: Listed[] }).data);
      return providers.filter(({ id, name }) => ['openai', 'tavily', 'Owned'].includes(name ?? id));
    };
    const unreadable = { configured: false, unreadable: true };
    expect(await states()).toMatchObject([unreadable, unreadable, unreadable]);
    // Set again, it is there again.
    const credentials = { openai_api_key: 'sk-set-again' };
    expect(
      (await management.request('/console/api/providers/openai', { method: 'PUT', body: { credentials } })).status,
    ).toBeLessThan(300);
    expect((await states())[0]).toMatchObject({ id: 'openai', configured: true, unreadable: false });
    const failed: string[] = [];
    for (const path of readable(kernel.contributions(Routes).all(), { app_id: app.appId, workspace_id: workspaceId })) {
      const read = await management.request(path, { headers: { 'x-workspace-id': workspaceId } });
      if (read.status >= 500) failed.push(`${path}: ${read.status} ${read.text.slice(0, 200)}`);
    }
    expect(failed).toEqual([]);
  } finally {
    await kernel.dispose();
  }
});

/** Addresses of everything of the console that is read, without an id or with one of these. */
function readable(routes: readonly Route[], ids: Readonly<Record<string, string>>): string[] {
  return routes
    .filter(({ method, path }) => method === 'GET' && path.startsWith('/console/api/') && !path.endsWith('/events'))
    .map(({ path }) => path.replace(/:(\w+)/g, (place, name: string) => ids[name] ?? place))
    .filter((path) => !path.includes(':'));
}
