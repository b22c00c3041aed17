import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/**
 * What is used of limits per day, in the window that goes on, where no Redis keeps it. `key` is a hash of whose it is: it names
 * nobody. Rows are worth nothing after 24 hours.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table limit_windows (
      workspace_id uuid not null,
      key text not null,
      started_at timestamptz not null,
      used bigint not null,
      primary key (workspace_id, key)
    )`.execute(db);
  await isolateByWorkspace(db, 'limit_windows');
}
