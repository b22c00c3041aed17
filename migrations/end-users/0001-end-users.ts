import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/** End users: the opaque names callers give to the people behind an app. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table end_users (
      id uuid primary key,
      workspace_id uuid not null,
      app_id uuid not null,
      type text not null,
      session_id text not null,
      is_anonymous boolean not null,
      created_at timestamptz not null default now(),
      unique (app_id, type, session_id)
    )`.execute(db);
  await isolateByWorkspace(db, 'end_users');
}
