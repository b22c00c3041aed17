import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  appDocument,
  chain,
  edge,
  greetingWorkflow,
  modelChat,
  node,
  promptApp,
} from '#engine/testing/app-document.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { countingLoop } from '#plugins/node-containers/testing/documents.ts';

let platform: TestPlatform;

beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

const missing = '3a6c1d1e-90f4-4a1c-8a08-7b2a3d9e4c55';

async function send(path: string, body?: unknown, method?: string) {
  return platform.management.request(`/console/api${path}`, {
    ...(body !== undefined && { body }),
    ...(method !== undefined && { method }),
  });
}

async function appIds(): Promise<string[]> {
  const { data } = (await send('/apps')).body as { data: { id: string }[] };
  return data.map((app) => app.id).sort();
}

/** Imports something that must be refused, leaving no trace. */
async function refused(body: unknown) {
  const before = await appIds();
  const answer = await send('/apps/import', body);
  expect(await appIds()).toEqual(before);
  expect(answer.headers.get('content-type')).toContain('application/json');
  expect(answer.body).toEqual(
    expect.objectContaining({ code: expect.any(String), message: expect.stringMatching(/./), status: answer.status }),
  );
  return { status: answer.status, ...(answer.body as { code: string; message: string }) };
}

const start = node('1', 'start', { variables: [] });
const end = node('9', 'end', { outputs: [] });
const workflow = (nodes: readonly object[], edges: readonly object[]) =>
  appDocument({ mode: 'workflow', nodes: [start, ...nodes, end], edges });
const template = (id: string) => node(id, 'template-transform', { template: 'x', variables: [] });

