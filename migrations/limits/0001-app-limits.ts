import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/** What owners of apps allow: of the app as a whole, and of each of its end users. Null: no limit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table app_limits (
      app_id uuid primary key,
      workspace_id uuid not null,
      requests_per_minute integer,
      concurrent_runs integer,
      tokens_per_day bigint,
      user_requests_per_minute integer,
      user_concurrent_runs integer,
      user_tokens_per_day bigint,
      updated_at timestamptz not null default now()
    )`.execute(db);
  await isolateByWorkspace(db, 'app_limits');
}
