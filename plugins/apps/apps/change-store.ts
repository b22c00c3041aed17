import { type Kysely, sql } from 'kysely';
import { newId } from '#kernel';
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
        operations: change.operations === null ? null : JSON.stringify(change.operations),
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
