import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

interface Tables {
  end_users: {
    id: string;
    workspace_id: string;
    app_id: string;
    type: string;
    session_id: string;
    is_anonymous: boolean;
  };
}

const ours = randomUUID();
const theirs = randomUUID();
const rowOf = (workspaceId: string) => ({
  id: randomUUID(),
  workspace_id: workspaceId,
  app_id: randomUUID(),
  type: 'service_api',
  session_id: randomUUID(),
  is_anonymous: false,
});
const foreign = rowOf(theirs);

let test: TestDatabase;
let db: Kysely<Tables>;

beforeAll(async () => {
  test = await createTestDatabase();
  db = test.database.workspace<Tables>(ours);
  await test.database
    .system<Tables>()
    .insertInto('end_users')
    .values([foreign, rowOf(ours)])
    .execute();
});
afterAll(() => test.dispose());

const seen = (from: Kysely<Tables>) => from.selectFrom('end_users').select('workspace_id').execute();

async function expectOnlyOurs(): Promise<void> {
  expect(new Set((await seen(db)).map(({ workspace_id }) => workspace_id))).toEqual(new Set([ours]));
}

describe('a workspace session', () => {
  it('sees its own rows only, with no condition in the query', expectOnlyOurs);

  it('sees nothing foreign by id', async () => {
    expect(await db.selectFrom('end_users').selectAll().where('id', '=', foreign.id).execute()).toEqual([]);
  });

  it('can not write a row of another workspace', async () => {
    await expect(db.insertInto('end_users').values(rowOf(theirs)).execute()).rejects.toMatchObject({ code: '42501' });
  });

  it('can neither change nor delete foreign rows', async () => {
    const changed = await db
      .updateTable('end_users')
      .set({ type: 'x' })
      .where('id', '=', foreign.id)
      .executeTakeFirst();
    const deleted = await db.deleteFrom('end_users').where('id', '=', foreign.id).executeTakeFirst();
    expect([changed.numUpdatedRows, deleted.numDeletedRows]).toEqual([0n, 0n]);
  });

  it('can not give a row of its own away', async () => {
    const given = db.updateTable('end_users').set({ workspace_id: theirs }).execute();
    await expect(given).rejects.toMatchObject({ code: '42501' });
  });

  it('holds inside transactions, also when one was rolled back', async () => {
    await db.transaction().execute(async (transaction) => {
      expect(new Set((await seen(transaction)).map((row) => row.workspace_id))).toEqual(new Set([ours]));
    });
    const failed = db.transaction().execute(async (transaction) => {
      await transaction.insertInto('end_users').values(rowOf(theirs)).execute();
    });
    await expect(failed).rejects.toMatchObject({ code: '42501' });
    await expectOnlyOurs();
  });

  it('holds after an error and after the connection served the system', async () => {
    await expect(sql`select * from no_such_table`.execute(db)).rejects.toMatchObject({ code: '42P01' });
    await expectOnlyOurs();
    expect((await seen(test.database.system<Tables>())).length).toBeGreaterThan(1);
    await expectOnlyOurs();
  });

  it('holds when many workspaces and the system use the pool at once', async () => {
    const workspaces = Array.from({ length: 6 }, () => randomUUID());
    const system = test.database.system<Tables>();
    await system.insertInto('end_users').values(workspaces.map(rowOf)).execute();
    const rounds = Array.from({ length: 120 }, async (_, index) => {
      const workspaceId = workspaces[index % workspaces.length] ?? '';
      if (index % 5 === 0) return expect((await seen(system)).length).toBeGreaterThan(6);
      const rows = await seen(test.database.workspace<Tables>(workspaceId));
      return expect(rows).toEqual([{ workspace_id: workspaceId }]);
    });
    await Promise.all(rounds);
  });

  it('sees nothing in tables that belong to no workspace', async () => {
    await expect(sql`select * from processes`.execute(db)).rejects.toMatchObject({ code: '42501' });
    await expect(sql`select * from kysely_migration`.execute(db)).rejects.toMatchObject({ code: '42501' });
  });

  it.each([`${ours}'; reset role; --`, 'x', ''])('is not opened for %j, which is no UUID', (workspaceId) => {
    expect(() => test.database.workspace(workspaceId)).toThrow('A workspace id must be a UUID');
  });

  it('is the same instance each time it is asked for', () => {
    expect(test.database.workspace(ours)).toBe(db);
  });
});
