import { sql } from 'kysely';
import type { Sink } from '../database/contract.ts';
import type { EndUserTables } from './tables.ts';

export type EndUserRow = EndUserTables['end_users'];

/** Writes end users that were seen for the first time. */
export const endUserSink: Sink<EndUserRow> = {
  id: 'end-users.end-users',
  isSingleStatement: true,
  async write(db, rows) {
    const values = rows.map(
      (row) => sql`(${row.id}::uuid, ${row.workspace_id}::uuid, ${row.app_id}::uuid, ${row.type}, ${row.session_id},
        ${row.is_anonymous}::boolean)`,
    );
    await sql`
      insert into end_users (id, workspace_id, app_id, type, session_id, is_anonymous)
      values ${sql.join(values)}
      on conflict do nothing`.execute(db);
  },
};
