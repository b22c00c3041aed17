import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { newId } from '#kernel';
import { temporaryFolder } from '#kernel/testing/temporary-folder.ts';
import type { Database } from '#plugins/database/contract.ts';
import { fillTables } from '#plugins/database/testing/fill-tables.ts';
import { withDatabase } from '#plugins/database/testing/open-environment.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { type TestDatabaseEnvironment, testDatabaseEnvironment } from '#plugins/database/testing/test-database.ts';
import { managementClient } from '#plugins/runs/testing/management-client.ts';
import { killLeftovers, startServer } from '#plugins/runs/testing/server-process.ts';
import { PurgeStore } from '#plugins/workspace-deletion/purge-store.ts';

const ENTRIES = 12_000;
const FILES = 1_000;

let environment: TestDatabaseEnvironment;
let workspace: string;
beforeEach(async () => {
  environment = await testDatabaseEnvironment();
  workspace = newId();
});
afterEach(async () => {
  await killLeftovers();
  await environment.dispose();
});

const folder = () => join(environment.home, 'blobs', 'files', workspace, 'aa');

/** Files of the workspace that are left. */
async function files(): Promise<number> {
  const found = await readdir(folder()).catch(() => []);
  return found.length;
}

/** A workspace with something in every table, a lot in one, and many files. */
async function fill(): Promise<void> {
  await withDatabase(environment, async (database) => {
    await runQuery(
      database,
      `insert into workspaces (id, name, description, plan, owner_name)
       values ('${workspace}', 'Gone', '', 'unlimited', 'Eve')`,
    );
    await fillTables(database, workspace);
    const [row] = await runQuery<{ columns: string }>(
      database,
      `select string_agg(attname, ', ') as columns from pg_attribute
       where attrelid = 'audit_entries'::regclass and attnum > 0 and not attisdropped and attname <> 'id'`,
    );
    await runQuery(
      database,
      `insert into audit_entries (id, ${row?.columns}) select gen_random_uuid(), ${row?.columns}
       from audit_entries, generate_series(1, ${ENTRIES}) where workspace_id = '${workspace}'`,
    );
  });
  await mkdir(folder(), { recursive: true });
  for (let index = 0; index < FILES; index += 1) {
    await writeFile(join(folder(), `${String(index).padStart(8, '0')}aa`), 'content');
  }
}

/** How many rows there are, by table; the workspace itself among them. */
const rows = () =>
  withDatabase(environment, async (database) => {
    const counts: Record<string, number> = {};
    const count = async (table: string, column: string) => {
      const [row] = await runQuery<{ n: number }>(
        database,
        `select count(*)::int as n from ${table} where ${column} = '${workspace}'`,
      );
      if (row !== undefined && row.n > 0) counts[table] = row.n;
    };
    for (const table of await new PurgeStore(database).tables()) await count(table, 'workspace_id');
    await count('workspaces', 'id');
    return counts;
  });

async function entriesIn(database: Database): Promise<number> {
  const query = `select count(*)::int as n from audit_entries where workspace_id = '${workspace}'`;
  return (await runQuery<{ n: number }>(database, query))[0]?.n ?? 0;
}

/** What must hold whenever the process dies: the workspace goes last, and what names content before the content. */
async function expectWhole(): Promise<Readonly<Record<string, number>>> {
  const left = await rows();
  const { workspaces = 0, ...others } = left;
  const isContentGone = (await files()) < FILES;
  if (workspaces === 0) expect([others, await files()]).toEqual([{}, 0]);
  if (isContentGone) expect(others).toEqual({});
  return left;
}

/** A server whose purge of the workspace is due: closed over the API, with its time over. */
async function makeDue(): Promise<void> {
  // Migrates, and makes the first workspace.
  expect((await (await startServer(environment.env)).stop()).code).toBe(0);
  await fill();
  const closing = await startServer(environment.env);
  const client = await managementClient(closing, environment);
  const headers = { 'x-workspace-id': workspace };
  const deleted = await client.request('/console/api/workspace/deletion', { headers, body: { name: 'Gone' } });
  expect(deleted.status, deleted.text).toBe(200);
  await closing.kill();
  await withDatabase(environment, async (database) => {
    await runQuery(database, `update workspaces set purge_at = now() - interval '1 second' where id = '${workspace}'`);
    const job = `payload->'payload'->>'workspaceId' = '${workspace}'`;
    await runQuery(database, `update graphile_worker._private_jobs set run_at = now() where ${job}`);
  });
  expect(await expectWhole()).toMatchObject({ audit_entries: ENTRIES + 1, workspaces: 1 });
}

/** The next server takes it to its end. */
async function expectPurged(): Promise<void> {
  const last = await startServer(environment.env);
  const operator = await managementClient(last, environment);
  const listed = async () => (await operator.request('/console/api/installation/workspaces?limit=100')).text;
  await expect.poll(listed, { timeout: 60_000, interval: 200 }).not.toContain(workspace);
  expect((await last.stop()).code).toBe(0);
  expect(await rows()).toEqual({});
  expect(await files()).toBe(0);
}

describe('a purge that kill -9 interrupts', () => {
  it('while it removes files goes on when the server is back, and ends', async () => {
    await makeDue();
    const server = await startServer(environment.env);
    await expect.poll(files, { timeout: 60_000, interval: 1 }).toBeLessThan(FILES);
    await server.kill();
    await expectWhole();
    await expectPurged();
  }, 400_000);

  // An embedded database is seen by its own process only.
  it.skipIf(inject('testDatabaseUrl') === '')(
    'while it removes rows, as often as it is, does too',
    async () => {
      await makeDue();
      // The folder is the server's while it runs; its database is not.
      const elsewhere = await temporaryFolder();
      for (let kills = 0; kills < 2; kills += 1) {
        const before = (await rows()).audit_entries ?? 0;
        if (before === 0) break;
        const server = await startServer(environment.env);
        await withDatabase({ ...environment, home: elsewhere }, (database) =>
          expect.poll(() => entriesIn(database), { timeout: 60_000, interval: 1 }).toBeLessThan(before),
        );
        await server.kill();
        await expectWhole();
      }
      await expectPurged();
    },
    400_000,
  );
});
