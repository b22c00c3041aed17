import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appDocument, chain, node } from '#engine/testing/app-document.ts';
import { Database } from '#plugins/database/contract.ts';
import { modelNode } from '#plugins/delivery-api/testing/documents.ts';
import { type ImportedApp, sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { type FakeOpenAi, startFakeOpenAi } from '#plugins/provider-openai/testing/fake-openai.ts';

const ENVIRONMENT = 'env-canary-4711-abcdefghij';
const CREDENTIAL = 'sk-canary-0815-abcdefghij';
const canaries = new RegExp(
  [ENVIRONMENT, CREDENTIAL].flatMap((text) => [text, Buffer.from(text).toString('base64').slice(0, 30)]).join('|'),
);

let server: FakeOpenAi;
let platform: TestPlatform;

/** Everything that was told to anybody. */
const told: string[] = [];

beforeAll(async () => {
  server = await startFakeOpenAi();
  platform = await sharedPlatform();
  const credentials = { openai_api_key: CREDENTIAL, openai_api_base: server.url };
  await ask('/console/api/providers/openai', 'PUT', { credentials });
});
afterAll(async () => {
  await platform.dispose();
  await server[Symbol.asyncDispose]();
});

async function ask(path: string, method: string, body?: unknown) {
  const answer = await platform.management.request(path, { method, ...(body !== undefined && { body }) });
  told.push(answer.text, JSON.stringify([...answer.headers]));
  return answer;
}

/** A workflow that uses its secret in a request, a script and a template, and a model with a stored credential. */
function careful(model: string, path: string): string {
  const secret = { variable: 'secret', value_selector: ['env', 'secret'] };
  return appDocument({
    mode: 'workflow',
    name: `Careful with ${model}`,
    environmentVariables: [{ id: 'e1', name: 'secret', value_type: 'secret', value: ENVIRONMENT, description: '' }],
    nodes: [
      node('1', 'start', { variables: [] }),
      node('2', 'http-request', {
        method: 'get',
        url: `${server.url}${path}?token={{#env.secret#}}`,
        headers: 'X-Token: {{#env.secret#}}',
        params: '',
        authorization: { type: 'api-key', config: { type: 'bearer', api_key: '{{#env.secret#}}' } },
        body: { type: 'none', data: [] },
      }),
      node('3', 'code', {
        code_language: 'javascript',
        code: 'function main({ secret }) { return { size: secret.length, copy: secret }; }',
        variables: [secret],
        outputs: { size: { type: 'number', children: null }, copy: { type: 'string', children: null } },
      }),
      node('4', 'template-transform', { template: '<{{ secret }}>', variables: [secret] }),
      modelNode('5', 'My secret is {{#env.secret#}}', { provider: 'openai', name: model, completion_params: {} }),
      node('6', 'end', {
        outputs: [
          { variable: 'size', value_selector: ['3', 'size'] },
          { variable: 'status', value_selector: ['2', 'status_code'] },
        ],
      }),
    ],
    edges: chain('1', '2', '3', '4', '5', '6'),
  });
}

async function runBoth(app: ImportedApp) {
  const body = { inputs: {}, user: 'u1' };
  const blocking = await platform.post(app.key, '/v1/workflows/run', body);
  const streaming = await platform.stream(app.key, '/v1/workflows/run', { ...body, response_mode: 'streaming' });
  const { data } = blocking.body as { data: { id: string } };
  const detail = await platform.get(app.key, `/v1/workflows/run/${data.id}`);
  told.push(blocking.text, streaming.bytes.toString(), detail.text);
  return { blocking, streaming };
}

describe('secrets', () => {
  it('are used, and shown to nobody', async () => {
    const app = await platform.importApp(careful('m', '/v1/models'));
    const { blocking, streaming } = await runBoth(app);
    expect(blocking).toMatchObject({ body: { data: { outputs: { size: ENVIRONMENT.length } } } });
    expect(streaming.events.at(-1)).toMatchObject({ data: { status: 'succeeded' } });
    const request = server.seen.find((call) => call.path.startsWith('/v1/models?'));
    expect(request).toMatchObject({
      path: `/v1/models?token=${ENVIRONMENT}`,
      headers: { 'x-token': ENVIRONMENT, authorization: `Bearer ${ENVIRONMENT}` },
    });
    const call = server.seen.find((seen) => seen.path.endsWith('/chat/completions'));
    expect(call?.headers.authorization).toBe(`Bearer ${CREDENTIAL}`);
    await ask(`/console/api/apps/${app.appId}`, 'GET');
    await ask(`/console/api/apps/${app.appId}/export`, 'GET');
    await ask(`/console/api/apps/${app.appId}/publish`, 'POST');
    await ask('/console/api/providers', 'GET');
    expectNoCanary();
  });

  it.each(['401', '500', 'error-midway', 'garbage'])('are not shown by a provider that does `%s`', async (model) => {
    const app = await platform.importApp(careful(model, '/v1/models'));
    const { blocking } = await runBoth(app);
    expect(blocking).toMatchObject({ body: { data: { status: 'failed' } } });
    await ask('/console/api/providers/openai/test', 'POST', {
      credentials: { openai_api_key: CREDENTIAL, openai_api_base: `${server.url}/nowhere` },
    });
    expectNoCanary();
  });

  it('are not shown by a server that repeats what it is sent', async () => {
    const app = await platform.importApp(careful('m', '/echo'));
    const { blocking } = await runBoth(app);
    expect(blocking).toMatchObject({ body: { data: { outputs: { status: 404 } } } });
    expectNoCanary();
  });

  it('are not shown when they are not accepted', async () => {
    const refused = [
      await ask('/console/api/providers/openai', 'PUT', { credentials: { openai_api_key: CREDENTIAL, x: CREDENTIAL } }),
      await ask('/console/api/providers/nobody', 'PUT', { credentials: { key: CREDENTIAL } }),
      await ask('/console/api/providers/openai', 'PUT', { credentials: CREDENTIAL }),
      await ask('/console/api/apps/import', 'POST', { yaml: careful('m', '/x').replace('"kind":"app"', '"kind":[') }),
      await ask('/console/api/apps/import', 'POST', {
        yaml: careful('m', '/x').replace('"value_type":"secret"', '"value_type":"number"'),
      }),
    ];
    expect(refused.every(({ status }) => status >= 400 && status < 500)).toBe(true);
    expectNoCanary();
  });

  it('lie open in no table and no file', async () => {
    const db = platform.kernel.resolve(Database).system<Record<string, Record<string, unknown>>>();
    const tables = await db.selectFrom('pg_tables').select('tablename').where('schemaname', '=', 'public').execute();
    const names = tables.map((table) => String(table.tablename));
    expect(names).toEqual(expect.arrayContaining(['apps', 'app_versions', 'node_executions', 'workflow_runs']));
    for (const name of names) {
      const text = JSON.stringify(await db.selectFrom(name).selectAll().execute());
      expect({ name, canary: canaries.exec(text)?.[0] }).toEqual({ name, canary: undefined });
    }
    for (const file of await readdir(platform.home, { recursive: true, withFileTypes: true })) {
      // The marks of the store change all the time.
      if (!file.isFile() || file.parentPath.endsWith('.owner')) continue;
      const path = join(file.parentPath, file.name);
      const text = await readFile(path, 'latin1');
      expect({ path, canary: canaries.exec(text)?.[0] }).toEqual({ path, canary: undefined });
    }
  });

  it('are not logged, nor are keys and tokens', async () => {
    const app = await platform.importApp(careful('500', '/echo'));
    await runBoth(app);
    const log = platform.log.map(({ fields, message }) => `${message} ${printed(fields)}`).join('\n');
    expect(canaries.exec(log)).toBeNull();
    expect(log).not.toContain(app.key);
    expect(log).not.toContain(platform.token);
  });
});

function expectNoCanary(): void {
  expect(told.length).toBeGreaterThan(0);
  for (const text of told) expect(canaries.exec(text)?.input.slice(0, 2000)).toBeUndefined();
}

/** Fields of a log line with whatever hides in errors. */
function printed(fields: object): string {
  return JSON.stringify(fields, (_key, value: unknown) =>
    value instanceof Error ? { ...value, message: value.message, stack: value.stack, cause: value.cause } : value,
  );
}