describe('an import', () => {
  it.each<[string, unknown]>([
    ['no document', {}],
    ['an empty document', { yaml: '' }],
    ['a number for a document', { yaml: 5 }],
    ['an unknown field', { yaml: greetingWorkflow(), publsh: true }],
    ['text for a switch', { yaml: greetingWorkflow(), publish: 'yes' }],
    ['an empty name', { yaml: greetingWorkflow(), name: '' }],
    ['an endless name', { yaml: greetingWorkflow(), name: 'x'.repeat(256) }],
    ['an empty key name', { yaml: greetingWorkflow(), key_name: '' }],
    ['a list', []],
    ['text', 'app: {}'],
  ])('is refused with %s', async (_case, body) => {
    expect(await refused(body)).toMatchObject({ status: 400, code: 'invalid_param' });
  });

  it.each([
    ['that is broken', 'app: ['],
    ['with a tab for indentation', 'app:\n\tname: x'],
    ['with a key twice', `${JSON.stringify({ kind: 'app' }).slice(0, -1)},"kind":"app"}`],
    ['that is a list', '[]'],
    ['that is a text', 'hello'],
    ['that is nothing', '# only a comment\n'],
    ['of a knowledge pipeline', JSON.stringify({ ...JSON.parse(greetingWorkflow()), kind: 'rag_pipeline' })],
    ['without an app', 'kind: app\nversion: 0.6.0'],
    ['of an unknown mode', greetingWorkflow().replace('"mode":"workflow"', '"mode":"magic"')],
    ['whose graph is text', JSON.stringify({ ...JSON.parse(greetingWorkflow()), workflow: { graph: 'x' } })],
    ['whose nodes are an object', withGraph({ nodes: {}, edges: [] })],
    ['with a bomb of aliases', bomb()],
    ['that is deeply nested', `a: ${'['.repeat(5000)}${']'.repeat(5000)}`],
  ])('is refused with a document %s', async (_case, yaml) => {
    const answer = await refused({ yaml });
    expect([answer.status, answer.code]).toEqual([400, expect.any(String)]);
    expect(answer.code).not.toBe('internal_server_error');
  });

  it.each([
    ['a cycle', workflow([template('2'), template('3')], [...chain('1', '2', '3', '9'), edge('3', '2')]), ''],
    ['a node without an id', withGraph({ nodes: [{ data: { type: 'start' } }], edges: [] }), ''],
    ['a node with a number for settings', withGraph({ nodes: [{ id: '1', data: 5 }], edges: [] }), 'start'],
    ['two nodes of one id', workflow([template('2'), template('2')], chain('1', '2', '9')), '2'],
    ['an edge to nowhere', workflow([template('2')], chain('1', '2', '77')), '77'],
    ['settings of a wrong type', workflow([node('2', 'code', { code: 5 })], chain('1', '2', '9')), '2'],
    ['a loop of too many rounds', countingLoop().replace('"loop_count":10', '"loop_count":101'), 'loop_count: '],
    ['no start', appDocument({ mode: 'workflow', nodes: [template('2'), end], edges: chain('2', '9') }), 'start'],
  ])('to be published is refused with %s', async (_case, yaml, named) => {
    const answer = await refused({ yaml, publish: true, key_name: 'x' });
    expect(answer).toMatchObject({ status: 400, message: expect.stringContaining(named) });
  });

  it('of what only a node refuses is taken as a draft, and refused with node and field when it is published', async () => {
    const yaml = countingLoop().replace('"loop_count":10', '"loop_count":101');
    const named = {
      code: 'invalid_graph',
      message: expect.stringMatching(/"loop 2" \(2\), loop_count: .*from 1 to 100/),
    };
    expect(await send('/apps/import/plan', { yaml })).toMatchObject({ status: 200, body: { problem: named.message } });
    const imported = await send('/apps/import', { yaml });
    expect(imported.status).toBe(201);
    const { id } = (imported.body as { app: { id: string } }).app;
    expect(await send(`/apps/${id}/publish`, {})).toMatchObject({ status: 400, body: named });
    expect((await send(`/apps/${id}/versions`)).body).toMatchObject({ data: [] });
    const documents = [{ file: 'counting.yml', yaml }];
    const plan = await send('/app-code/plan', { documents });
    expect(plan.body).toMatchObject({ data: [{ problems: [named.message] }] });
    expect((await send('/app-code/plan', { documents, publish: false })).body).toMatchObject({
      data: [{ problems: [], warnings: expect.arrayContaining([named.message]) }],
    });
    expect((await send('/app-code/apply', { documents })).status).toBe(409);
  });

  it.each(['yaml', 'json'])('of 10 MB and more is refused, as %s', async (kind) => {
    const filler = 'x'.repeat(11 * 1024 * 1024);
    const yaml =
      kind === 'yaml' ? `app:\n  name: a\n# ${filler}` : JSON.stringify({ ...JSON.parse(greetingWorkflow()), filler });
    const answer = await refused({ yaml });
    expect([400, 413]).toContain(answer.status);
    expect(await refused({ yaml: filler + filler })).toMatchObject({ status: 413 });
  });

  it('of a large but allowed document is taken', async () => {
    const nodes = Array.from({ length: 300 }, (_, index) =>
      node(`n${index}`, 'template-transform', { template: 'x'.repeat(5000), variables: [] }),
    );
    const yaml = workflow(nodes, chain('1', ...nodes.map((_, index) => `n${index}`), '9'));
    const answer = await send('/apps/import', { yaml, publish: true });
    expect(answer).toMatchObject({ status: 201, body: { app: { mode: 'workflow' } } });
  });

  it('answers with the app, warnings, and a key when one is asked for', async () => {
    const answer = await send('/apps/import', { yaml: greetingWorkflow(), publish: true, key_name: 'k' });
    expect(answer).toMatchObject({ status: 201 });
    expect(answer.body).toEqual({
      app: { id: expect.any(String), name: 'Greeting', mode: 'workflow' },
      status: 'completed',
      imported_dsl_version: '0.6.0',
      current_dsl_version: '0.6.0',
      warnings: expect.any(Array),
      api_key: expect.stringMatching(/^app-[A-Za-z0-9]{24}$/),
    });
  });

  it('of a newer version waits for a confirmation, or is imported at once when it is given beforehand', async () => {
    const yaml = greetingWorkflow().replace('"version":"0.6.0"', '"version":"9.0.0"');
    const before = await appIds();
    const waiting = await send('/apps/import', { yaml });
    const versions = { imported_dsl_version: '9.0.0', current_dsl_version: '0.6.0' };
    expect(waiting).toMatchObject({ status: 202, body: { status: 'pending', ...versions } });
    expect(await appIds()).toEqual(before);
    const { import_id } = waiting.body as { import_id: string };
    expect(await refused({ import_id, yaml })).toMatchObject({ status: 400, code: 'invalid_param' });
    const confirmed = await send('/apps/import', { import_id, name: 'Confirmed', publish: true });
    expect(confirmed).toMatchObject({ status: 201, body: { app: { name: 'Confirmed' }, status: 'completed' } });
    expect(await refused({ import_id })).toMatchObject({ status: 404, code: 'not_found' });
    expect(await send('/apps/import', { yaml, confirm: true })).toMatchObject({ status: 201 });
  });

  it('of a newer version that can not be published waits on', async () => {
    const yaml = workflow([template('2')], chain('1', '2', '77')).replace('"version":"0.6.0"', '"version":"9.0.0"');
    const { import_id } = (await send('/apps/import', { yaml })).body as { import_id: string };
    expect(await refused({ import_id, publish: true })).toMatchObject({ status: 400, code: 'invalid_graph' });
    expect(await send('/apps/import', { import_id })).toMatchObject({ status: 201 });
  });

  it('from an address that is not public or not https is refused, and nothing of the address is repeated', async () => {
    for (const url of ['https://127.0.0.1:9/canary.yml', 'https://[::1]/canary.yml', 'https://localhost/canary?t=1']) {
      const { status, code, message } = await refused({ url });
      expect([status, code, message.includes('canary')]).toEqual([400, 'no_document', false]);
    }
    for (const url of ['http://example.com/a.yml', 'file:///etc/passwd', 'https://a:b@example.com/', 'x']) {
      expect(await refused({ url })).toMatchObject({ status: 400, code: 'invalid_param' });
    }
  });

  it('moves credentials to secret variables when it is asked to', async () => {
    const call = node('2', 'http-request', {
      title: 'Call',
      method: 'get',
      url: 'https://example.com/',
      authorization: { type: 'api-key', config: { type: 'bearer', api_key: 'canary-of-an-import' } },
      headers: '',
      params: '',
      body: { type: 'none', data: [] },
    });
    const yaml = workflow([call], chain('1', '2', '9'));
    const moved = [{ node_id: '2', title: 'Call', field: 'authorization.config.api_key', variable: 'api_key' }];
    const planned = await send('/apps/import/plan', { yaml });
    expect(planned.body).toMatchObject({ credentials: moved });
    const left = await send('/apps/import', { yaml });
    expect(left.body).toMatchObject({ warnings: [expect.stringContaining('credential')] });
    expect(left.body).not.toHaveProperty('moved_credentials');
    const answer = await send('/apps/import', { yaml, move_credentials: true });
    expect(answer.body).toMatchObject({ warnings: [], moved_credentials: moved });
    const { app } = answer.body as { app: { id: string } };
    const exported = (await send(`/apps/${app.id}/export`)).text;
    expect([exported.includes('{{#env.api_key#}}'), exported.includes('canary')]).toEqual([true, false]);
  });

  it('with a node type nobody knows yet is published with a warning, and kept as it is', async () => {
    const yaml = workflow([node('2', 'teleport', { to: 'Oslo' })], chain('1', '2', '9'));
    const warnings = [expect.stringMatching(/'teleport 2' \(2\) has the type 'teleport', which is not available here/)];
    const imported = await send('/apps/import', { yaml });
    expect(imported.body).toMatchObject({ warnings });
    const { app } = imported.body as { app: { id: string } };
    expect((await send(`/apps/${app.id}/publish`, undefined, 'POST')).body).toMatchObject({ warnings });
    expect((await send(`/apps/${app.id}/export`)).text).toContain('Oslo');
    expect((await send(`/apps/${app.id}/run`, { inputs: {} })).body).toMatchObject({
      data: {
        status: 'failed',
        error: expect.stringContaining('has the type "teleport", which is not available here'),
      },
    });
  });

  it('with such a node where no run goes runs as if it was not there', async () => {
    const yaml = workflow(
      [node('2', 'if-else', { cases: [] }), node('3', 'warp')],
      [edge('1', '2'), edge('2', '3', 'true'), edge('2', '9', 'false'), edge('3', '9')],
    );
    const { app } = (await send('/apps/import', { yaml, publish: true })).body as { app: { id: string } };
    expect((await send(`/apps/${app.id}/run`, { inputs: {} })).body).toMatchObject({ data: { status: 'succeeded' } });
  });
});

