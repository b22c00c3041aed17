import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/** What people are told in the console: a row for each of them. `name` keeps one thing from being told twice. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table console_notices (
      id uuid primary key,
      workspace_id uuid not null,
      account_id uuid not null,
      kind text not null,
      name text not null,
      about jsonb not null,
      created_at timestamptz not null default now(),
      read_at timestamptz,
      unique (workspace_id, account_id, name)
    )`.execute(db);
  await sql`create index console_notices_by_time on console_notices (workspace_id, created_at)`.execute(db);
  await isolateByWorkspace(db, 'console_notices');
}
