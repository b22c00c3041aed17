import { type Kysely, sql } from 'kysely';
import type { Database, OpenTransaction } from '#plugins/database/contract.ts';
import type { AggregatedRun } from '#plugins/runs/contract.ts';

/** A run that ended and is to be found from now on. */
export interface QueuedRun {
  readonly run_id: string;
  readonly workspace_id: string;
  readonly app_id: string;
}

/** What of a run may be searched for. */
export interface RunText extends QueuedRun {
  readonly message_id: string | null;
  readonly conversation_id: string | null;
  /** Whose conversation it is; null: the message is in none. */
  readonly end_user_id: string | null;
  readonly query: string | null;
  readonly answer: string | null;
  /** JSON texts, cut off. */
  readonly inputs: string | null;
  readonly outputs: string | null;
  readonly error: string | null;
}

/** A run with its words. */
export interface IndexedRun extends QueuedRun {
  readonly message_id: string | null;
  readonly conversation_id: string | null;
  readonly terms: readonly string[];
}

/** What is taken from the queue: so many, or one. */
export type Choice = { readonly limit: number } | { readonly runId: string };

/** Runs that one statement forgets. */
const FORGOTTEN = 5_000;

/** Characters of inputs and outputs that are read. */
const READ = 50_000;

/**
 * Takes runs from the queue into the index. System: the queue has runs of all workspaces; each row keeps the workspace that
 * its run has.
 */
export class QueueStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async add(transaction: OpenTransaction, runs: readonly AggregatedRun[]): Promise<void> {
    const rows = runs.map((run) => ({ run_id: run.runId, workspace_id: run.workspaceId, app_id: run.appId }));
    await sql`
      insert into log_queue (run_id, workspace_id, app_id)
      select run_id, workspace_id, app_id
      from json_to_recordset(${JSON.stringify(rows)}::json) as r(run_id uuid, workspace_id uuid, app_id uuid)
      on conflict do nothing`.execute(transaction);
  }

  /**
   * Gives some runs of the queue, or one, to `index` and keeps what it makes of them; all or nothing. Several processes
   * get others each. Resolves with how many there were. Not flushed to disk before it answers: what a crash undoes, it
   * undoes whole, and the runs are indexed again. The limits are for the planner: joined, a plan made when the tables were
   * small reads them whole for ever.
   */
  async take(which: Choice, index: (texts: readonly RunText[]) => readonly IndexedRun[]): Promise<number> {
    const db = this.#database.system<never>();
    const chosen =
      'runId' in which
        ? sql`where run_id = ${which.runId} for update skip locked`
        : sql`order by run_id desc limit ${which.limit} for update skip locked`;
    return db.transaction().execute(async (transaction) => {
      const { rows } = await sql<RunText>`
        with taken as materialized (
          select run_id, workspace_id, app_id, message_id from log_queue ${chosen}
        )
        select t.run_id, t.workspace_id, t.app_id, m.id as message_id, m.conversation_id,
          case when m.conversation_id is not null then m.end_user_id end as end_user_id, m.query, m.answer,
          case when m.id is null then left(r.inputs::text, ${READ}) end as inputs,
          case when m.id is null then left(r.outputs::text, ${READ}) end as outputs,
          left(coalesce(m.error, r.error), 2000) as error,
          (select set_config('synchronous_commit', 'off', true)) as commit
        from taken t
        left join lateral (
          select kind, start, inputs, outputs, error from workflow_runs r
          where r.id = t.run_id and r.workspace_id = t.workspace_id
          limit 1
        ) r on true
        left join lateral (
          select id, conversation_id, end_user_id, query, answer, error from messages m
          where m.workspace_id = t.workspace_id and m.run_id = t.run_id
            and m.id = coalesce(t.message_id,
              case when r.kind = 'chat' and r.start #>> '{data,id}' ~ '^[0-9a-f-]{36}$'
                then (r.start #>> '{data,id}')::uuid end)
          limit 1
        ) m on true`.execute(transaction);
      if (rows.length === 0) return 0;
      await keep(transaction, index(rows));
      const ids = rows.map((row) => row.run_id);
      await sql`delete from log_queue where run_id = any(${ids}::uuid[])`.execute(transaction);
      return rows.length;
    });
  }

  /** Runs that are to be taken next. */
  async queued(limit: number): Promise<string[]> {
    const { rows } = await sql<{ run_id: string }>`
      select run_id from log_queue order by run_id desc limit ${limit}`.execute(this.#database.system<never>());
    return rows.map((row) => row.run_id);
  }

  /** The run is never made searchable. */
  async setAside(runId: string): Promise<void> {
    await sql`delete from log_queue where run_id = ${runId}`.execute(this.#database.system<never>());
  }

  /** Runs that wrote no message go when the history forgets them; messages stay, and so do their words. */
  async forget(before: string): Promise<void> {
    const db = this.#database.system<never>();
    for (;;) {
      const { numAffectedRows } = await sql`
        delete from log_texts where run_id in (
          select run_id from log_texts where run_id < ${before} and message_id is null limit ${FORGOTTEN}
        )`.execute(db);
      if (Number(numAffectedRows ?? 0) < FORGOTTEN) return;
    }
  }
}

async function keep(db: Kysely<never>, runs: readonly IndexedRun[]): Promise<void> {
  if (runs.length === 0) return;
  await sql`
    insert into log_texts (run_id, workspace_id, app_id, message_id, conversation_id, terms)
    select run_id, workspace_id, app_id, message_id, conversation_id,
      array_to_tsvector(array(select json_array_elements_text(terms)))
    from json_to_recordset(${JSON.stringify(runs)}::json) as r(run_id uuid, workspace_id uuid, app_id uuid,
      message_id uuid, conversation_id uuid, terms json)
    on conflict (run_id) do update set terms = excluded.terms, message_id = excluded.message_id,
      conversation_id = excluded.conversation_id`.execute(db);
}
