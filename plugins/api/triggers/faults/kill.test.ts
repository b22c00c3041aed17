import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { serverQuery } from '#plugins/database/testing/server-query.ts';
import { type Installation, testInstallation } from '#plugins/runs/testing/installation.ts';
import { managementClient } from '#plugins/runs/testing/management-client.ts';
import { killLeftovers, type ServerProcess } from '#plugins/runs/testing/server-process.ts';
import { scheduleApp, webhookApp } from '#plugins/triggers/testing/trigger-apps.ts';

let installation: Installation;
beforeAll(async () => {
  installation = await testInstallation({ WEFT_SILENT_SECONDS: '2' });
});
afterEach(killLeftovers);
afterAll(() => installation.dispose());

/** Each process has a token in its own data folder. */
const homes = new Map<ServerProcess, string>();
const manager = (server: ServerProcess) => managementClient(server, { home: homes.get(server) ?? installation.home });

interface Made {
  readonly appId: string;
  readonly id: string;
  readonly url: string;
}

async function make(server: ServerProcess, yaml: string): Promise<Made> {
  const management = await manager(server);
  const imported = await management.request('/console/api/apps/import', { body: { yaml, publish: true } });
  const { id: appId } = (imported.body as { app: { id: string } }).app;
  const { body } = await management.request(`/console/api/apps/${appId}/triggers`);
  const [trigger] = (body as { data: readonly Made[] }).data;
  if (trigger === undefined) throw new Error('the app has no trigger');
  return { appId, id: trigger.id, url: trigger.url };
}

/** What became of the occasions of a trigger. */
async function history(server: ServerProcess, { appId, id }: Made) {
  const management = await manager(server);
  const { body } = await management.request(`/console/api/apps/${appId}/triggers/${id}/firings?limit=100`);
  return (body as { data: readonly { status: string; workflow_run_id: string | null }[] }).data;
}

const runs = async (server: ServerProcess, { appId }: Made) => {
  const management = await manager(server);
  const { body } = await management.request(`/console/api/apps/${appId}/runs?limit=100`);
  return (body as { data: readonly { id: string }[] }).data.length;
};

describe('a process that is killed', () => {
  it('has run each delivery that it took, once, and is told again of those it did not take', {
    timeout: 120_000,
  }, async () => {
    let server = await installation.start();
    const hook = await make(server, webhookApp({ method: 'post', content_type: 'application/json' }));
    const send = async (name: string, address: string) => {
      const url = new URL(new URL(hook.url).pathname, address);
      const headers = { 'content-type': 'application/json', 'idempotency-key': name };
      const answer = await fetch(url, { method: 'POST', headers, body: '{}' }).catch(() => null);
      await answer?.text().catch(() => {});
      return answer?.status ?? 0;
    };
    const names = Array.from({ length: 40 }, (_, index) => `delivery-${index}`);
    for (let kill = 0; kill < 2; kill += 1) {
      const { address } = server;
      const sent = names.map((name) => send(name, address));
      // As soon as one of them was taken.
      await Promise.race(sent);
      await server.kill();
      await Promise.all(sent);
      server = await installation.start();
    }
    const { address } = server;
    expect(new Set(await Promise.all(names.map((name) => send(name, address))))).toEqual(new Set([200]));
    const over = async () => (await history(server, hook)).filter(({ status }) => status === 'succeeded').length;
    await expect.poll(over, { timeout: 60_000 }).toBe(names.length);
    expect(await history(server, hook)).toHaveLength(names.length);
    await expect.poll(() => runs(server, hook)).toBe(names.length);
  });
});

describe.skipIf(inject('testDatabaseUrl') === '')('schedules of two processes', () => {
  /** Lets all schedules be due, and both processes look at the same time. */
  async function fire(servers: readonly ServerProcess[], made: readonly Made[]): Promise<void> {
    const due = `update triggers set next_at = now() - interval '1 second' where kind = 'schedule'`;
    await serverQuery(installation.env.DATABASE_URL ?? '', due);
    const [first] = made;
    await Promise.all(
      servers.map(async (server) => {
        const management = await manager(server);
        const path = `/console/api/apps/${first?.appId}/triggers/${first?.id}`;
        // What is on stays as it is; it is looked at.
        await management.request(path, { method: 'PATCH', body: { enabled: true } });
      }),
    );
  }

  it('fire once, also when one of them is killed as it does', { timeout: 180_000 }, async () => {
    const [here, there] = [await installation.start(), await installation.startOther()];
    homes.set(there, installation.otherHome);
    const made: Made[] = [];
    for (let index = 0; index < 12; index += 1) made.push(await make(here, scheduleApp()));
    const fired = (count: number) => async () => {
      const all = await Promise.all(made.map((item) => history(there, item)));
      return all.filter((firings) => firings.length === count && firings.every(({ status }) => status === 'succeeded'))
        .length;
    };
    await fire([here, there], made);
    await expect.poll(fired(1), { timeout: 60_000 }).toBe(made.length);
    await fire([here, there], made);
    await here.kill();
    await expect.poll(fired(2), { timeout: 60_000 }).toBe(made.length);
    for (const item of made) expect(await runs(there, item)).toBe(2);
  });
});
