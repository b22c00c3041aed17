import { CompiledQuery, sql } from 'kysely';
import { currentTime, newId, PlatformError } from '#kernel';
import type { Database, OpenTransaction, Sink } from '#plugins/database/contract.ts';
import type { TriggerRow } from './store.ts';
import type { TriggerTables } from './tables.ts';

/** What a process makes of a trigger that is due. */
export interface Claim {
  /** The time that is fired; null: none of those that are over. */
  readonly dueAt: Date | null;
  /** Times that are not made up for. */
  readonly missed: number;
  /** The newest time that is dealt with. */
  readonly lastDueAt: Date;
  readonly nextAt: Date | null;
}

/** A run of an occasion that is about to begin. */
export interface StartingFiring {
  readonly id: string;
  readonly workspaceId: string;
  readonly appId: string;
  readonly triggerId: string;
  readonly runId: string;
  /** Of a webhook: the occasion becomes known with its run. null: it waits for its run. */
  readonly delivery: { readonly key: string; readonly at: Date } | null;
}

/** What became of a run. */
export interface EndedFiring {
  readonly id: string;
  readonly runId: string;
  readonly status: string;
  readonly error: string | null;
}

const KEPT_DAYS = 30;
const CLAIMED_AT_ONCE = 50;
/** Characters of an error that are kept. */
const MAX_ERROR = 2_000;

/** Occasions of all workspaces: whoever looks first has them. System: processes fire for all of them. */
export class FiringStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Takes what is due, and writes what comes of it together with `added`: two processes that look at the same time take
   * different triggers, and one that dies has taken none. The number of those fired, and whether there may be more.
   */
  async claim(
    { now, workspaceId }: { readonly now: Date; readonly workspaceId: string | undefined },
    decide: (row: TriggerRow) => Claim,
    added: (firing: { readonly id: string; readonly workspaceId: string }, within: OpenTransaction) => Promise<void>,
  ): Promise<{ readonly fired: number; readonly hasMore: boolean }> {
    return this.#database
      .system<TriggerTables>()
      .transaction()
      .execute(async (db) => {
        let query = db.selectFrom('triggers').selectAll().where('next_at', '<=', now);
        if (workspaceId !== undefined) query = query.where('workspace_id', '=', workspaceId);
        const due = await query.orderBy('next_at').limit(CLAIMED_AT_ONCE).forUpdate().skipLocked().execute();
        let fired = 0;
        for (const row of due) {
          const claim = decide(row);
          await db
            .updateTable('triggers')
            .set({ next_at: claim.nextAt, last_due_at: claim.lastDueAt, missed: sql`missed + ${claim.missed}` })
            .where('id', '=', row.id)
            .execute();
          if (claim.dueAt === null) continue;
          const { id, workspace_id, app_id } = row;
          const key = claim.dueAt.toISOString();
          const firing = await db
            .insertInto('trigger_firings')
            .values({
              ...{ id: newId(), workspace_id, app_id, trigger_id: id, source: 'schedule', key, due_at: claim.dueAt },
              ...{ status: 'waiting', run_id: null, error: null, finished_at: null },
            })
            .onConflict((conflict) => conflict.doNothing())
            .returning('id')
            .executeTakeFirst();
          if (firing === undefined) continue;
          fired += 1;
          await added({ id: firing.id, workspaceId: workspace_id }, db);
        }
        return { fired, hasMore: due.length === CLAIMED_AT_ONCE };
      });
  }

  /** The next time that anything is due; null: nothing ever is. */
  async nextDue(): Promise<Date | null> {
    const { rows } = await sql<{ at: Date | null }>`
      select min(next_at) as at from triggers where next_at is not null`.execute(this.#db());
    return rows[0]?.at ?? null;
  }

  /** An occasion that somebody made by hand. */
  async add(
    {
      workspaceId,
      appId,
      triggerId,
      at,
    }: {
      readonly workspaceId: string;
      readonly appId: string;
      readonly triggerId: string;
      readonly at: Date;
    },
    added: (id: string, within: OpenTransaction) => Promise<void>,
  ): Promise<string> {
    const id = newId();
    await this.#database
      .workspace<TriggerTables>(workspaceId)
      .transaction()
      .execute(async (db) => {
        await db
          .insertInto('trigger_firings')
          .values({
            ...{ id, workspace_id: workspaceId, app_id: appId, trigger_id: triggerId, source: 'manual', key: id },
            ...{ due_at: at, status: 'waiting', run_id: null, error: null, finished_at: null },
          })
          .execute();
        await added(id, db);
      });
    return id;
  }

  /** The occasion has no run, and gets none. */
  async close(workspaceId: string, id: string, status: 'refused' | 'skipped', error: string): Promise<void> {
    await this.#database
      .workspace<TriggerTables>(workspaceId)
      .updateTable('trigger_firings')
      .set({ status, error: cut(error), finished_at: new Date(currentTime()) })
      .where('id', '=', id)
      .where('status', '=', 'waiting')
      .execute();
  }

  /** Why the occasion still waits. */
  async note(workspaceId: string, id: string, error: string): Promise<void> {
    await this.#database
      .workspace<TriggerTables>(workspaceId)
      .updateTable('trigger_firings')
      .set({ error: cut(error) })
      .where('id', '=', id)
      .where('status', '=', 'waiting')
      .execute();
  }

  /** Old ones go, some at a time. True: there may be more. */
  async removeOld(): Promise<boolean> {
    const { rows } = await sql`
      delete from trigger_firings where id in (
        select id from trigger_firings
        where created_at < now() - make_interval(days => ${KEPT_DAYS}) and status not in ('waiting', 'running', 'paused')
        limit 1000
      ) returning id`.execute(this.#db());
    return rows.length === 1_000;
  }

  #db() {
    return this.#database.system<TriggerTables>();
  }
}

