import { type Kysely, sql } from 'kysely';
import { toJson } from '#engine';
import { currentTime, newId } from '#kernel';
import type { Database } from '#plugins/database/contract.ts';
import type { DraftChange } from './contract.ts';
import type { AppTables } from './tables.ts';

/** Changes of one draft that are kept. */
const MAX_KEPT = 300;

/** What was changed of drafts lately. */
export class ChangeStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** What has led from one state to another, oldest first; null: that is not known. */
  async between(workspaceId: string, appId: string, from: string, to: string): Promise<readonly DraftChange[] | null> {
    if (from === to) return [];
    const rows = await this.#db(workspaceId)
      .selectFrom('app_draft_changes')
      .select(['base', 'hash', sql<string | null>`operations::text`.as('operations'), 'client_id', 'author_name'])
      .where('app_id', '=', appId)
      .orderBy('id', 'desc')
      .limit(MAX_KEPT)
      .execute();
    const changes: DraftChange[] = [];
    let state = to;
    for (const row of rows) {
      if (row.hash !== state) return null;
      const operations = row.operations === null ? null : JSON.parse(row.operations);
      changes.unshift({ hash: row.hash, operations, clientId: row.client_id, authorName: row.author_name });
      state = row.base;
      if (state === from) return changes;
    }
    return null;
  }

  /**
   * Changes made between two times (milliseconds since the epoch, in any order; null: now), oldest first. What was made at the very
   * beginning belongs to what was published then.
   */
  async during(
    workspaceId: string,
    appId: string,
    times: readonly (number | null)[],
  ): Promise<readonly Pick<DraftChange, 'operations' | 'authorName'>[]> {
    const known = times.filter((time) => time !== null);
    const from = new Date(known.length === 0 ? currentTime() : Math.min(...known));
    let query = this.#db(workspaceId)
      .selectFrom('app_draft_changes')
      .select([sql<string | null>`operations::text`.as('operations'), 'author_name'])
      .where('app_id', '=', appId)
      .where('created_at', '>', from);
    if (known.length === times.length) query = query.where('created_at', '<=', new Date(Math.max(...known)));
    const rows = await query.orderBy('id').limit(MAX_KEPT).execute();
    return rows.map(({ operations, author_name: authorName }) => ({
      operations: operations === null ? null : JSON.parse(operations),
      authorName,
    }));
  }

  /** The record of a draft that was saved as a whole. */
  async addWhole(
    db: Kysely<AppTables>,
    app: { readonly workspaceId: string; readonly appId: string },
    { base, hash, authorName }: { readonly base: string; readonly hash: string; readonly authorName: string },
  ): Promise<void> {
    // Saved as it was, it is no change.
    if (base !== hash) await this.add(db, app, { base, hash, authorName, operations: null, clientId: '' });
  }

  /** In the transaction that saves the state which it led to. */
  async add(
    db: Kysely<AppTables>,
    { workspaceId, appId }: { readonly workspaceId: string; readonly appId: string },
    { base, ...change }: DraftChange & { readonly base: string },
  ): Promise<void> {
    await db
      .insertInto('app_draft_changes')
      .values({
        ...{ id: newId(), workspace_id: workspaceId, app_id: appId, base, hash: change.hash },
        operations: change.operations === null ? null : toJson(change.operations),
        ...{ client_id: change.clientId, author_name: change.authorName },
      })
      .execute();
    await sql`
      delete from app_draft_changes where app_id = ${appId}::uuid and id <= (
        select id from app_draft_changes where app_id = ${appId}::uuid order by id desc offset ${MAX_KEPT} limit 1
      )`.execute(db);
  }

  #db(workspaceId: string): Kysely<AppTables> {
    return this.#database.workspace<AppTables>(workspaceId);
  }
}