describe('an app', () => {
  it.each([
    ['workflow', greetingWorkflow()],
    ['advanced-chat', modelChat()],
    ['chat', promptApp('chat')],
    ['completion', promptApp('completion')],
  ])('of mode %s comes back as it went in', async (mode, yaml) => {
    const { app } = (await send('/apps/import', { yaml })).body as { app: { id: string } };
    const exported = await send(`/apps/${app.id}/export`);
    expect(exported.headers.get('content-type')).toContain('yaml');
    const again = (await send('/apps/import', { yaml: exported.text })).body as { app: { id: string } };
    expect((await send(`/apps/${again.app.id}/export`)).text).toBe(exported.text);
    expect(await send(`/apps/${app.id}`)).toMatchObject({ status: 200, body: { id: app.id, mode, status: 'draft' } });
  });

  it('has at most ten keys', async () => {
    const { appId } = await platform.importApp(greetingWorkflow());
    const create = () => send(`/apps/${appId}/keys`, { name: 'k' });
    const answers = await Promise.all(Array.from({ length: 12 }, create));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(9);
    expect(await create()).toMatchObject({ status: 409, body: { code: 'too_many_keys' } });
    const { data } = (await send(`/apps/${appId}/keys`)).body as { data: { masked: string }[] };
    expect(data).toHaveLength(10);
    expect(data[0]?.masked).toMatch(/^app-\*{20}[A-Za-z0-9]{4}$/);
  });

  it('that is gone answers 404 everywhere, with the code of the envelope', async () => {
    const { appId } = await platform.importApp(greetingWorkflow());
    expect(await send(`/apps/${appId}`, undefined, 'DELETE')).toMatchObject({ status: 204, text: '' });
    for (const id of [appId, missing, 'abc', '..%2f..']) {
      const answers = [
        await send(`/apps/${id}`),
        await send(`/apps/${id}`, undefined, 'DELETE'),
        await send(`/apps/${id}/export`),
        await send(`/apps/${id}/publish`, undefined, 'POST'),
        await send(`/apps/${id}/keys`),
        await send(`/apps/${id}/keys`, { name: 'k' }),
        await send(`/apps/${id}/keys/${missing}`, undefined, 'DELETE'),
        await send(`/apps/${id}/run`, { inputs: {} }),
      ];
      for (const answer of answers)
        expect(answer).toMatchObject({ status: 404, body: { code: 'not_found', status: 404 } });
    }
  });

  it('runs by its id as by its own route', async () => {
    const { appId } = await platform.importApp(greetingWorkflow());
    const answer = await send(`/apps/${appId}/run`, { inputs: { name: 'Ada' } });
    expect(answer).toMatchObject({ status: 200, body: { data: { outputs: { greeting: 'Hello Ada' } } } });
    const chat = await platform.importApp(modelChat());
    expect(await send(`/apps/${chat.appId}/run`, { inputs: {} })).toMatchObject({
      status: 400,
      body: { code: 'invalid_param', params: 'query' },
    });
  });
});

