import { type Kysely, sql } from 'kysely';
import { lowestIdAt, timeOf } from '#kernel';
import type { Database } from '#plugins/database/contract.ts';
import type { RunTables } from './tables.ts';

/** In the order in which retention empties them: whatever is still there has its run. */
const tables = ['run_events', 'node_executions', 'workflow_runs', 'run_blobs'] as const;

export type PartitionWidth = 'week' | 'month';

/** A part of a table: the rows of runs that were started from `from` to before `to` (milliseconds since the epoch). */
export interface Partition {
  readonly table: (typeof tables)[number];
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

const DAY = 86_400_000;

/** The partitions of the history. System: they belong to the installation, not to a workspace. */
export class PartitionStore {
  readonly #database: Pick<Database, 'system'>;

  constructor(database: Pick<Database, 'system'>) {
    this.#database = database;
  }

  /** By table, in the order in which they are emptied, and time. */
  async list(db: Kysely<RunTables> = this.#system()): Promise<Partition[]> {
    const { rows } = await sql<{ table: Partition['table']; name: string; bound: string | null }>`
      select p.relname::text as table, c.relname::text as name, pg_get_expr(c.relpartbound, c.oid) as bound
      from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
      where i.inhparent = any(array[${sql.join(tables.map((table) => sql`${table}::regclass::oid`))}])
      order by 1, 3`.execute(db);
    // One that is dropped in this moment has no bounds any more.
    return rows
      .flatMap(({ table, name, bound }) => (bound === null ? [] : [{ table, name, ...rangeOf(bound) }]))
      .toSorted((a, b) => tables.indexOf(a.table) - tables.indexOf(b.table));
  }

  /** Whether no row of the history is left of a time. */
  async isForgotten({ from, to }: Partition): Promise<boolean> {
    const [lowest, end] = [lowestIdAt(from), lowestIdAt(to)];
    const { rows } = await sql<{ isForgotten: boolean }>`
      select not exists (select from workflow_runs where id >= ${lowest} and id < ${end})
        and not exists (select from node_executions where run_id >= ${lowest} and run_id < ${end}) as "isForgotten"`.execute(
      this.#system(),
    );
    return rows[0]?.isForgotten === true;
  }

  /**
   * Makes what is missing from yesterday to `ahead` milliseconds from `now`, whatever the width of what is there; those
   * to come that are too wide by now are made anew.
   */
  async ensure(now: number, width: PartitionWidth, ahead: number): Promise<void> {
    await this.#system()
      .transaction()
      .execute(async (transaction) => {
        await lock(transaction);
        if (width === 'week') await dropWide(transaction, (await this.list(transaction)).reverse(), now);
        await this.#fill(transaction, { from: periodOf(now - DAY, width).from, to: now + ahead + 1 }, width);
      });
  }

  /** Makes what is missing between two times, whatever the width of what is there. */
  async fill(from: number, to: number, width: PartitionWidth): Promise<void> {
    await this.#system()
      .transaction()
      .execute(async (transaction) => {
        await lock(transaction);
        await this.#fill(transaction, { from, to }, width);
      });
  }

  async #fill(db: Kysely<RunTables>, range: Pick<Partition, 'from' | 'to'>, width: PartitionWidth): Promise<void> {
    const existing = await this.list(db);
    for (const table of tables) {
      const there = existing.filter((partition) => partition.table === table);
      let at = Math.max(0, range.from);
      while (at < range.to) {
        const missing = missingAt(at, there, width);
        if (missing.from < missing.to) await create(db, table, missing);
        at = missing.to;
      }
    }
  }

