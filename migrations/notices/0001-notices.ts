import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/** What a workspace's owner was told once, by a name of its own: several processes see it, one tells it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table notices_told (
      workspace_id uuid not null,
      name text not null,
      told_at timestamptz not null default now(),
      primary key (workspace_id, name)
    )`.execute(db);
  await sql`create index notices_told_by_time on notices_told (told_at)`.execute(db);
  await isolateByWorkspace(db, 'notices_told');
}
