import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/** Workspaces. A workspace sees itself only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table workspaces (
      id uuid primary key,
      name text not null,
      description text not null,
      plan text not null,
      owner_name text not null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await isolateByWorkspace(db, 'workspaces', 'id');
}
