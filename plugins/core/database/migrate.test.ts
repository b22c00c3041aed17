import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Kysely, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type OpenedDatabase, openDatabase } from './open-database.ts';
import { bufferMb } from './testing/buffers.ts';
import { silentLogger } from './testing/silent-logger.ts';
import { type TestDatabaseEnvironment, testDatabaseEnvironment } from './testing/test-database.ts';

let environment: TestDatabaseEnvironment;
let opened: OpenedDatabase;
let db: Kysely<unknown>;
let folder = '';

beforeAll(async () => {
  environment = await testDatabaseEnvironment();
  const url = environment.env.DATABASE_URL ?? '';
  opened = await openDatabase({ home: environment.home, url, poolSize: 2, bufferMb, logger: silentLogger });
  await opened.ready;
  db = opened.database.system();
});
afterAll(async () => {
  await opened.close();
  await environment.dispose();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weft-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(plugin: string, file: string, statement: string): void {
  mkdirSync(join(folder, plugin), { recursive: true });
  const run = `await db.executeQuery({ sql: ${JSON.stringify(statement)}, parameters: [], query: { kind: 'RawNode', sqlFragments: [], parameters: [] }, queryId: { queryId: 'x' } });`;
  writeFileSync(join(folder, plugin, file), `export async function up(db) { ${run} }\n`);
}

const migrate = (...plugins: string[]) =>
  opened.migrate(plugins.map((id) => ({ id, folder: pathToFileURL(join(folder, id)) })));

const exists = async (table: string) =>
  (await sql<{ is: boolean }>`select to_regclass(${table}) is not null as is`.execute(db)).rows[0]?.is;

describe('migrations', () => {
  it('of a plugin from elsewhere are applied once, in the order of their names', async () => {
    write('first', '0001-make.mjs', 'create table first_things (id integer)');
    write('first', '0002-change.mjs', 'alter table first_things add column more integer');
    writeFileSync(join(folder, 'first', 'notes.txt'), 'no migration');
    await migrate('first');
    await migrate('first');
    await sql`select id, more from first_things`.execute(db);
    const { rows } = await sql`select name from kysely_migration where name like 'first/%' order by name`.execute(db);
    expect(rows).toEqual([{ name: 'first/0001-make' }, { name: 'first/0002-change' }]);
  });

  it('may come later than others with a higher name', async () => {
    write('zebra', '0002-late.mjs', 'create table zebra_late (id integer)');
    await migrate('zebra');
    write('zebra', '0001-early.mjs', 'create table zebra_early (id integer)');
    await migrate('zebra');
    expect([await exists('zebra_early'), await exists('zebra_late')]).toEqual([true, true]);
  });

  it('that fail leave nothing behind, and the message names them', async () => {
    write('broken', '0001-fine.mjs', 'create table broken_fine (id integer)');
    write('broken', '0002-wrong.mjs', 'create table broken_wrong (id no_such_type)');
    await expect(migrate('broken')).rejects.toThrow(
      /Migration broken\/0002-wrong failed and was rolled back.*no_such_type/,
    );
    expect(await exists('broken_fine')).toBe(false);
  });

  it('without an up are refused', async () => {
    mkdirSync(join(folder, 'empty'));
    writeFileSync(join(folder, 'empty', '0001-nothing.mjs'), 'export const down = 1;\n');
    await expect(migrate('empty')).rejects.toMatchObject({ code: 'database.invalid_migration' });
  });

  it('that leave a table of a workspace open are refused by name, at each start', async () => {
    write('open', '0001-things.mjs', 'create table open_things (id integer, workspace_id uuid not null)');
    try {
      await expect(migrate('open')).rejects.toThrow(/open to every workspace: open_things/);
      await expect(migrate('open')).rejects.toMatchObject({ code: 'database.table_not_isolated' });
    } finally {
      await sql`drop table if exists open_things`.execute(db);
    }
  });
});
