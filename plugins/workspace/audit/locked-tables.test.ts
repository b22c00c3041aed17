import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { greetingWorkflow } from '#engine/testing/app-document.ts';
import { Database } from '#plugins/database/contract.ts';
import { lockTables } from '#plugins/database/testing/locked-tables.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';

let platform: TestPlatform;
let database: Database;

/** Does something while nobody can read or write the table. */
async function whileLocked(table: string, act: () => Promise<void>): Promise<void> {
  const unlock = await lockTables(platform.databaseUrl ?? '', [table]);
  try {
    await act();
  } finally {
    await unlock();
  }
}

const isServer = inject('testDatabaseUrl') !== '';

describe.skipIf(!isServer)('while nobody can write the audit log', () => {
  beforeAll(async () => {
    platform = await startPlatform();
    database = platform.kernel.resolve(Database);
  });
  afterAll(() => platform.dispose());

  it('answers what changes something, and runs, and catches up afterwards', async () => {
    const { key, appId } = await platform.importApp(greetingWorkflow());
    const rename = (name: string) =>
      platform.management.request(`/console/api/apps/${appId}`, { method: 'PATCH', body: { name } });
    const count = async () => {
      const [row] = await runQuery<{ entries: number }>(database, 'select count(*)::int as entries from audit_entries');
      return row?.entries ?? 0;
    };
    await expect.poll(count).toBeGreaterThan(0);
    // Entries that are still on their way from before.
    await rename('Before');
    const before = await count();
    await whileLocked('audit_entries', async () => {
      for (const name of ['One', 'Two', 'Three']) expect((await rename(name)).status).toBe(200);
      // By now the entries are waiting for the lock.
      const waiting = `select 1 as one from pg_locks where relation = 'audit_entries'::regclass and not granted`;
      await expect.poll(async () => (await runQuery(database, waiting)).length).toBeGreaterThan(0);
      for (let index = 0; index < 3; index += 1) {
        const body = { inputs: { name: 'Ada' }, response_mode: 'blocking', user: 'ada' };
        const run = await platform.post(key, '/v1/workflows/run', body);
        expect(run.body).toMatchObject({ data: { status: 'succeeded' } });
      }
      expect((await rename('Four')).status).toBe(200);
    });
    await expect.poll(count).toBeGreaterThanOrEqual(before + 4);
  });

  it('answers requests whose count nobody can write', async () => {
    const { key } = await platform.importApp(greetingWorkflow());
    await whileLocked('usage_days', async () => {
      for (let index = 0; index < 3; index += 1) expect((await platform.get(key, '/v1/info')).status).toBe(200);
    });
  });
});