describe('every route of the management API', () => {
  it.each<[string, string, unknown]>([
    ['POST', '/apps/ID/keys', { name: 'k', x: 1 }],
    ['POST', '/apps/ID/keys', {}],
    ['POST', '/apps/ID/keys', { name: 5 }],
    ['PUT', '/providers/openai', {}],
    ['PUT', '/providers/openai', { credentials: { openai_api_key: 'x' }, x: 1 }],
    ['PUT', '/providers/openai', { credentials: { openai_api_key: 5 } }],
    ['PUT', '/providers/openai', { credentials: { unknown: 'x' } }],
    ['PUT', '/providers/openai', { credentials: [] }],
    ['POST', '/providers/openai/test', { x: 1 }],
  ])('refuses what it does not know: %s %s %j', async (method, path, body) => {
    const { appId } = await platform.importApp(greetingWorkflow());
    const answer = await send(path.replace('ID', appId), body, method);
    expect(answer).toMatchObject({ status: 400, body: { status: 400, message: expect.stringMatching(/./) } });
    expect((await send(`/apps/${appId}/keys`)).body).toMatchObject({ data: [{ name: 'test' }] });
  });

  it.each([
    ['GET', '/apps'],
    ['POST', '/apps/import'],
    ['GET', `/apps/${missing}`],
    ['DELETE', `/apps/${missing}`],
    ['GET', `/apps/${missing}/export`],
    ['POST', `/apps/${missing}/publish`],
    ['POST', `/apps/${missing}/run`],
    ['GET', `/apps/${missing}/keys`],
    ['POST', `/apps/${missing}/keys`],
    ['DELETE', `/apps/${missing}/keys/${missing}`],
    ['GET', '/providers'],
    ['PUT', '/providers/openai'],
    ['DELETE', '/providers/openai'],
    ['POST', '/providers/openai/test'],
  ])('asks for the token: %s %s', async (method, path) => {
    for (const token of [undefined, '', 'mgmt-wrong', platform.token.slice(0, -1), `${platform.token}x`]) {
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
      const answer = await fetch(`${platform.url}/console/api${path}`, { method, headers });
      expect([answer.status, await answer.json()]).toEqual([401, expect.objectContaining({ code: 'unauthorized' })]);
    }
  });

  it.each([
    ['PUT', { credentials: { k: 'v' } }],
    ['DELETE', undefined],
  ])('answers 404 to a %s of an unknown provider', async (method, body) => {
    expect(await send('/providers/nobody', body, method)).toMatchObject({
      status: 404,
      body: { code: 'unknown_provider' },
    });
  });
});

function withGraph(graph: unknown): string {
  const document = JSON.parse(greetingWorkflow());
  return JSON.stringify({ ...document, workflow: { ...document.workflow, graph } });
}

/** A few hundred bytes that would expand to a billion values. */
function bomb(): string {
  const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]'];
  for (let level = 1; level < 9; level++) {
    lines.push(
      `a${level}: &a${level} [${Array(10)
        .fill(`*a${level - 1}`)
        .join(', ')}]`,
    );
  }
  return lines.join('\n');
}