  /**
   * Drops a partition, unless a run in it has not ended or another process is at it: tells whether it did. Fails
   * rather than keeps others waiting, when somebody reads the table for long.
   */
  async drop({ name, from, to }: Partition): Promise<boolean> {
    return this.#system()
      .transaction()
      .execute(async (transaction) => {
        await sql`set local lock_timeout = '2s'`.execute(transaction);
        const { rows } = await sql<{ isThere: boolean; isOver: boolean }>`
          select pg_try_advisory_xact_lock(hashtext('weft.run-partitions')) and to_regclass(${name}) is not null
            as "isThere", not exists (
            select from workflow_runs
            where id >= ${lowestIdAt(from)} and id < ${lowestIdAt(to)} and status in ('running', 'paused')
          ) as "isOver"`.execute(transaction);
        if (rows[0]?.isThere !== true || !rows[0].isOver) return false;
        await sql`drop table ${sql.table(name)}`.execute(transaction);
        return true;
      });
  }

  #system(): Kysely<RunTables> {
    return this.#database.system<RunTables>();
  }
}

/**
 * Makes the partitions that rows of these runs find missing. Weeks: nobody expected such a time, which is a clock's fault mostly,
 * and little should lie in the partition.
 */
export async function makeRoom(db: Kysely<never>, runIds: readonly string[]): Promise<void> {
  const store = new PartitionStore({ system: <Tables>() => db as unknown as Kysely<Tables> });
  const weeks = new Set(runIds.map((id) => periodOf(timeOf(id), 'week').from));
  for (const from of weeks) await store.fill(from, from + 7 * DAY, 'week');
}

/** What no partition holds from a time on: up to the end of its period, or to the next partition. */
function missingAt(
  at: number,
  there: readonly Partition[],
  width: PartitionWidth,
): { readonly from: number; readonly to: number } {
  const around = there.find(({ from, to }) => from <= at && at < to);
  if (around !== undefined) return { from: around.to, to: around.to };
  const next = Math.min(...there.filter(({ from }) => from > at).map(({ from }) => from));
  return { from: at, to: Math.min(next, periodOf(at, width).to) };
}

/** Drops what lies ahead, is wider than a week and empty; the last first, so that no gap comes to be. */
async function dropWide(db: Kysely<RunTables>, lastFirst: readonly Partition[], now: number): Promise<void> {
  for (const table of tables) {
    for (const { name, from, to } of lastFirst.filter((partition) => partition.table === table)) {
      if (from <= now + DAY || to - from <= 7 * DAY) break;
      const { rows } = await sql`select from ${sql.table(name)} limit 1`.execute(db);
      if (rows.length > 0) break;
      await sql`drop table ${sql.table(name)}`.execute(db);
    }
  }
}

async function lock(db: Kysely<RunTables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('weft.run-partitions'))`.execute(db);
}

/** Rows are reached through the parent and its policies; nobody but the owner may touch a partition itself. */
async function create(
  db: Kysely<RunTables>,
  parent: Partition['table'],
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  const name = `${parent}_${new Date(from).toISOString().replace(/T.*/, '').replaceAll('-', '_')}`;
  await sql`
    create table ${sql.table(name)} partition of ${sql.table(parent)}
    for values from (${sql.lit(lowestIdAt(from))}) to (${sql.lit(lowestIdAt(to))})`.execute(db);
  await sql`alter table ${sql.table(name)} enable row level security`.execute(db);
  await sql`revoke all on ${sql.table(name)} from weft_app`.execute(db);
}

/** The calendar month, or the week from Monday on, around a time (UTC). */
function periodOf(at: number, width: PartitionWidth): { readonly from: number; readonly to: number } {
  const date = new Date(at);
  if (width === 'month') {
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
    return { from: Date.UTC(year, month, 1), to: Date.UTC(year, month + 1, 1) };
  }
  const midnight = Math.floor(at / DAY) * DAY;
  const monday = midnight - ((date.getUTCDay() + 6) % 7) * DAY;
  return { from: monday, to: monday + 7 * DAY };
}

/** The bounds are ids of version 7, whose first 48 bits are a time. */
function rangeOf(bound: string): { readonly from: number; readonly to: number } {
  const [from = '', to = ''] = [...bound.matchAll(/'([0-9a-f-]{36})'/g)].map(([, id = '']) => id);
  return { from: timeOf(from), to: timeOf(to) };
}
