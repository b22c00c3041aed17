import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appDocument, chain, edge, node } from '#engine/testing/app-document.ts';
import type { TestClient } from '#http/testing/client.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { newMember, newWorkspace } from '#plugins/members/testing/people.ts';

let platform: TestPlatform;
let client: TestClient;
beforeAll(async () => {
  platform = await sharedPlatform();
  client = platform.management;
});
afterAll(() => platform.dispose());

const template = (id: string, text: string, selector: string[]) =>
  node(id, 'template-transform', { template: text, variables: [{ variable: 'x', value_selector: selector }] });

/** Asks a server that is not there, chooses a way by what it said, and says which. */
const document = appDocument({
  mode: 'workflow',
  name: 'Pinned',
  nodes: [
    node('1', 'start', { variables: [{ variable: 'name', type: 'text-input', label: 'N', required: true }] }),
    node('ask', 'http-request', { title: 'Ask', method: 'get', url: 'http://127.0.0.1:9/' }),
    node('choose', 'if-else', {
      cases: [
        {
          case_id: 'good',
          logical_operator: 'and',
          conditions: [{ variable_selector: ['ask', 'body'], comparison_operator: 'contains', value: 'good' }],
        },
      ],
    }),
    template('yes', 'Yes: {{ x }}', ['ask', 'body']),
    template('no', 'No: {{ x }}', ['ask', 'body']),
    node('end', 'end', {
      outputs: [
        { variable: 'yes', value_selector: ['yes', 'output'] },
        { variable: 'no', value_selector: ['no', 'output'] },
      ],
    }),
  ],
  edges: [
    ...chain('1', 'ask', 'choose'),
    edge('choose', 'yes', 'good'),
    edge('choose', 'no', 'false'),
    ...chain('yes', 'end'),
    ...chain('no', 'end'),
  ],
});

const at = (appId: string, path: string) => `/console/api/apps/${appId}/draft/${path}`;
const send = (appId: string, path: string, method = 'GET', body?: object) =>
  client.request(at(appId, path), { method, ...(body !== undefined && { body }) });
const pin = (appId: string, id: string, body: object) => send(appId, `nodes/${id}/pin`, 'PUT', body);
const pinsOf = async (appId: string) =>
  ((await send(appId, 'pins')).body as { data: { node_id: string; outputs: object }[] }).data;
const run = async (appId: string) => {
  const { status, body } = await send(appId, 'run', 'POST', { inputs: { name: 'Ada' } });
  return { status, ...(body as { workflow_run_id: string; data: { status: string; outputs: object | null } }) };
};

