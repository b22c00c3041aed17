import { afterAll, afterEach, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { greetingWorkflow } from '#engine/testing/app-document.ts';
import { testClient } from '#http/testing/client.ts';
import { type LocalServer, startServer as startReceiver } from '#plugins/egress/testing/local-server.ts';
import { type Installation, testInstallation } from '#plugins/runs/testing/installation.ts';
import { managementClient } from '#plugins/runs/testing/management-client.ts';
import { killLeftovers, type ServerProcess } from '#plugins/runs/testing/server-process.ts';

let installation: Installation;
beforeAll(async () => {
  installation = await testInstallation({ WEFT_EGRESS_ALLOW: '127.0.0.1', WEFT_SILENT_SECONDS: '2' });
});
afterEach(killLeftovers);
afterAll(() => installation.dispose());

/** An app with a webhook, and what calls it. */
async function appWithWebhook(server: ServerProcess, url: string) {
  const management = await managementClient(server, installation);
  const body = { yaml: greetingWorkflow(), publish: true, key_name: 'test' };
  const imported = (await management.request('/console/api/apps/import', { body })).body as {
    readonly app: { readonly id: string };
    readonly api_key: string;
  };
  const added = await management.request(`/console/api/apps/${imported.app.id}/webhooks`, { body: { url } });
  expect(added.status).toBe(201);
  return imported.api_key;
}

async function run({ address }: ServerProcess, key: string): Promise<string> {
  const body = { inputs: { name: 'Ada' }, response_mode: 'blocking', user: 'u' };
  const answer = await testClient(address, key).request('/v1/workflows/run', { body });
  expect(answer.status).toBe(200);
  return (answer.body as { readonly workflow_run_id: string }).workflow_run_id;
}

async function receiver(): Promise<LocalServer> {
  const server = await startReceiver((_, response) => response.end());
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server;
}

const runsOf = ({ seen }: LocalServer) =>
  seen.map(({ body }) => (JSON.parse(body.toString()) as { data: { workflow_run_id: string } }).data.workflow_run_id);

describe('a process that is killed when a run has just ended', () => {
  it('leaves the message to the next one', { timeout: 120_000 }, async () => {
    const server = await receiver();
    let process = await installation.start();
    const key = await appWithWebhook(process, server.url);
    const ended: string[] = [];
    for (let round = 0; round < 2; round += 1) {
      ended.push(...(await Promise.all(Array.from({ length: 10 }, () => run(process, key)))));
      await process.kill();
      process = await installation.start();
    }
    await expect.poll(() => new Set(runsOf(server)), { timeout: 60_000 }).toEqual(new Set(ended));
    expect((await process.stop()).code).toBe(0);
    // Twice at most where a message was under way: under the same id.
    const ids = new Set(server.seen.map(({ headers }) => headers['webhook-id']));
    expect(ids.size).toBe(20);
  });
});

describe.skipIf(inject('testDatabaseUrl') === '')('two processes on one database', () => {
  it('tell of each run once, whichever of them it ended in', { timeout: 120_000 }, async () => {
    const server = await receiver();
    const [here, there] = [await installation.start(), await installation.startOther()];
    // The other process was there before the webhook, and has heard of it.
    const key = await appWithWebhook(here, server.url);
    const ended = await Promise.all(Array.from({ length: 20 }, (_, index) => run(index % 2 === 0 ? here : there, key)));
    await expect.poll(() => server.seen.length, { timeout: 60_000 }).toBe(20);
    expect(new Set(runsOf(server))).toEqual(new Set(ended));
  });
});
