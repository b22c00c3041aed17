import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/** Apps that people have marked as favourites; each sees their own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table app_favourites (
      workspace_id uuid not null,
      account_id uuid not null,
      app_id uuid not null references apps (id) on delete cascade,
      created_at timestamptz not null default now(),
      primary key (workspace_id, account_id, app_id)
    )`.execute(db);
  // For the cascade.
  await sql`create index app_favourites_by_app on app_favourites (app_id)`.execute(db);
  await isolateByWorkspace(db, 'app_favourites');
}
