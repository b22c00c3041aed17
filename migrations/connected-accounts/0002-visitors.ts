import { type Kysely, sql } from 'kysely';

export const olderCanWrite = true;

/**
 * Accounts of visitors go with their app; those of the workspace say whether its apps' visitors work with them. Of several grants of an
 * account each is refused by itself: what one consent mends is not all that was given.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table connected_accounts
      add column app_id uuid,
      add column for_visitors boolean not null default false`.execute(db);
  await sql`alter table connected_account_grants add column is_refused boolean not null default false`.execute(db);
  await sql`create index connected_accounts_by_app on connected_accounts (workspace_id, app_id) where app_id is not null`.execute(
    db,
  );
}