const STARTED_COLUMNS =
  'id uuid, workspace_id uuid, app_id uuid, trigger_id uuid, run_id uuid, key text, due_at timestamptz';

const DELIVERED = `
  insert into trigger_firings (id, workspace_id, app_id, trigger_id, source, key, due_at, status, run_id)
  select g.id, g.workspace_id, g.app_id, g.trigger_id, 'webhook', g.key, g.due_at, 'running', g.run_id
  from json_to_recordset($1::json) as g(${STARTED_COLUMNS})
  where g.key is not null order by g.trigger_id, g.key
  on conflict do nothing`;

const BEGUN = `
  update trigger_firings f set status = 'running', run_id = g.run_id, error = null
  from json_to_recordset($1::json) as g(${STARTED_COLUMNS})
  where g.key is null and f.id = g.id and f.status = 'waiting'`;

const BOUND = `
  select count(*)::integer as bound from json_to_recordset($1::json) as g(${STARTED_COLUMNS})
  join trigger_firings f on f.id = g.id and f.run_id = g.run_id`;

/**
 * Binds occasions to runs that begin. Throws `triggers.taken` where another run has the occasion, or the delivery is known: a
 * run without an occasion does not become durable.
 */
export const startedSink: Sink<StartingFiring> = {
  id: 'triggers.started',
  async write(db, rows) {
    const records = rows.map(({ id, workspaceId, appId, triggerId, runId, delivery }) => ({
      ...{ id, workspace_id: workspaceId, app_id: appId, trigger_id: triggerId, run_id: runId },
      ...{ key: delivery?.key ?? null, due_at: delivery?.at ?? null },
    }));
    const given = [JSON.stringify(records)];
    if (rows.some(({ delivery }) => delivery !== null)) await db.executeQuery(CompiledQuery.raw(DELIVERED, given));
    if (rows.some(({ delivery }) => delivery === null)) await db.executeQuery(CompiledQuery.raw(BEGUN, given));
    const { rows: counted } = await db.executeQuery<{ bound: number }>(CompiledQuery.raw(BOUND, given));
    if (counted[0]?.bound !== rows.length) {
      throw new PlatformError('conflict', 'triggers.taken', 'Another run has this occasion of the trigger.');
    }
  },
};

/** Whether a run was not begun because its occasion has one. */
export function isTaken(error: unknown): boolean {
  return error instanceof PlatformError && error.code === 'triggers.taken';
}

const CHANGED = `
  update trigger_firings f set status = g.status, error = g.error,
    finished_at = case when g.status = 'paused' then null else now() end
  from json_to_recordset($1::json) as g(id uuid, run_id uuid, status text, error text)
  where f.id = g.id and f.run_id = g.run_id and f.finished_at is null`;

/** Notes that runs of occasions have ended, or wait for people. */
export const changedSink: Sink<EndedFiring> = {
  id: 'triggers.changed',
  isSingleStatement: true,
  async write(db, rows) {
    // Of one run that is there twice the last word counts.
    const last = new Map(
      rows.map(({ id, runId, status, error }) => [
        id,
        { id, run_id: runId, status, error: error === null ? null : cut(error) },
      ]),
    );
    await db.executeQuery(CompiledQuery.raw(CHANGED, [JSON.stringify([...last.values()])]));
  },
};

const ABANDONED = `
  update trigger_firings f set status = 'failed', error = g.reason, finished_at = now()
  from json_to_recordset($1::json) as g(run_id uuid, reason text)
  where f.run_id = g.run_id and f.finished_at is null`;

/** Ends occasions whose runs were given up. */
export const abandonedSink: Sink<{ readonly runId: string; readonly reason: string }> = {
  id: 'triggers.abandoned',
  isSingleStatement: true,
  async write(db, rows) {
    const records = rows.map(({ runId, reason }) => ({ run_id: runId, reason: cut(reason) }));
    await db.executeQuery(CompiledQuery.raw(ABANDONED, [JSON.stringify(records)]));
  },
};

function cut(text: string): string {
  return text.replaceAll('\0', '').slice(0, MAX_ERROR);
}
