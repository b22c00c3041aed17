import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appDocument, chain, greetingWorkflow, node } from '#engine/testing/app-document.ts';
import { Database } from '#plugins/database/contract.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import {
  failingWorkflow,
  modelNode,
  modelWorkflow,
  speakingWorkflow,
} from '#plugins/delivery-api/testing/documents.ts';
import { EventReader } from '#plugins/delivery-api/testing/event-reader.ts';
import { type ImportedApp, sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';

interface Item {
  readonly number: number;
  readonly event: { readonly kind: string; readonly node_type?: string };
}

let platform: TestPlatform;
let greeting: ImportedApp;

beforeAll(async () => {
  platform = await sharedPlatform();
  greeting = await platform.importApp(greetingWorkflow());
});
afterAll(() => platform.dispose());

const SECRET = 'env-canary-4711-abcdefghij';
const missing = '3a6c1d1e-90f4-4a1c-8a08-7b2a3d9e4c55';

async function send(path: string, method = 'GET') {
  return platform.management.request(`/console/api/runs${path}`, { method });
}

async function read(path: string) {
  const answer = await send(path);
  expect(answer.status).toBe(200);
  return answer.body as { data: (Item & Record<string, unknown>)[]; has_more: boolean };
}

async function greet(name = 'Ada'): Promise<string> {
  const answer = await platform.post(greeting.key, '/v1/workflows/run', { inputs: { name }, user: 'u1' });
  return (answer.body as { workflow_run_id: string }).workflow_run_id;
}

/** A run that goes on for a while. */
async function speak() {
  const app = await platform.importApp(speakingWorkflow(20, 500));
  const request = { body: { user: 'u1', response_mode: 'streaming', inputs: {} } };
  const reader = new EventReader(await platform.open(app.key, '/v1/workflows/run', request));
  const { workflow_run_id } = await reader.until((event) => event.event === 'text_chunk');
  return { reader, app, runId: String(workflow_run_id) };
}

describe('the list of runs', () => {
  it('has the newest first, page by page, of one app and one status when asked', async () => {
    const ids = [await greet(), await greet(), await greet()].reverse();
    const failing = await platform.importApp(failingWorkflow());
    await platform.post(failing.key, '/v1/workflows/run', { inputs: {}, user: 'u1' });
    const first = await read(`?app_id=${greeting.appId}&limit=2`);
    expect(first).toMatchObject({ has_more: true, limit: 2 });
    expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    const rest = await read(`?app_id=${greeting.appId}&limit=2&before=${ids[1]}`);
    expect(rest.data[0]?.id).toBe(ids[2]);
    expect((await read('?status=failed')).data).toMatchObject([
      { app_id: failing.appId, status: 'failed', error: expect.stringContaining('boom at noon') },
    ]);
    expect((await read(`?app_id=${missing}`)).data).toEqual([]);
  });

  it.each(['limit=0', 'limit=101', 'limit=x', 'status=gone', 'app_id=5', 'before=5'])('refuses %s', async (query) => {
    expect(await send(`?${query}`)).toMatchObject({ status: 400, body: { code: 'invalid_param' } });
  });
});

describe('a run', () => {
  it('is shown with its values, its nodes and its events', async () => {
    const id = await greet();
    const run = await send(`/${id.toUpperCase()}`);
    expect(run).toMatchObject({
      status: 200,
      body: {
        id,
        app_id: greeting.appId,
        status: 'succeeded',
        kind: 'workflow',
        triggered_from: 'app-run',
        inputs: { name: 'Ada' },
        outputs: { greeting: 'Hello Ada' },
        error: null,
        total_steps: 3,
        finished_at: expect.any(Number),
      },
    });
    const nodes = await read(`/${id}/nodes?limit=2`);
    expect(nodes).toMatchObject({
      has_more: true,
      data: [
        { index: 1, node_type: 'start' },
        { index: 2, node_id: '2' },
      ],
    });
    expect(nodes.data[0]).not.toHaveProperty('outputs');
    const last = await read(`/${id}/nodes?after=2&values=true`);
    expect(last).toMatchObject({ has_more: false, data: [{ index: 3, outputs: { greeting: 'Hello Ada' } }] });
    const events = await read(`/${id}/events`);
    const kinds = events.data.map(({ event }) => event.kind).filter((kind) => kind !== 'chunk');
    const node = ['node-started', 'node-finished'];
    expect(kinds).toEqual(['run-started', ...node, ...node, ...node, 'run-finished']);
    expect(events.data.map(({ number }) => number)).toEqual(events.data.map((_, index) => index + 1));
    expect(events.data.at(-1)?.event).toMatchObject({ status: 'succeeded', outputs: { greeting: 'Hello Ada' } });
    expect(JSON.stringify(events.data)).not.toContain('"state"');
    expect((await read(`/${id}/events?after=3`)).data).toEqual(events.data.slice(3));
  });

  it('is followed while it goes on, from the beginning and from the middle, and stopped', async () => {
    const { reader, runId } = await speak();
    const follow = async (query: string) => {
      const stream = await platform.management.stream(`/console/api/runs/${runId}/events?follow=true${query}`);
      return stream.events as unknown as Item[];
    };
    const following = [follow(''), follow('&after=4'), follow('&after=4&generation=0')];
    expect(await send(`/${runId}`)).toMatchObject({ body: { status: 'running', finished_at: null } });
    await reader.until((event) => event.event === 'text_chunk');
    expect(await send(`/${runId}/stop`, 'POST')).toMatchObject({ status: 200, body: { result: 'success' } });
    const [all = [], ...later] = await Promise.all(following);
    expect(all.at(-1)?.event).toMatchObject({ kind: 'run-finished', status: 'stopped' });
    for (const events of later) expect(events).toEqual(all.slice(4));
    const events = await reader.rest();
    expect(events.at(-1)).toMatchObject({
      event: 'workflow_finished',
      data: { status: 'stopped', error: expect.stringContaining('operator') },
    });
    // From the table now.
    expect(await follow('')).toEqual(all);
    expect(await follow(`&after=${all.length}`)).toEqual([]);
    expect(await send(`/${runId}/stop`, 'POST')).toMatchObject({ status: 200 });
  });

  it('shows its tokens', async () => {
    const app = await platform.importApp(modelWorkflow({ completion_params: { pace_ms: 0 } }));
    const answer = await platform.post(app.key, '/v1/workflows/run', { inputs: {}, user: 'u1' });
    const { workflow_run_id: id } = answer.body as { workflow_run_id: string };
    expect((await read(`/${id}/nodes`)).data[1]).toMatchObject({ total_tokens: expect.any(Number) });
  });

  it('shows no secret: what is masked for its caller is masked for readers and in the tables', async () => {
    const app = await platform.importApp(secretWorkflow());
    const request = { body: { user: 'u1', response_mode: 'streaming', inputs: {} } };
    const reader = new EventReader(await platform.open(app.key, '/v1/workflows/run', request));
    const { workflow_run_id: id } = await reader.until((event) => event.event === 'text_chunk');
    const path = `/console/api/runs/${id}/events?follow=true`;
    const live = await platform.management.stream(path);
    await reader.rest();
    const stored = await platform.management.stream(path);
    expect(stored.events).toEqual(live.events);
    const database = platform.kernel.resolve(Database);
    const rows = await Promise.all(
      ['run_events', 'run_nodes'].map((table) => runQuery(database, `select * from ${table} where run_id = '${id}'`)),
    );
    expect(rows.flat()).not.toEqual([]);
    const shown = JSON.stringify([live.events, (await read(`/${id}/nodes?values=true`)).data]);
    expect(shown).toContain('<***>');
    for (const text of [shown, JSON.stringify(rows)]) expect(text).not.toContain(SECRET);
  });
});

describe('a run that is not there', () => {
  it.each([missing, 'abc', '..%2f..'])('answers 404 everywhere: %s', async (id) => {
    for (const path of [`/${id}`, `/${id}/graph`, `/${id}/nodes`, `/${id}/events`, `/${id}/events?follow=true`]) {
      expect(await send(path)).toMatchObject({ status: 404, body: { code: 'not_found', status: 404 } });
    }
    expect(await send(`/${id}/stop`, 'POST')).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});

describe('a run of another workspace', () => {
  it('is not there, for any route', async () => {
    const id = await greet();
    const database = platform.kernel.resolve(Database);
    for (const [table, column] of [
      ['workflow_runs', 'id'],
      ['node_executions', 'run_id'],
      ['run_events', 'run_id'],
    ]) {
      await runQuery(database, `update ${table} set workspace_id = '${missing}' where ${column} = '${id}'`);
    }
    for (const path of ['', '/graph', '/nodes', '/events', '/events?follow=true']) {
      expect(await send(`/${id}${path}`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
    expect(await send(`/${id}/stop`, 'POST')).toMatchObject({ status: 404 });
    expect(JSON.stringify(await send('?limit=100'))).not.toContain(id);
  });
});

describe('every route of runs', () => {
  it.each(['', `/${missing}`, `/${missing}/graph`, `/${missing}/nodes`, `/${missing}/events`, `/${missing}/stop`])(
    'asks for the token: %s',
    async (path) => {
      const method = path.endsWith('/stop') ? 'POST' : 'GET';
      const answer = await fetch(`${platform.url}/console/api/runs${path}`, { method });
      expect([answer.status, await answer.json()]).toEqual([401, expect.objectContaining({ code: 'unauthorized' })]);
    },
  );

  it.each(['after=-1', 'after=x', 'after=9999999999', 'generation=-1', 'follow=perhaps'])(
    'refuses %s',
    async (query) => {
      expect(await send(`/${await greet()}/events?${query}`)).toMatchObject({
        status: 400,
        body: { code: 'invalid_param' },
      });
    },
  );
});

/** A secret goes through a template, while a model speaks of something else. */
function secretWorkflow(): string {
  const secret = { variable: 'secret', value_selector: ['env', 'secret'] };
  return appDocument({
    mode: 'workflow',
    environmentVariables: [{ id: 'e1', name: 'secret', value_type: 'secret', value: SECRET, description: '' }],
    nodes: [
      node('1', 'start', { variables: [] }),
      node('2', 'template-transform', { template: '<{{ secret }}>', variables: [secret] }),
      modelNode('3', 'one two three four five', { completion_params: { pace_ms: 30 } }),
      node('4', 'end', { outputs: [{ variable: 'text', value_selector: ['3', 'text'] }] }),
    ],
    edges: chain('1', '2', '3', '4'),
  });
}

describe('the graph of a run', () => {
  it('attack T11: stays what the run was started with when the draft changes, and has no values of variables', async () => {
    const app = await platform.importApp(secretWorkflow());
    const answer = await platform.post(app.key, '/v1/workflows/run', { inputs: {}, user: 'u1' });
    const { workflow_run_id: id } = answer.body as { workflow_run_id: string };
    const graphOf = async () => (await send(`/${id}/graph`)).body as { nodes: { id: string; title: string }[] };
    const before = await graphOf();
    expect(before).toMatchObject({ mode: 'workflow', edges: expect.any(Array) });
    const path = `/console/api/apps/${app.appId}/draft`;
    const draft = (await platform.management.request(path)).body as { yaml: string; hash: string };
    const yaml = draft.yaml.replaceAll(before.nodes[1]?.title ?? '', 'Renamed since');
    const body = { yaml, hash: draft.hash };
    expect(await platform.management.request(path, { method: 'PUT', body })).toMatchObject({ status: 200 });
    await platform.management.request(`/console/api/apps/${app.appId}/publish`, { method: 'POST', body: {} });
    expect(await graphOf()).toEqual(before);
    expect(JSON.stringify(before)).not.toContain(SECRET);
  });
});
