import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/** Workflow apps that nodes and agents may call: documents name a tool by its id, or by its name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table workflow_tools (
      workspace_id uuid not null,
      app_id uuid primary key references apps (id) on delete cascade,
      id uuid not null unique,
      name text not null,
      label text not null,
      description text not null,
      parameters jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`create unique index workflow_tools_names on workflow_tools (workspace_id, lower(name))`.execute(db);
  await isolateByWorkspace(db, 'workflow_tools');
}
