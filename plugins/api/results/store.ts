import { type Kysely, sql } from 'kysely';
import type { Database } from '#plugins/database/contract.ts';
import type { ResultTables } from './tables.ts';

/** Whose results: of one user of one app. */
export interface ResultOwner {
  readonly workspaceId: string;
  readonly appId: string;
  readonly endUserId: string;
}

/** A run as its user has it in lists. */
export interface KeptResult {
  readonly runId: string;
  readonly name: string;
  readonly kept: boolean;
}

/** Results of one workspace at a time, in its role. */
export class ResultStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Up to which run those of the user are here; null: none has been looked at. */
  async place(owner: ResultOwner): Promise<string | null> {
    const row = await this.#db(owner)
      .selectFrom('result_places')
      .select('run_id')
      .where('workspace_id', '=', owner.workspaceId)
      .where('app_id', '=', owner.appId)
      .where('end_user_id', '=', owner.endUserId)
      .executeTakeFirst();
    return row?.run_id ?? null;
  }

  /** Adds runs, and notes how far those of the user have been looked through. */
  async add({ workspaceId, appId, endUserId }: ResultOwner, runIds: readonly string[], place: string | null) {
    const db = this.#db({ workspaceId });
    if (runIds.length > 0) {
      await sql`
        insert into results (workspace_id, app_id, end_user_id, run_id)
        select ${workspaceId}::uuid, ${appId}::uuid, ${endUserId}::uuid, run_id
        from unnest(${[...runIds]}::uuid[]) r (run_id) on conflict do nothing`.execute(db);
    }
    if (place === null) return;
    await sql`
      insert into result_places (workspace_id, app_id, end_user_id, run_id)
      values (${workspaceId}::uuid, ${appId}::uuid, ${endUserId}::uuid, ${place}::uuid)
      on conflict (workspace_id, app_id, end_user_id)
        do update set run_id = greatest(result_places.run_id, excluded.run_id)`.execute(db);
  }

  /** Newest first. */
  async list(
    owner: ResultOwner,
    page: { readonly before: string | undefined; readonly limit: number; readonly isKept: boolean | undefined },
  ): Promise<readonly KeptResult[]> {
    const { before, limit, isKept } = page;
    const conditions = sql`
      ${before === undefined ? sql`true` : sql`run_id < ${before}::uuid`}
      and ${isKept === undefined ? sql`true` : isKept ? sql`kept` : sql`not kept`}`;
    const { rows } = await sql<KeptResult>`
      select run_id as "runId", name, kept from results
      where workspace_id = ${owner.workspaceId}::uuid and app_id = ${owner.appId}::uuid
        and end_user_id = ${owner.endUserId}::uuid and not hidden and ${conditions}
      order by run_id desc limit ${limit}`.execute(this.#db(owner));
    return rows;
  }

  /** null: the user has deleted it. */
  async change(
    { workspaceId, appId, endUserId }: ResultOwner,
    runId: string,
    { name, kept, hidden }: { readonly name?: string; readonly kept?: boolean; readonly hidden?: boolean },
  ): Promise<KeptResult | null> {
    const { rows } = await sql<KeptResult>`
      insert into results (workspace_id, app_id, end_user_id, run_id, name, kept, hidden)
      values (${workspaceId}::uuid, ${appId}::uuid, ${endUserId}::uuid, ${runId}::uuid, ${name ?? ''}, ${kept ?? false},
        ${hidden ?? false})
      on conflict (workspace_id, app_id, end_user_id, run_id) do update set
        name = coalesce(${name ?? null}::text, results.name), kept = coalesce(${kept ?? null}::boolean, results.kept),
        hidden = coalesce(${hidden ?? null}::boolean, results.hidden)
      where not results.hidden
      returning run_id as "runId", name, kept`.execute(this.#db({ workspaceId }));
    return rows[0] ?? null;
  }

  /** Runs that the history has no more. */
  async forget({ workspaceId, appId, endUserId }: ResultOwner, runIds: readonly string[]): Promise<void> {
    await sql`
      delete from results where workspace_id = ${workspaceId}::uuid and app_id = ${appId}::uuid
        and end_user_id = ${endUserId}::uuid and run_id = any(${[...runIds]}::uuid[])`.execute(
      this.#db({ workspaceId }),
    );
  }

  #db({ workspaceId }: Pick<ResultOwner, 'workspaceId'>): Kysely<ResultTables> {
    return this.#database.workspace<ResultTables>(workspaceId);
  }
}
