import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNotes, type NoteTables, readNotes } from './testing/notes.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

let test: TestDatabase;
let db: Kysely<NoteTables>;

beforeAll(async () => {
  test = await createTestDatabase();
  db = test.database.system<NoteTables>();
  await createNotes(db);
});
afterAll(() => test.dispose());

describe('the database', () => {
  it('gives values the same way on both kinds', async () => {
    const { rows } = await sql`
      select 9007199254740991::int8 as large, '{1,null}'::int8[] as many, count(*) as count, 1.50::numeric as price,
        '2026-11-21 10:00:00+02'::timestamptz as at, '2026-11-21 10:00:00'::timestamp as utc, '2026-11-21'::date as day,
        '{"b": 1.0, "a": [null]}'::jsonb as object, '"x"'::json as text, '\\x00ff'::bytea as bytes, true as flag,
        0.1::float8 as real, '{"a b",c}'::text[] as words
      from generate_series(1, 3)`.execute(db);
    expect(rows).toEqual([
      {
        large: 9007199254740991,
        many: [1, null],
        count: 3,
        price: '1.50',
        at: new Date('2026-11-21T08:00:00Z'),
        utc: new Date('2026-11-21T10:00:00Z'),
        day: '2026-11-21',
        object: { b: 1, a: [null] },
        text: 'x',
        bytes: Buffer.from([0, 255]),
        flag: true,
        real: 0.1,
        words: ['a b', 'c'],
      },
    ]);
  });

  it('refuses an int8 that a number can not hold, and goes on', async () => {
    await expect(sql`select 9007199254740993::int8`.execute(db)).rejects.toThrow('does not fit a number');
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  });

  it('takes times, text in any language, bytes and text of many megabytes as parameters', async () => {
    const at = new Date('2026-11-21T08:00:00.123Z');
    const long = 'ä€𐍈'.repeat(500_000);
    const bytes = Buffer.from([1, 0, 2]);
    const { rows } =
      await sql`select ${at}::timestamptz as at, ${long}::text as long, ${bytes}::bytea as bytes`.execute(db);
    expect(rows).toEqual([{ at, long, bytes }]);
  });

  it('keeps the codes of errors and the names of constraints', async () => {
    await db.insertInto('notes').values({ id: 1, text: 'x' }).execute();
    const twice = db.insertInto('notes').values({ id: 1, text: 'y' }).execute();
    await expect(twice).rejects.toMatchObject({ code: '23505', constraint: 'notes_pkey', table: 'notes' });
  });

  it('counts the rows a statement changed', async () => {
    await db
      .insertInto('notes')
      .values([
        { id: 2, text: 'x' },
        { id: 3, text: 'x' },
      ])
      .execute();
    const result = await db.updateTable('notes').set({ text: 'z' }).where('id', 'in', [2, 3]).executeTakeFirst();
    expect(result.numUpdatedRows).toBe(2n);
  });

  it('keeps a transaction apart from queries that run beside it', async () => {
    let beside: Promise<number> = Promise.resolve(-1);
    const failed = db.transaction().execute(async (transaction) => {
      await transaction.insertInto('notes').values({ id: 10, text: 'x' }).execute();
      beside = readNotes(db).then((notes) => notes.filter(({ id }) => id === 10).length);
      await transaction.insertInto('notes').values({ id: 11, text: 'x' }).execute();
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow('changed my mind');
    expect(await beside).toBe(0);
    expect((await readNotes(db)).filter(({ id }) => id >= 10)).toEqual([]);
  });

  it('goes back to a savepoint and commits the rest', async () => {
    const transaction = await db.startTransaction().execute();
    await transaction.insertInto('notes').values({ id: 20, text: 'x' }).execute();
    const inner = await transaction.savepoint('inner').execute();
    await inner.insertInto('notes').values({ id: 21, text: 'x' }).execute();
    await inner.rollbackToSavepoint('inner').execute();
    await transaction.commit().execute();
    expect((await readNotes(db)).filter(({ id }) => id >= 20).map(({ id }) => id)).toEqual([20]);
  });

  it('answers a repeated query also after its table got another column, and in a transaction from the next one on', async () => {
    await sql`create table growing (id integer)`.execute(db);
    await sql`insert into growing values (7)`.execute(db);
    const read = (from: Kysely<NoteTables>) => sql`select * from growing where id = ${7}`.execute(from);
    for (let round = 0; round < 5; round += 1) await read(db);
    await sql`alter table growing add column name text default 'new'`.execute(db);
    expect((await read(db)).rows).toEqual([{ id: 7, name: 'new' }]);
    for (let round = 0; round < 5; round += 1) await read(db);
    expect((await db.transaction().execute(read)).rows).toEqual([{ id: 7, name: 'new' }]);
  });

  it('keeps the plans of the system and of a workspace apart', async () => {
    const workspaceId = '0198c5a0-0000-7000-8000-000000000001';
    const read = (from: Kysely<NoteTables>) =>
      sql<{ role: string }>`
      select current_user::text as role, count(*) from end_users where type <> ${'x'}`.execute(from);
    const roles = new Set<string>();
    for (let round = 0; round < 12; round += 1) {
      const { rows } = await read(round % 2 === 0 ? db : test.database.workspace(workspaceId));
      roles.add(`${round % 2} ${rows[0]?.role}`);
    }
    expect(roles.size).toBe(2);
    expect(roles.has('1 weft_app')).toBe(true);
  });

  it('answers several statements in one text with the last result', async () => {
    expect((await sql`select 1 as a; select 2 as b`.execute(db)).rows).toEqual([{ b: 2 }]);
  });

  it('answers hundreds of queries asked at once, each with its own rows', async () => {
    const answers = await Promise.all(
      Array.from(
        { length: 400 },
        async (_, n) => (await sql<{ n: number }>`select ${n}::int as n`.execute(db)).rows[0]?.n,
      ),
    );
    expect(answers).toEqual(Array.from({ length: 400 }, (_, n) => n));
  });

  it('says that rows are read in pages when somebody wants to stream them', async () => {
    const stream = async () => {
      for await (const row of db.selectFrom('notes').selectAll().stream()) expect(row).toBeUndefined();
    };
    await expect(stream()).rejects.toMatchObject({ code: 'database.no_streams' });
  });
});
