import { type Kysely, sql } from 'kysely';

/** What one account did in a workspace, newest first. What whoever runs the server did has none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index audit_entries_by_account on audit_entries (workspace_id, account_id, id desc)
      where account_id is not null`.execute(db);
}
