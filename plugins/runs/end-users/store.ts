import { sql } from 'kysely';
import type { Database, Sink } from '#plugins/database/contract.ts';
import type { EndUserType, KeptEndUser } from './contract.ts';
import type { EndUserTables } from './tables.ts';

export type EndUserRow = Omit<EndUserTables['end_users'], 'created_at'>;

/** Reads the end users of one app at a time. */
export class EndUserStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(workspaceId: string, appId: string, ids: readonly string[]): Promise<KeptEndUser[]> {
    if (ids.length === 0) return [];
    const rows = await this.#database
      .workspace<EndUserTables>(workspaceId)
      .selectFrom('end_users')
      .selectAll()
      .where('id', 'in', ids)
      .where('app_id', '=', appId)
      .execute();
    return rows.map((row) => ({
      id: row.id,
      sessionId: row.session_id,
      type: row.type as EndUserType,
      isAnonymous: row.is_anonymous,
      createdAt: row.created_at.getTime(),
    }));
  }
}

/** Writes end users that were seen for the first time. */
export const endUserSink: Sink<EndUserRow> = {
  id: 'end-users.end-users',
  isSingleStatement: true,
  async write(db, rows) {
    await sql`
      insert into end_users (id, workspace_id, app_id, type, session_id, is_anonymous)
      select * from json_to_recordset(${JSON.stringify(rows)}::json)
        as r(id uuid, workspace_id uuid, app_id uuid, type text, session_id text, is_anonymous boolean)
      on conflict do nothing`.execute(db);
  },
};
