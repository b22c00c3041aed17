import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Maintenance } from './maintenance.ts';
import { createNotes, type NoteTables } from './testing/notes.ts';
import { silentLogger } from './testing/silent-logger.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

let test: TestDatabase;
let db: Kysely<NoteTables>;

beforeAll(async () => {
  test = await createTestDatabase();
  db = test.database.system<NoteTables>();
  await createNotes(db);
  await sql`create schema "of a library"`.execute(db);
  await sql`create table "of a library".queue (id int)`.execute(db);
});
afterAll(() => test.dispose());

/** What is counted of tables is written now and then, at the end of a transaction. */
const counted = async () => {
  await sql`select pg_stat_force_next_flush()`.execute(db);
  await sql`select 1`.execute(db);
};

async function isLeftToTheServer(): Promise<boolean> {
  const { rows } = await sql<{ autovacuum: string }>`show autovacuum`.execute(db);
  return test.database.kind === 'postgres' && rows[0]?.autovacuum === 'on';
}

describe('the maintenance', () => {
  it('analyzes a table of which nothing is known, once, and leaves its dead rows to autovacuum', async () => {
    await sql`create table news (id int primary key)`.execute(db);
    await sql`insert into news select n from generate_series(1, 2000) n`.execute(db);
    await sql`delete from news where id > 1000`.execute(db);
    await counted();
    const maintenance = new Maintenance(test.database, silentLogger);
    expect(await maintenance.analyzeUnknown()).toEqual(['news']);
    await counted();
    expect(await maintenance.analyzeUnknown()).toEqual([]);
    const { rows } = await sql`
      select reltuples::int as rows, n_dead_tup::int as dead from pg_class join pg_stat_user_tables on relid = oid
      where pg_class.relname = 'news'`.execute(db);
    expect(rows).toEqual([{ rows: 1_000, dead: 1_000 }]);
    await sql`drop table news`.execute(db);
  });

  it('removes the dead rows of tables that changed much, once, and leaves others alone', async () => {
    const warnings: string[] = [];
    const maintenance = new Maintenance(test.database, {
      ...silentLogger,
      warn: (_, message) => warnings.push(message),
    });
    await sql`insert into notes select n, 'x' from generate_series(1, 4000) n`.execute(db);
    await sql`insert into "of a library".queue select n from generate_series(1, 4000) n`.execute(db);
    await sql`update notes set text = 'y'`.execute(db);
    await sql`create table news (id int)`.execute(db);
    await sql`insert into news select n from generate_series(1, 900) n`.execute(db);
    await counted();
    const worked = await maintenance.work();
    if (await isLeftToTheServer()) {
      expect(worked).toEqual([]);
      expect(warnings).toEqual([]);
      return;
    }
    expect(worked).toEqual(['notes', 'queue', 'news']);
    await counted();
    expect(await maintenance.work()).toEqual([]);
    const delays = await sql`show vacuum_cost_delay`.execute(db);
    expect(delays.rows).toEqual([{ vacuum_cost_delay: '0' }]);
    const { rows } = await sql`select n_dead_tup as dead from pg_stat_user_tables where relname = 'notes'`.execute(db);
    expect(rows).toEqual([{ dead: 0 }]);
    const planned = await sql`
      select relname as name, reltuples::int as rows from pg_class where relname in ('notes', 'queue', 'news') order by 1`.execute(
      db,
    );
    expect(planned.rows).toEqual([
      { name: 'news', rows: 900 },
      { name: 'notes', rows: 4_000 },
      { name: 'queue', rows: 4_000 },
    ]);
    // A server's operator is told, once.
    expect(warnings).toEqual(
      test.database.kind === 'pglite' ? [] : [expect.stringContaining("PostgreSQL's autovacuum is off")],
    );
  });

  it('leaves out a table that somebody holds', async ({ skip }) => {
    skip(test.database.kind === 'pglite' || (await isLeftToTheServer()), 'nobody else is there, or the server vacuums');
    await sql`update notes set text = 'z'`.execute(db);
    await counted();
    await db.transaction().execute(async (transaction) => {
      await sql`lock table notes in share update exclusive mode`.execute(transaction);
      await new Maintenance(test.database, silentLogger).work();
    });
    const { rows } = await sql`select n_dead_tup as dead from pg_stat_user_tables where relname = 'notes'`.execute(db);
    expect(rows).toEqual([{ dead: 4_000 }]);
  });
});
