import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TestClient } from '#http/testing/client.ts';
import { readRows } from '#plugins/database/testing/read-rows.ts';
import { type TestDatabaseEnvironment, testDatabaseEnvironment } from '#plugins/database/testing/test-database.ts';
import { document } from '#plugins/runs/testing/fault-apps.ts';
import { type GateServer, startGateServer } from '#plugins/runs/testing/gate-server.ts';
import { managementClient } from '#plugins/runs/testing/management-client.ts';
import { killLeftovers, startServer } from '#plugins/runs/testing/server-process.ts';

interface KeptRun {
  readonly id: string;
  readonly app_id: string;
  readonly status: string;
  readonly error: string | null;
}

let environment: TestDatabaseEnvironment;
let gate: GateServer;
beforeEach(async () => {
  environment = await testDatabaseEnvironment();
  gate = await startGateServer();
});
afterEach(async () => {
  await killLeftovers();
  await gate.close();
  await environment.dispose();
});

/** A workflow that asks the server outside, which does not answer before its gate is open. */
function asking(name: string, method: 'get' | 'post' = 'get') {
  const request = {
    type: 'http-request',
    method,
    url: `${gate.address}/${name}/x`,
    headers: '',
    params: '',
    authorization: { type: 'no-auth', config: null },
    body: { type: 'none', data: [] },
  };
  const outputs = [{ variable: 'result', value_selector: ['node1', 'body'], value_type: 'string' }];
  return JSON.stringify(document('workflow', [request, { type: 'end', outputs }]));
}

async function draftOf(client: TestClient, yaml: string): Promise<string> {
  const { status, text, body } = await client.request('/console/api/apps/import', { body: { yaml, publish: false } });
  expect(status, text).toBe(201);
  return (body as { app: { id: string } }).app.id;
}

/** Nobody waits for the answer: the server is killed before. */
function begin(client: TestClient, path: string, body: object): void {
  client.request(`/console/api/apps/${path}`, { method: 'POST', body }).catch(() => {});
}

describe('a draft run that kill -9 cuts off', () => {
  it('ends when the server is back: it goes on, or says why not, and never stays running', async () => {
    const env = { ...environment.env, WEFT_EGRESS_ALLOW: new URL(gate.address).host };
    const first = await startServer(env);
    const client = await managementClient(first, environment);
    const apps = {
      read: await draftOf(client, asking('read')),
      write: await draftOf(client, asking('write', 'post')),
      node: await draftOf(client, asking('node')),
      edited: await draftOf(client, asking('edited')),
      deleted: await draftOf(client, asking('deleted')),
    };
    const run = { inputs: { text: 'x' }, response_mode: 'streaming' };
    for (const id of [apps.read, apps.write, apps.edited, apps.deleted]) begin(client, `${id}/draft/run`, run);
    begin(client, `${apps.node}/draft/nodes/node1/run`, {});
    for (const name of Object.keys(apps)) await expect.poll(() => gate.waiting(name), { timeout: 30_000 }).toBe(1);
    // What a run goes on with is not what the draft has become meanwhile.
    const draft = await client.request(`/console/api/apps/${apps.edited}/draft`);
    const { hash } = draft.body as { hash: string };
    const saved = await client.request(`/console/api/apps/${apps.edited}/draft`, {
      method: 'PUT',
      body: { yaml: asking('another'), hash },
    });
    expect(saved.status, saved.text).toBe(200);
    const path = `/console/api/apps/${apps.deleted}`;
    const removed = await client.request(path, { method: 'DELETE' });
    expect(removed.status, removed.text).toBeLessThan(300);
    expect((await first.kill()).signal).toBe('SIGKILL');

    const second = await startServer(env);
    for (const name of ['read', 'edited']) await expect.poll(() => gate.waiting(name), { timeout: 30_000 }).toBe(1);
    expect(gate.waiting('another')).toBe(0);
    for (const name of Object.keys(apps)) gate.open(name);
    const again = await managementClient(second, environment);
    const left = async () => {
      const { body } = await again.request('/console/api/runs?status=running');
      return (body as { data: readonly object[] }).data;
    };
    await expect.poll(left, { timeout: 60_000, interval: 200 }).toEqual([]);
    expect((await second.stop()).code).toBe(0);

    const kept = await readRows<KeptRun>(environment, 'select id, app_id, status, error from workflow_runs');
    const of = (app: keyof typeof apps) => kept.filter(({ app_id: id }) => id === apps[app]);
    for (const app of ['read', 'edited'] as const)
      expect(of(app)).toMatchObject([{ status: 'succeeded', error: null }]);
    const failed = (reason: RegExp) => [{ status: 'failed', error: expect.stringMatching(reason) }];
    expect(of('write')).toMatchObject(failed(/^The server stopped while node "node1"/));
    expect(of('node')).toMatchObject(failed(/a node that was tried alone/));
    expect(of('deleted')).toMatchObject(failed(/its app is gone/));
  }, 180_000);
});
