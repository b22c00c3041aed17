import { type Kysely, sql } from 'kysely';
import type { Database, OpenTransaction } from '#plugins/database/contract.ts';
import type { AggregatedRun } from './contract.ts';

/** Which ends are taken: of all workspaces so many, of one so many, or a single one. */
export type EndChoice = { readonly limit: number; readonly workspaceId?: string } | { readonly runId: string };

/** After so many tries that failed alone an end stays where it is, for somebody to look at. */
const MAX_TRIES = 5;

interface EndRow {
  readonly run_id: string;
  readonly workspace_id: string;
  readonly app_id: string;
  readonly notes: Readonly<Record<string, unknown>> | null;
}

/** Ends of runs that end writers have not aggregated yet. System: a batch has runs of many workspaces. */
export class EndStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Takes ends away and hands them to `aggregate`, in one transaction: each is aggregated once. Processes that take at the same
   * time take others; who names a workspace waits for those that others are taking. Resolves with how many there were.
   * Not flushed to disk before it answers: what a crash undoes, it undoes whole, and the ends are taken again. So books
   * don't hold up the commits of runs.
   */
  async take(which: EndChoice, aggregate: (db: OpenTransaction, runs: readonly AggregatedRun[]) => Promise<void>) {
    return await this.#db()
      .transaction()
      .execute(async (transaction) => {
        const { rows } = await sql<EndRow>`
        delete from run_ends where run_id = any(array(select run_id from run_ends ${chosen(which)}))
        returning run_id, workspace_id, app_id, notes, (select set_config('synchronous_commit', 'off', true)) as commit
        `.execute(transaction);
        if (rows.length > 0) await aggregate(transaction, rows.map(toAggregated));
        return rows.length;
      });
  }

  /** Ends that are to be taken next. */
  async next(limit: number): Promise<string[]> {
    const { rows } = await sql<{ run_id: string }>`
      select run_id from run_ends where tries < ${MAX_TRIES} order by run_id limit ${limit}`.execute(this.#db());
    return rows.map((row) => row.run_id);
  }

  /** An end could not be aggregated though others can. */
  async failed(runId: string): Promise<void> {
    await sql`update run_ends set tries = tries + 1 where run_id = ${runId}`.execute(this.#db());
  }

  #db(): Kysely<never> {
    return this.#database.system<never>();
  }
}

function chosen(which: EndChoice) {
  if ('runId' in which) return sql`where run_id = ${which.runId} for update`;
  const { workspaceId, limit } = which;
  return workspaceId === undefined
    ? sql`where tries < ${MAX_TRIES} order by run_id limit ${limit} for update skip locked`
    : sql`where tries < ${MAX_TRIES} and workspace_id = ${workspaceId} order by run_id limit ${limit} for update`;
}

function toAggregated({ run_id, workspace_id, app_id, notes }: EndRow): AggregatedRun {
  return { runId: run_id, workspaceId: workspace_id, appId: app_id, notes };
}
