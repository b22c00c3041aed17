import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { entry, type Sink } from './contract.ts';
import { BatchedGroupCommit } from './group-commit.ts';
import { createNotes, type Note, NoteSink, type NoteTables, readNotes } from './testing/notes.ts';
import { silentLogger } from './testing/silent-logger.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

let test: TestDatabase;
let db: Kysely<NoteTables>;
let sink: NoteSink;
let groupCommit: BatchedGroupCommit;

beforeAll(async () => {
  test = await createTestDatabase();
  db = test.database.system<NoteTables>();
  await createNotes(db);
});
beforeEach(async () => {
  await db.deleteFrom('notes').execute();
  sink = new NoteSink();
  groupCommit = new BatchedGroupCommit({ database: test.database, logger: silentLogger });
});
afterAll(() => test.dispose());

const add = (id: number, delay?: number) =>
  groupCommit.add([entry(sink, { id, text: 'x' })], delay === undefined ? {} : { delay });
const ids = async () => (await readNotes(db)).map(({ id }) => id);

/** A connection that is lost so many times, before or after the rows were committed. */
class LossySink extends NoteSink {
  override readonly id = 'test.lossy';
  losses: number;
  readonly #isAfter: boolean;

  constructor(losses: number, isAfter: boolean) {
    super();
    this.losses = losses;
    this.#isAfter = isAfter;
  }

