import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { definePlugin, HealthChecks } from '#kernel';
import { startTestKernel, type TestKernel } from '#kernel/testing/test-kernel.ts';
import { Database, Migrations } from './contract.ts';
import { type TestDatabaseEnvironment, testDatabaseEnvironment } from './testing/test-database.ts';

let environment: TestDatabaseEnvironment;
let kernels: TestKernel[] = [];

beforeEach(async () => {
  environment = await testDatabaseEnvironment();
});
afterEach(async () => {
  for (const kernel of kernels) await kernel.dispose();
  kernels = [];
  await environment.dispose();
});

async function start(...extra: Parameters<typeof startTestKernel>[0]['extra'] & object): Promise<TestKernel> {
  const { home, env } = environment;
  const kernel = await startTestKernel({ plugins: ['plugins/core/database'], extra, home, env });
  kernels.push(kernel);
  return kernel;
}

describe('the database plugin', () => {
  it('serves queries from the setup of other plugins on, when the database is open and migrated', async () => {
    let applied = 0;
    const early = definePlugin({
      id: 'early',
      needs: { database: Database },
      async setup({ services }) {
        const { rows } = await sql`select name from kysely_migration`.execute(services.database.system());
        applied = rows.length;
      },
    });
    await start(early);
    expect(applied).toBeGreaterThan(4);
  });

  it('applies the migrations of plugins from elsewhere before their ready hooks', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'weft-test-'));
    writeFileSync(
      join(folder, '0001-things.mjs'),
      `export async function up(db) { await db.schema.createTable('elsewhere_things').addColumn('id', 'integer').execute(); }\n`,
    );
    let rows: unknown;
    const elsewhere = definePlugin({
      id: 'elsewhere',
      needs: { database: Database },
      setup({ services, contribute, onReady }) {
        contribute(Migrations, { id: 'elsewhere', folder: pathToFileURL(folder) });
        onReady(async () => {
          rows = (await sql`select * from elsewhere_things`.execute(services.database.system())).rows;
        });
      },
    });
    await start(elsewhere);
    expect(rows).toEqual([]);
    rmSync(folder, { recursive: true });
  });

  it('is healthy while the database answers, and says no more than that when it does not', async () => {
    const kernel = await start();
    const check = kernel.contributions(HealthChecks).get('database');
    expect(await check?.check(AbortSignal.timeout(5_000))).toMatchObject({ state: 'ok' });
    await kernel.stop();
    expect(await check?.check(AbortSignal.timeout(5_000))).toMatchObject({
      state: 'failed',
      code: 'database.unreachable',
      summary: 'The database can not be reached.',
    });
  });

  it('refuses the folder of a running process and takes it when that one has stopped', async () => {
    const first = await start();
    await expect(start()).rejects.toThrow(/is used by process/);
    await first.stop();
    const second = await start();
    expect((await sql`select 1 as one`.execute(second.resolve(Database).system())).rows).toEqual([{ one: 1 }]);
  });
});
