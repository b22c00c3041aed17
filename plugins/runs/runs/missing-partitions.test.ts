import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lowestIdAt, newId } from '#kernel';
import { entry } from '#plugins/database/contract.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { createTestDatabase, type TestDatabase } from '#plugins/database/testing/test-database.ts';
import { type RunBlobRow, runBlobsSink } from './blob-store.ts';
import { PartitionStore } from './partition-store.ts';
import { journalSink } from './store.ts';

/** What clocks give that nobody set: those without a battery, those of wrong machines, the ends of what an id can hold. */
const dates = ['1970-01-01', '2000-01-01', '2019-06-30', '2027-02-06', '2038-01-19', '2100-12-31', '9999-12-31'];

let test: TestDatabase;
const processId = crypto.randomUUID();
beforeAll(async () => {
  test = await createTestDatabase();
  await runQuery(test.database, `insert into processes (boot_id, instance_id) values ('${processId}', '${processId}')`);
});
afterAll(() => test.dispose());

/** An id of version 7 of the time. */
const idAt = (date: string) => lowestIdAt(Date.parse(date)).slice(0, 14) + newId().slice(14);

async function partitionedTables(): Promise<string[]> {
  const rows = await runQuery<{ name: string }>(
    test.database,
    `
    select relname::text as name from pg_class
    where relkind = 'p' and relnamespace = 'public'::regnamespace order by 1`,
  );
  return rows.map(({ name }) => name);
}

describe('a row whose partition is missing', () => {
  it.each(dates)('gets one at once, of %s', async (date) => {
    const runId = idAt(date);
    const workspaceId = crypto.randomUUID();
    const blob: RunBlobRow = { runId, workspaceId, key: `x/${runId}`, store: 'local', size: 1 };
    await test.groupCommit.add([
      entry(runBlobsSink, blob),
      entry(journalSink, { runId, processId, run: null, events: [] }),
    ]);
    const rows = await runQuery(test.database, `select key from run_blobs where run_id = '${runId}'`);
    expect(rows).toEqual([{ key: blob.key }]);
  });

  it('gets it in every partitioned table there is, shut to workspaces like the others', async () => {
    const parts = await new PartitionStore(test.database).list();
    const tables = await partitionedTables();
    expect(tables.length).toBeGreaterThanOrEqual(4);
    for (const table of tables) {
      for (const date of dates) {
        const at = Date.parse(date);
        expect(
          parts.filter((part) => part.table === table && part.from <= at && at < part.to),
          `${table} of ${date}`,
        ).toHaveLength(1);
      }
    }
    const rows = await runQuery<{ name: string }>(
      test.database,
      `
      select c.relname::text as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where c.relkind = 'r' and (not c.relrowsecurity or has_table_privilege('weft_app', c.oid, 'select, insert, update, delete'))`,
    );
    expect(rows).toEqual([]);
  });

  it('keeps no other row of its batch from being written', async () => {
    const [near, far] = [idAt('2044-05-06'), idAt('2051-05-06')];
    const row = (runId: string): RunBlobRow => ({
      runId,
      workspaceId: runId,
      key: `y/${runId}`,
      store: 'local',
      size: 1,
    });
    await Promise.all([near, far].map((id) => test.groupCommit.add([entry(runBlobsSink, row(id))])));
    const rows = await runQuery(test.database, `select from run_blobs where run_id = any('{${near},${far}}')`);
    expect(rows).toHaveLength(2);
  });
});
