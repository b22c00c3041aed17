import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { connectPostgres } from './connections.ts';
import { entry } from './contract.ts';
import { type OpenedDatabase, openDatabase } from './open-database.ts';
import { systemSession } from './session.ts';
import { createNotes, NoteSink, type NoteTables, readNotes } from './testing/notes.ts';
import { createEmptyDatabase, dropDatabase } from './testing/prepared-server.ts';
import { silentLogger } from './testing/silent-logger.ts';
import { inBurst } from './weft-dialect.ts';

const server = inject('testDatabaseUrl');

describe.skipIf(server === '')('on a PostgreSQL server', () => {
  let url = '';
  let admin: pg.Client;
  const homes: string[] = [];
  const opened: OpenedDatabase[] = [];

  async function open(address = url): Promise<OpenedDatabase> {
    const home = mkdtempSync(join(tmpdir(), 'weft-test-'));
    homes.push(home);
    const one = await openDatabase({ home, url: address, poolSize: 4, logger: silentLogger });
    opened.push(one);
    return one;
  }

  const endConnections = () =>
    admin.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );

  beforeAll(async () => {
    url = await createEmptyDatabase(server);
    admin = new pg.Client({ connectionString: url });
    await admin.connect();
  });
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close(AbortSignal.timeout(2_000));
    for (const home of homes.splice(0)) rmSync(home, { recursive: true, force: true });
  });
  afterAll(async () => {
    await admin.end();
    await dropDatabase(server, url);
  });

  it('a burst leaves as one piece', async () => {
    const connections = connectPostgres({ url, poolSize: 1, logger: silentLogger });
    const lease = await connections.acquire(systemSession);
    const { stream } = (lease.client as unknown as { connection: { stream: object } }).connection;
    const write = vi.spyOn(stream, '_writev' as never);
    await inBurst(lease, [(db) => sql`select 1`.execute(db), (db) => sql`select 2`.execute(db)]);
    expect(write).toHaveBeenCalledTimes(1);
    await connections.close();
  });

  it('processes that start together on an empty database migrate it once', async () => {
    const all = await Promise.all([open(), open(), open(), open()]);
    await Promise.all(all.map(({ ready }) => ready));
    const { rows } = await admin.query<{ name: string; count: number }>(
      'select name, count(*)::int as count from kysely_migration group by name',
    );
    expect(rows.length).toBeGreaterThan(4);
    expect(rows.every(({ count }) => count === 1)).toBe(true);
  });

  it('the next query works after the server ended the idle connections', async () => {
    const { database, ready } = await open();
    await ready;
    await Promise.all([1, 2, 3].map(() => sql`select pg_sleep(0.01)`.execute(database.system())));
    await endConnections();
    await sleep(50);
    expect((await sql`select 1 as one`.execute(database.system())).rows).toEqual([{ one: 1 }]);
  });

  it('a query under which the connection ends fails, and the next one is in its own session', async () => {
    const { database, ready } = await open();
    await ready;
    const workspaceId = randomUUID();
    const dying = sql`select pg_sleep(20)`.execute(database.workspace(workspaceId));
    const failed = expect(dying).rejects.toMatchObject({ code: '57P01' });
    const underWay = `select from pg_stat_activity
      where datname = current_database() and state = 'active' and query = 'select pg_sleep(20)'`;
    await expect.poll(async () => (await admin.query(underWay)).rowCount).toBe(1);
    await endConnections();
    await failed;
    const { rows } = await sql`
      select current_user::text as role, current_setting('weft.workspace_id') as workspace`.execute(
      database.workspace(workspaceId),
    );
    expect(rows).toEqual([{ role: 'weft_app', workspace: workspaceId }]);
  });

  it('group commit loses and doubles nothing while connections are ended again and again', async () => {
    const { database, groupCommit, ready } = await open();
    await ready;
    const db = database.system<NoteTables>();
    await createNotes(db);
    const sink = new NoteSink();
    const writes: Promise<void>[] = [];
    for (let id = 0; id < 300; id += 1) {
      writes.push(groupCommit.add([entry(sink, { id, text: 'x' })]));
      if (id % 30 === 0) await endConnections();
      await sleep(1);
    }
    await Promise.all(writes);
    expect((await readNotes(db)).map(({ id }) => id)).toEqual(Array.from({ length: 300 }, (_, id) => id));
  });

  it('group commit keeps its rows while the database is closed to connections', async () => {
    const { database, groupCommit, ready } = await open();
    await ready;
    const db = database.system<NoteTables>();
    await createNotes(db);
    // The server takes this only from another database's connection.
    const outside = new pg.Client({ connectionString: server });
    await outside.connect();
    const allow = (isOpen: boolean) =>
      outside.query(`alter database "${new URL(url).pathname.slice(1)}" allow_connections ${isOpen}`);
    await allow(false);
    try {
      await endConnections();
      await expect.poll(() => sql`select 1`.execute(db).catch((error) => error)).toMatchObject({ code: '55000' });
      let isWritten = false;
      const written = groupCommit.add([entry(new NoteSink(), { id: 1_000, text: 'late' })]).then(() => {
        isWritten = true;
      });
      await expect(sql`select 1`.execute(db)).rejects.toMatchObject({ code: '55000' });
      expect({ isWritten, pending: groupCommit.pending }).toEqual({ isWritten: false, pending: 1 });
      await allow(true);
      await written;
    } finally {
      await allow(true);
      await outside.end();
    }
    expect(await readNotes(db)).toContainEqual({ id: 1_000, text: 'late' });
  });

  it('fails with the remedy when the login role may not enter the role of workspaces', async () => {
    const login = `weft_login_${randomUUID().slice(0, 8)}`;
    await (await open()).ready;
    await admin.query(`create role ${login} login`);
    try {
      const address = new URL(url);
      address.username = login;
      const weak = await open(address.href);
      await expect(weak.ready).rejects.toMatchObject({
        code: 'database.role_missing',
        message: expect.stringContaining(`grant weft_app to "${login}";`),
      });
    } finally {
      await admin.query(`drop role ${login}`);
    }
  });

  it('keeps workspaces apart and lets the system see all when the login role is no superuser', async () => {
    const login = `weft_login_${randomUUID().slice(0, 8)}`;
    await (await open()).ready;
    const own = await createEmptyDatabase(server);
    await admin.query(`create role ${login} login`);
    await admin.query(`grant weft_app to ${login}`);
    await admin.query(`alter database "${new URL(own).pathname.slice(1)}" owner to ${login}`);
    try {
      const address = new URL(own);
      address.username = login;
      const { database, ready } = await open(address.href);
      await ready;
      const [first, second] = [randomUUID(), randomUUID()];
      await sql`
        insert into end_users (id, workspace_id, app_id, type, session_id, is_anonymous)
        select gen_random_uuid(), w::uuid, gen_random_uuid(), 't', 's', true
        from unnest(${[first, second]}::text[]) w`.execute(database.system());
      const seen = sql<{ workspace_id: string }>`select workspace_id from end_users`;
      expect((await seen.execute(database.system())).rows).toHaveLength(2);
      expect((await seen.execute(database.workspace(second))).rows).toEqual([{ workspace_id: second }]);
    } finally {
      for (const one of opened.splice(0)) await one.close();
      await dropDatabase(server, own);
      await admin.query(`drop role ${login}`);
    }
  });

  it('a wrong address fails with a message that names the setting and no password', async () => {
    const address = new URL(url);
    address.pathname = '/no_such_database';
    address.password = 'canary';
    const { ready } = await open(address.href);
    await expect(ready).rejects.toThrow(/no_such_database.*DATABASE_URL/);
    await expect(ready).rejects.not.toThrow('canary');
  });
});