  override async write(on: Kysely<never>, rows: readonly Note[]): Promise<void> {
    if (this.#isAfter) await super.write(on, rows);
    if (this.losses > 0) {
      this.losses -= 1;
      throw new Error('Connection terminated unexpectedly');
    }
    if (!this.#isAfter) await super.write(on, rows);
  }
}

describe('group commit', () => {
  it('has written the rows when it resolves', async () => {
    await add(1);
    expect(await ids()).toEqual([1]);
    expect(groupCommit.pending).toBe(0);
  });

  it('begins a batch behind what the rest of the same call puts at the end of the turn', async () => {
    const order: string[] = [];
    class ToldSink extends NoteSink {
      override async write(on: Kysely<never>, rows: readonly Note[]): Promise<void> {
        order.push('batch');
        await super.write(on, rows);
      }
    }
    const written = groupCommit.add([entry(new ToldSink(), { id: 1, text: 'x' })]);
    setImmediate(() => order.push('the rest'));
    await written;
    expect(order).toEqual(['the rest', 'batch']);
  });

  it('writes what comes in one turn together, and what comes during a batch as the next one', async () => {
    const first = [add(1), add(2), add(3)];
    expect(groupCommit.pending).toBe(3);
    await sleep(0);
    const second = [add(4), add(5)];
    await Promise.all([...first, ...second]);
    expect(sink.batches).toEqual([3, 2]);
    expect(await ids()).toEqual([1, 2, 3, 4, 5]);
  });

  it('counts the characters that wait, and takes no more of them into one batch than it should', async () => {
    const heavy: Sink<Note> = {
      id: 'test.heavy',
      write: (on, rows) => sink.write(on, rows),
      weigh: () => 3_000_000,
    };
    const all = [1, 2, 3, 4, 5].map((id) => groupCommit.add([entry(heavy, { id, text: 'x' })]));
    expect(groupCommit.backlog).toBeGreaterThanOrEqual(15_000_000);
    await Promise.all(all);
    expect(sink.batches).toEqual([2, 2, 1]);
    expect(groupCommit.backlog).toBe(0);
  });

  it('lets a patient row wait for a batch and takes it along with the next batch', async () => {
    const patient = add(1, 60_000);
    await sleep(20);
    expect(sink.batches).toEqual([]);
    await Promise.all([patient, add(2)]);
    expect(sink.batches).toEqual([2]);
  });

  it('writes a patient row when its time is over, though nobody came', async () => {
    await add(1, 20);
    expect(await ids()).toEqual([1]);
  });

  it('fails only the group with the bad row, all of it', async () => {
    const bad = groupCommit.add([
      entry(sink, { id: 50, text: 'y' }),
      entry(sink, { id: 51, text: 'far too long a text' }),
    ]);
    const good = Array.from({ length: 9 }, (_, index) => add(index));
    const [failed, ...others] = await Promise.allSettled([bad, ...good]);
    expect(failed).toMatchObject({ status: 'rejected', reason: { code: '22001' } });
    expect(others.every(({ status }) => status === 'fulfilled')).toBe(true);
    expect(await ids()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('writes the entries of a group to several tables in one transaction', async () => {
    const broken: Sink<number> = { id: 'test.broken', write: () => Promise.reject(new Error('refused')) };
    await expect(groupCommit.add([entry(sink, { id: 1, text: 'x' }), entry(broken, 1)])).rejects.toThrow('refused');
    expect(await ids()).toEqual([]);
  });

  it('writes the entries of a group in the order in which they were given', async () => {
    await sql`create table if not exists remarks (note integer not null references notes (id), text text)`.execute(db);
    const remarks: Sink<number> = {
      id: 'test.remarks',
      isSingleStatement: true,
      async write(on, rows) {
        await sql`insert into remarks select unnest(${rows}::integer[]), 'x'`.execute(on);
      },
    };
    await Promise.all([1, 2, 3].map((id) => groupCommit.add([entry(sink, { id, text: 'x' }), entry(remarks, id)])));
    const early = groupCommit.add([entry(remarks, 4), entry(sink, { id: 4, text: 'x' })]);
    await expect(early).rejects.toMatchObject({ code: '23503' });
    const { rows } = await sql<{ note: number }>`delete from remarks returning note`.execute(db);
    expect(rows.map(({ note }) => note).sort()).toEqual([1, 2, 3]);
    expect(await ids()).toEqual([1, 2, 3]);
  });

  it('leaves no transaction open when a sink throws before it has asked for anything', async () => {
    const throwing: Sink<number> = {
      id: 'test.throwing',
      isSingleStatement: true,
      write: () => {
        throw new Error('refused');
      },
    };
    const single: Sink<Note> = {
      id: 'test.single',
      isSingleStatement: true,
      write: (on, rows) => sink.write(on, rows),
    };
    // More often than there are connections.
    for (const id of [1, 2, 3, 4, 5, 6]) {
      const group = [entry(single, { id, text: 'x' }), entry(throwing, id)];
      await expect(groupCommit.add(group)).rejects.toThrow('refused');
    }
    const open = `select count(*)::int as open from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%' and pid <> pg_backend_pid()`;
    expect((await sql.raw<{ open: number }>(open).execute(db)).rows).toEqual([{ open: 0 }]);
    const states = Array.from({ length: 4 }, () =>
      sql<{ isOwn: boolean }>`select now() = statement_timestamp() as "isOwn", pg_sleep(0.05)`.execute(db),
    );
    for (const { rows } of await Promise.all(states)) expect(rows).toMatchObject([{ isOwn: true }]);
    expect(await ids()).toEqual([]);
    await add(7);
    expect(await ids()).toEqual([7]);
  });

  it('leaves nothing of a group whose last entry a sink refuses after it was written', async () => {
    const refusing: Sink<Note> = {
      id: 'test.refusing',
      async write(on, rows) {
        await sink.write(on, rows);
        throw new Error('refused');
      },
    };
    await expect(
      groupCommit.add([entry(sink, { id: 1, text: 'x' }), entry(refusing, { id: 2, text: 'x' })]),
    ).rejects.toThrow('refused');
    expect(await ids()).toEqual([]);
  });

  it.each([
    ['before', false],
    ['after', true],
  ])('writes again when the connection is lost %s the commit, and has each row once', async (_, isAfter) => {
    const lossy = new LossySink(3, isAfter);
    await Promise.all([1, 2, 3].map((id) => groupCommit.add([entry(lossy, { id, text: 'x' })])));
    expect(lossy.losses).toBe(0);
    expect(await ids()).toEqual([1, 2, 3]);
  });

  it('splits what came during an outage into batches of bounded size', async () => {
    await Promise.all(Array.from({ length: 4_500 }, (_, id) => add(id)));
    expect(sink.batches).toEqual([2_000, 2_000, 500]);
    expect((await ids()).length).toBe(4_500);
  });

  it('writes everything that waits before it closes, and takes nothing afterwards', async () => {
    const patient = add(1, 60_000);
    const running = add(2);
    await groupCommit.close();
    await Promise.all([patient, running]);
    expect(await ids()).toEqual([1, 2]);
    await expect(add(3)).rejects.toMatchObject({ code: 'database.closed' });
  });

  it('gives up what it holds when it must close while the database is away', async () => {
    const lossy = new LossySink(Number.POSITIVE_INFINITY, false);
    const lost = groupCommit.add([entry(lossy, { id: 1, text: 'x' })]);
    const failed = expect(lost).rejects.toMatchObject({ code: 'database.closed' });
    await groupCommit.close(AbortSignal.timeout(100));
    await failed;
    expect(groupCommit.pending).toBe(0);
  });
});