describe('a pinned node', () => {
  it('does not run in the draft, and is marked; unpinned it runs again', async () => {
    const { appId } = await platform.importApp(document, { publish: false });
    expect((await run(appId)).data.status).toBe('failed');
    const pinned = await pin(appId, 'ask', { outputs: { body: 'all good', status_code: 200 } });
    expect(pinned).toMatchObject({ status: 200, body: { node_id: 'ask', outputs: { body: 'all good' } } });
    const first = await run(appId);
    expect(first.data).toMatchObject({ status: 'succeeded', outputs: { yes: 'Yes: all good' } });
    const nodes = await client.request(`/console/api/runs/${first.workflow_run_id}/nodes`);
    const metadata = (nodes.body as { data: { node_id: string; execution_metadata: object | null }[] }).data.map(
      (each) => [each.node_id, (each.execution_metadata as { is_pinned?: boolean } | null)?.is_pinned],
    );
    expect(Object.fromEntries(metadata)).toMatchObject({ ask: true, yes: undefined });
    expect((await pin(appId, 'choose', { outputs: {} })).body).toMatchObject({ code: 'not_pinnable' });
    expect((await pin(appId, 'choose', { outputs: {}, handle: 'false' })).status).toBe(200);
    expect((await run(appId)).data).toMatchObject({ status: 'succeeded', outputs: { no: 'No: all good' } });
    expect((await send(appId, 'nodes/choose/pin', 'DELETE')).status).toBe(204);
    expect((await pinsOf(appId)).map(({ node_id: id }) => id)).toEqual(['ask']);
    await pin(appId, 'yes', { outputs: { output: 'x' } });
    expect((await send(appId, 'pins', 'DELETE')).body).toEqual({ count: 2 });
    expect(await pinsOf(appId)).toEqual([]);
    expect((await run(appId)).data.status).toBe('failed');
  });

  it('gives what it gave last, and numbers as they were sent', async () => {
    const { appId } = await platform.importApp(document, { publish: false });
    expect((await pin(appId, 'yes', {})).body).toMatchObject({ code: 'no_outputs' });
    await run(appId);
    expect((await pin(appId, 'ask', {})).body).toMatchObject({ code: 'no_outputs' });
    await send(appId, 'nodes/yes/run', 'POST', { values: { 'ask.body': 'once' } });
    expect((await pin(appId, 'yes', {})).body).toMatchObject({ outputs: { output: 'Yes: once' } });
    const answer = await fetch(`${platform.url}${at(appId, 'nodes/ask/pin')}`, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${platform.token}`,
        'x-workspace-id': platform.workspaceId,
        'content-type': 'application/json',
      },
      body: '{"outputs":{"body":[2.0,98765432109876543210]}}',
    });
    expect(await answer.text()).toContain('[2.0,98765432109876543210]');
    const alone = await send(appId, 'nodes/no/run', 'POST', {});
    expect(alone.body).toMatchObject({ outputs: { output: 'No: [2.0, 98765432109876543210]' } });
  });

  it('is what other nodes get that run alone; what is sent comes before it, and what was last after it', async () => {
    const { appId } = await platform.importApp(document, { publish: false });
    const alone = async (body: object) =>
      ((await send(appId, 'nodes/no/run', 'POST', body)).body as { outputs: { output: string } }).outputs.output;
    await pin(appId, 'ask', { outputs: { body: 'pinned' } });
    await run(appId);
    expect(await alone({})).toBe('No: pinned');
    expect(await alone({ values: { 'ask.body': 'sent' } })).toBe('No: sent');
    await send(appId, 'pins', 'DELETE');
    expect(await alone({ use_last: true })).toBe('No: pinned');
    expect(await alone({})).not.toContain('pinned');
  });

  it('is in no published run, no document and no copy', async () => {
    const { appId, key } = await platform.importApp(document);
    await pin(appId, 'ask', { outputs: { body: 'canary of a pin' } });
    expect(JSON.stringify(await run(appId))).toContain('canary');
    const called = await platform.post(key, '/v1/workflows/run', { inputs: { name: 'Ada' }, user: 'u' });
    expect(called.text).not.toContain('canary');
    expect(called.body).toMatchObject({ data: { status: 'failed' } });
    const published = await client.request(`/console/api/apps/${appId}/run`, { body: { inputs: { name: 'Ada' } } });
    expect(published.text).not.toContain('canary');
    for (const path of ['export', 'draft', 'draft/tree']) {
      expect((await client.request(`/console/api/apps/${appId}/${path}`)).text).not.toContain('canary');
    }
    expect((await client.request(`/console/api/apps/${appId}/publish`, { body: {} })).status).toBe(200);
    const again = await platform.post(key, '/v1/workflows/run', { inputs: { name: 'Ada' }, user: 'u' });
    expect(again.body).toMatchObject({ data: { status: 'failed' } });
    const copy = (await client.request(`/console/api/apps/${appId}/duplicate`, { body: {} })).body as { id: string };
    expect(await pinsOf(copy.id)).toEqual([]);
    expect(await pinsOf(appId)).toHaveLength(1);
  });

  it('is none that begins runs, ends them, or is not there', async () => {
    const { appId } = await platform.importApp(document, { publish: false });
    for (const id of ['1', 'end']) {
      expect(await pin(appId, id, { outputs: {} })).toMatchObject({ status: 400, body: { code: 'not_pinnable' } });
    }
    expect(await pin(appId, 'nothing', { outputs: {} })).toMatchObject({ status: 404, body: { code: 'no_node' } });
  });
});

it('attack T21: what is pinned stays within its size, and within that of all of a draft', async () => {
  const names = Array.from({ length: 101 }, (_, index) => `n${index}`);
  const many = appDocument({
    mode: 'workflow',
    nodes: [node('1', 'start', {}), ...names.map((name) => template(name, 'x', ['1', 'name']))],
    edges: chain('1', ...names),
  });
  const { appId } = await platform.importApp(many, { publish: false });
  const long = { output: 'é'.repeat(128 * 1024) };
  expect(await pin(appId, 'n0', { outputs: long })).toMatchObject({ status: 400, body: { code: 'pin_too_large' } });
  expect((await pin(appId, 'n0', { outputs: { output: 'x'.repeat(300_000) } })).status).toBe(400);
  const large = { outputs: { output: 'x'.repeat(250_000) } };
  for (const name of names.slice(0, 8)) expect((await pin(appId, name, large)).status).toBe(200);
  expect(await pin(appId, 'n8', large)).toMatchObject({ status: 409, body: { code: 'too_many_pins' } });
  // In place of what is pinned it is no more.
  expect((await pin(appId, 'n7', large)).status).toBe(200);
  await send(appId, 'pins', 'DELETE');
  await Promise.all(names.map((name) => pin(appId, name, { outputs: { output: 'x' } })));
  expect(await pinsOf(appId)).toHaveLength(100);
});

it('attack T01: pins are of those who edit the apps of the workspace', async () => {
  const { appId } = await platform.importApp(document, { publish: false });
  await pin(appId, 'ask', { outputs: { body: 'canary of a neighbour' } });
  const stranger = await newMember(platform, 'owner', await newWorkspace(platform));
  const member = await newMember(platform, 'member', platform.workspaceId);
  for (const [person, status] of [
    [stranger, 404],
    [member, 403],
  ] as const) {
    for (const [path, method, body] of [
      ['pins', 'GET'],
      ['pins', 'DELETE'],
      ['nodes/ask/pin', 'PUT', { outputs: {} }],
      ['nodes/ask/pin', 'DELETE'],
    ] as const) {
      const answer = await person.client.request(at(appId, path), { method, ...(body !== undefined && { body }) });
      expect([method, path, answer.status]).toEqual([method, path, status]);
      expect(answer.text).not.toContain('canary');
    }
  }
  // Another app of theirs with the same nodes has none of it.
  const body = { yaml: document };
  const made = (await stranger.client.request('/console/api/apps/import', { body })).body as { app: { id: string } };
  expect((await stranger.client.request(at(made.app.id, 'pins'))).body).toEqual({ data: [] });
  expect(await pinsOf(appId)).toHaveLength(1);
});
