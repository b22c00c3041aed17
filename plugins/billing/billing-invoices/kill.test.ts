import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type TestClient, testClient } from '#http/testing/client.ts';
import { withDatabase } from '#plugins/database/testing/open-environment.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { type TestDatabaseEnvironment, testDatabaseEnvironment } from '#plugins/database/testing/test-database.ts';
import { killLeftovers, type ServerProcess, startServer } from '#plugins/runs/testing/server-process.ts';

let environment: TestDatabaseEnvironment;
beforeEach(async () => {
  environment = await testDatabaseEnvironment();
});
afterEach(async () => {
  await killLeftovers();
  await environment.dispose();
});

const now = Math.floor(Date.now() / 1000);

async function managementOf({ address }: ServerProcess): Promise<TestClient> {
  return testClient(address, (await readFile(join(environment.home, 'management-token'), 'utf8')).trim());
}

it('a paid invoice whose plan kill -9 kept back gives it, once, when the server is back', async () => {
  const first = await startServer(environment.env);
  const client = await managementOf(first);
  const invoice = await client.request('/console/api/billing/invoices', {
    body: {
      plan: 'team',
      period_start: now,
      period_end: now + 30 * 86_400,
      currency: 'EUR',
      due_at: now + 86_400,
      lines: [{ description: 'Team', amount: '10' }],
    },
  });
  expect(invoice.status, invoice.text).toBe(201);
  const { id } = invoice.body as { id: string };
  await first.kill();
  // A process that died between the payment and its plan leaves this.
  await withDatabase(environment, (database) =>
    runQuery(
      database,
      `update invoices set status = 'paid', settled_at = now(), is_applied = false where id = '${id}'`,
    ),
  );

  const second = await startServer(environment.env);
  const again = await managementOf(second);
  const subscription = async () => (await again.request('/console/api/billing/subscription')).body;
  await expect.poll(subscription).toMatchObject({ state: 'active', plan: 'team' });
  await second.kill();
  // Nor is it done again by one that starts where it was done, and not noted.
  await withDatabase(environment, (database) =>
    runQuery(database, `update invoices set is_applied = false where id = '${id}'`),
  );
  const third = await managementOf(await startServer(environment.env));
  await expect
    .poll(async () => (await third.request('/console/api/billing/subscription')).body)
    .toMatchObject({ state: 'active', plan: 'team' });
  const { body } = await third.request('/console/api/billing/changes');
  expect((body as { data: { event: string }[] }).data.map(({ event }) => event)).toEqual(['paid']);
}, 120_000);
