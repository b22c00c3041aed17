import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { greetingWorkflow, modelChat } from '#engine/testing/app-document.ts';
import { batchClient } from '#plugins/batch-api/testing/batch-client.ts';
import { findProgram } from '#plugins/delivery-api/testing/find-program.ts';
import { startPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { entry } from './contract.ts';
import { type OpenDatabaseOptions, type OpenedDatabase, openDatabase } from './open-database.ts';
import { poolerHealthCheck } from './pooler.ts';
import { createNotes, NoteSink, type NoteTables, readNotes } from './testing/notes.ts';
import { startBouncer, type TestBouncer } from './testing/pgbouncer.ts';
import { cloneDatabase, createEmptyDatabase, dropDatabase } from './testing/prepared-server.ts';
import { runQuery } from './testing/run-query.ts';
import { silentLogger } from './testing/silent-logger.ts';

const server = inject('testDatabaseUrl');
const program =
  server === '' ? null : findProgram(['pgbouncer', '/usr/sbin/pgbouncer'], 'tests behind a pooler of PostgreSQL');

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

const rowOf = (workspaceId: string) => ({
  id: randomUUID(),
  workspace_id: workspaceId,
  app_id: randomUUID(),
  type: 'service_api',
  session_id: randomUUID(),
  is_anonymous: false,
});
const seen = (from: Kysely<Tables>) => from.selectFrom('end_users').select('workspace_id').execute();

const urls: string[] = [];
const homes: string[] = [];
const opened: OpenedDatabase[] = [];

async function open(url: string, more: Partial<OpenDatabaseOptions> = {}): Promise<OpenedDatabase> {
  const home = mkdtempSync(join(tmpdir(), 'weft-test-'));
  homes.push(home);
  const one = await openDatabase({ home, url, poolSize: 8, logger: silentLogger, ...more });
  opened.push(one);
  return one;
}

async function own(make: (server: string) => Promise<string>): Promise<string> {
  const url = await make(server);
  urls.push(url);
  return url;
}

afterEach(async () => {
  for (const one of opened.splice(0)) await one.close(AbortSignal.timeout(2_000));
  for (const home of homes.splice(0)) rmSync(home, { recursive: true, force: true });
  for (const url of urls.splice(0)) await dropDatabase(server, url);
});

describe.skipIf(program === null).each(['transaction', 'session'] as const)('behind PgBouncer, per %s', (mode) => {
  let bouncer: TestBouncer;
  beforeAll(async () => {
    bouncer = await startBouncer(program ?? '', server, mode);
  });
  afterAll(() => bouncer.stop());

  it('an empty database is migrated, and found whole at the next start', { timeout: 120_000 }, async () => {
    const url = bouncer.through(await own(createEmptyDatabase));
    for (let starts = 0; starts < 2; starts += 1) {
      const one = await open(url);
      await one.ready;
      expect(one.pooler).toBe(mode);
    }
  });

  it('every workspace sees its own rows only, in statements and transactions, after errors and beside the system', async () => {
    const { database, ready } = await open(bouncer.through(await own(cloneDatabase)));
    await ready;
    const workspaces = Array.from({ length: 6 }, () => randomUUID());
    const system = database.system<Tables>();
    await system.insertInto('end_users').values(workspaces.map(rowOf)).execute();
    const rounds = Array.from({ length: 300 }, async (_, index) => {
      const workspaceId = workspaces[index % workspaces.length] ?? '';
      const db = database.workspace<Tables>(workspaceId);
      if (index % 5 === 0) return expect(await seen(system)).toHaveLength(workspaces.length);
      if (index % 7 === 0) {
        const given = db.updateTable('end_users').set({ workspace_id: randomUUID() }).execute();
        await expect(given).rejects.toMatchObject({ code: '42501' });
      }
      if (index % 11 === 0) {
        await expect(sql`select * from no_such_table`.execute(db)).rejects.toMatchObject({ code: '42P01' });
      }
      if (index % 3 === 0) {
        return db.transaction().execute(async (transaction) => {
          expect(await seen(transaction)).toEqual([{ workspace_id: workspaceId }]);
          await sql`savepoint here`.execute(transaction);
          expect(await seen(transaction)).toEqual([{ workspace_id: workspaceId }]);
        });
      }
      return expect(await seen(db)).toEqual([{ workspace_id: workspaceId }]);
    });
    await Promise.all(rounds);
    // Nothing is left on the connections of the server.
    const left = Array.from({ length: 40 }, () =>
      runQuery<{ role: string; workspace: string | null }>(
        database,
        `select current_user::text as role, nullif(current_setting('weft.workspace_id', true), '') as workspace`,
      ),
    );
    for (const [row] of await Promise.all(left)) {
      expect(row?.workspace).toBeNull();
      expect(row?.role).not.toBe('weft_app');
    }
  });

  it('many that start together do not hold from each other what they look with', async () => {
    const url = bouncer.through(await own(cloneDatabase));
    const together = await Promise.all(Array.from({ length: 12 }, () => open(url)));
    await Promise.all(together.map(({ ready }) => ready));
    expect(new Set(together.map(({ pooler }) => pooler))).toEqual(new Set([mode]));
  });

  it('group commit writes each row once, alone and in bursts, from several processes', async () => {
    const url = bouncer.through(await own(cloneDatabase));
    const [one, other] = [await open(url), await open(url)];
    await Promise.all([one.ready, other.ready]);
    const db = one.database.system<NoteTables>();
    await createNotes(db);
    const sink = new NoteSink();
    const ids = Array.from({ length: 200 }, (_, id) => id);
    await Promise.all(
      ids.map((id) => (id % 2 === 0 ? one : other).groupCommit.add([entry(sink, { id, text: `${id}` })])),
    );
    expect((await readNotes(db)).map(({ id }) => id)).toEqual(ids);
  });

  it('notifications are heard past it, or only of the own process, which is said', async () => {
    const direct = await own(cloneDatabase);
    const finding = (of: OpenedDatabase) => poolerHealthCheck(of).check(AbortSignal.timeout(1_000));
    const past = await open(bouncer.through(direct), { directUrl: direct });
    const through = await open(bouncer.through(direct));
    await Promise.all([past.ready, through.ready]);
    const heard: string[] = [];
    past.notifications.listen('pooler_test', (text) => heard.push(`past ${text}`));
    through.notifications.listen('pooler_test', (text) => heard.push(`through ${text}`));
    await expect
      .poll(async () => {
        await through.notifications.send('pooler_test', 'x');
        return new Set(heard);
      })
      .toEqual(new Set(['past x', 'through x']));
    expect(await finding(past)).toMatchObject({ state: 'ok' });
    expect(await finding(through)).toMatchObject(
      mode === 'session' ? { state: 'ok' } : { state: 'warning', next: expect.stringContaining('DATABASE_DIRECT_URL') },
    );
  });
});

describe.skipIf(program === null)('the whole platform behind PgBouncer, per transaction', () => {
  it('runs apps, streams, and does the jobs of a batch', { timeout: 120_000 }, async () => {
    const bouncer = await startBouncer(program ?? '', server, 'transaction');
    const url = await own(cloneDatabase);
    const platform = await startPlatform({ env: { DATABASE_URL: bouncer.through(url) } });
    try {
      const greeting = await platform.importApp(greetingWorkflow());
      const body = { inputs: { name: 'Ada' }, user: 'u1' };
      expect((await platform.post(greeting.key, '/v1/workflows/run', body)).body).toMatchObject({
        data: { status: 'succeeded' },
      });
      const chat = await platform.importApp(modelChat());
      const said = { inputs: {}, query: 'Hello', user: 'u1', response_mode: 'streaming' };
      const { events } = await platform.stream(chat.key, '/v1/chat-messages', said);
      expect(events.at(-1)).toMatchObject({ event: 'workflow_finished', data: { status: 'succeeded' } });
      const batches = batchClient(platform.url, greeting.key);
      const { id } = await batches.create('name\nAda\nBob\n');
      expect(await batches.until(id, ({ status }) => status === 'finished')).toMatchObject({ succeeded: 2 });
      expect(platform.log.filter(({ level }) => level === 'error')).toEqual([]);
    } finally {
      await platform.dispose();
      await bouncer.stop();
    }
  });
});

describe.skipIf(program === null)('behind PgBouncer, per statement', () => {
  it('a start is refused by name, with the remedy, before anything is migrated', async () => {
    const bouncer = await startBouncer(program ?? '', server, 'statement');
    try {
      const direct = await own(createEmptyDatabase);
      const refused = await open(bouncer.through(direct));
      await expect(refused.ready).rejects.toMatchObject({ code: 'database.pooler_per_statement' });
      await expect(refused.ready).rejects.toThrow(/pool_mode = transaction/);
    } finally {
      await bouncer.stop();
    }
  });
});

describe.skipIf(server === '')('without a pooler', () => {
  it('a server is told from one', async () => {
    const one = await open(await own(cloneDatabase));
    await one.ready;
    expect([one.pooler, one.canListen, one.database.keepsSessions]).toEqual(['none', true, true]);
  });
});
