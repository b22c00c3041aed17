import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { greetingWorkflow } from '#engine/testing/app-document.ts';
import type { TestClient } from '#http/testing/client.ts';
import { type TestDatabaseEnvironment, testDatabaseEnvironment } from '#plugins/database/testing/test-database.ts';
import { managementClient } from '#plugins/runs/testing/management-client.ts';
import { killLeftovers, type ServerProcess, startServer } from '#plugins/runs/testing/server-process.ts';

interface Planned {
  readonly key: string;
  readonly app_id: string | null;
  readonly action: string;
  readonly problems: readonly string[];
}

const COUNT = 30;
/** Of file names: the examples of the first start are apps as well. */
const prefix = 'killed';

let environment: TestDatabaseEnvironment;
beforeEach(async () => {
  environment = await testDatabaseEnvironment();
});
afterEach(async () => {
  await killLeftovers();
  await environment.dispose();
});

const documents = (greeting: string) =>
  Array.from({ length: COUNT }, (_, index) => ({
    file: `${prefix}-${index}.yml`,
    yaml: greetingWorkflow()
      .replace('"Greeting"', JSON.stringify(`${greeting} ${index}`))
      .replaceAll('Hello ', `${greeting} `),
  }));

async function call(client: TestClient, path: string, body: object): Promise<readonly Planned[]> {
  const answer = await client.request(`/console/api/app-code/${path}`, { body });
  expect(answer.status, answer.text).toBe(200);
  return (answer.body as { data: readonly Planned[] }).data;
}

/** How many apps have names that begin so. */
async function named(client: TestClient, name: string): Promise<number> {
  const { body } = await client.request(`/console/api/apps?name=${name}&limit=1`);
  return (body as { total: number }).total;
}

/** Begins, and kills the server in the middle of it. */
async function killWhileApplying(server: ServerProcess, greeting: string): Promise<void> {
  const client = await managementClient(server, environment);
  const applying = client
    .request('/console/api/app-code/apply', { body: { documents: documents(greeting), publish: true } })
    .then(({ status }) => status)
    .catch(() => 'cut off');
  await expect.poll(() => named(client, greeting), { timeout: 60_000, interval: 1 }).toBeGreaterThanOrEqual(1);
  expect((await server.kill()).signal).toBe('SIGKILL');
  expect(await applying).toBe('cut off');
}

describe('documents that kill -9 interrupts', () => {
  it('are applied wholly or not at all, app by app, and applying them again does the rest', async () => {
    let server = await startServer(environment.env);
    for (const greeting of ['Servus', 'Moin']) {
      await killWhileApplying(server, greeting);
      server = await startServer(environment.env);
      const client = await managementClient(server, environment);
      const desired = { documents: documents(greeting), publish: true };
      const planned = (await call(client, 'plan', desired)).filter(({ key }) => key.startsWith(prefix));
      const done = planned.filter(({ action }) => action === 'unchanged');
      expect(planned).toHaveLength(COUNT);
      expect(done.length).toBeGreaterThanOrEqual(1);
      expect(done.length).toBeLessThan(COUNT);
      for (const { action, problems } of planned) {
        expect(['unchanged', greeting === 'Servus' ? 'create' : 'update']).toContain(action);
        expect(problems).toEqual([]);
      }
      // Those that are there are there to their end: what is called is what the draft says.
      for (const { app_id: id } of planned) {
        if (id === null) continue;
        const changes = await client.request(`/console/api/apps/${id}/changes`);
        expect([changes.status, (changes.body as { data: unknown }).data]).toEqual([200, []]);
      }
      expect(await call(client, 'apply', desired)).toHaveLength(COUNT);
      expect(await named(client, greeting)).toBe(COUNT);
      const actions = (await call(client, 'plan', desired)).map(({ action }) => action);
      expect(new Set(actions)).toEqual(new Set(['unchanged']));
    }
    await server.stop();
  }, 240_000);
});
