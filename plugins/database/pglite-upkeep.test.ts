import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { vacuumChangedTables } from './pglite-upkeep.ts';
import { createNotes, type NoteTables } from './testing/notes.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

let test: TestDatabase;
let db: Kysely<NoteTables>;

beforeAll(async () => {
  test = await createTestDatabase();
  db = test.database.system<NoteTables>();
  await createNotes(db);
});
afterAll(() => test.dispose());

const flushed = () => sql`select pg_stat_force_next_flush()`.execute(db);

describe('the upkeep', () => {
  it('removes the dead rows of a table that changed much, once, and leaves others alone', async () => {
    await sql`insert into notes select n, 'x' from generate_series(1, 4000) n`.execute(db);
    await sql`update notes set text = 'y'`.execute(db);
    await flushed();
    await sql`select 1`.execute(db);
    expect(await vacuumChangedTables(test.database.system())).toEqual(['notes']);
    await flushed();
    await sql`select 1`.execute(db);
    expect(await vacuumChangedTables(test.database.system())).toEqual([]);
    const { rows } = await sql`select n_dead_tup as dead from pg_stat_user_tables where relname = 'notes'`.execute(db);
    expect(rows).toEqual([{ dead: 0 }]);
    const planned = await sql`select reltuples::int as rows from pg_class where relname = 'notes'`.execute(db);
    expect(planned.rows).toEqual([{ rows: 4_000 }]);
  });
});
