import { afterAll, afterEach, expect, it } from 'vitest';
import { testClient } from '#http/testing/client.ts';
import { testDatabaseEnvironment } from '#plugins/database/testing/test-database.ts';
import { EventReader } from '#plugins/delivery-api/testing/event-reader.ts';
import { startServer as startRemote } from '#plugins/egress/testing/local-server.ts';
import { document, importDocument } from '#plugins/runs/testing/fault-apps.ts';
import { startGateServer } from '#plugins/runs/testing/gate-server.ts';
import { managementClient } from '#plugins/runs/testing/management-client.ts';
import { killLeftovers, startServer } from '#plugins/runs/testing/server-process.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(killLeftovers);
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

it('a file that was received is not fetched again by the process that goes on with its run', async () => {
  const environment = await testDatabaseEnvironment();
  closers.push(() => environment.dispose());
  const remote = await startRemote((_request, response) =>
    response.writeHead(200, { 'content-type': 'image/png' }).end(png),
  );
  const gate = await startGateServer();
  closers.push(
    async () => remote[Symbol.asyncDispose](),
    () => gate.close(),
  );
  const env = { ...environment.env, WEFT_EGRESS_ALLOW: '127.0.0.1' };
  const first = await startServer(env);
  const request = (method: string, url: string) => ({
    type: 'http-request',
    method,
    url,
    body: { type: 'none', data: [] },
    on_interruption: 'retry',
  });
  const nodes = [
    request('get', `${remote.url}/leaf.png`),
    request('post', `${gate.address}/wait`),
    { type: 'end', outputs: [{ variable: 'files', value_selector: ['node1', 'files'] }] },
  ];
  const key = await importDocument(first.address, environment.home, document('workflow', nodes));
  const started = await testClient(first.address, key).open('/v1/workflows/run', {
    body: { inputs: { text: 'x' }, user: 'ada', response_mode: 'streaming' },
  });
  const reader = new EventReader(started);
  const { workflow_run_id: runId } = await reader.until(({ event }) => event === 'workflow_started');
  await expect.poll(() => gate.waiting('wait'), { timeout: 120_000 }).toBe(1);
  // A node that may be done again does not wait until what came before it is durable.
  const manager = await managementClient(first, environment);
  const durable = async () => {
    const { body } = await manager.request(`/console/api/runs/${runId}/nodes`);
    return (body as { data: { node_id: string; status: string }[] }).data.map(({ node_id, status }) => [
      node_id,
      status,
    ]);
  };
  await expect.poll(durable, { timeout: 120_000 }).toContainEqual(['node1', 'succeeded']);
  await first.kill();
  await reader.rest().catch(() => {});
  gate.open('wait');

  const second = await startServer(env);
  const again = testClient(second.address, key);
  interface Detail {
    readonly status: string;
    readonly outputs: { readonly files?: readonly { readonly url: string; readonly transfer_method: string }[] };
  }
  const detail = async () => (await again.request(`/v1/workflows/run/${runId}`)).body as Detail;
  await expect.poll(async () => (await detail()).status, { timeout: 120_000 }).toBe('succeeded');
  const [file] = (await detail()).outputs.files ?? [];
  expect(file).toMatchObject({ transfer_method: 'tool_file', filename: 'leaf.png' });
  expect(Buffer.from(await (await fetch(file?.url ?? '')).arrayBuffer())).toEqual(png);
  expect(remote.seen).toHaveLength(1);
}, 300_000);
