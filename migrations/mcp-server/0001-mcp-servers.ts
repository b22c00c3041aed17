import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/**
 * Apps as servers of the Model Context Protocol: a row for each app for which something was set, under the app's id, and one
 * for the server of a whole workspace, under the workspace's. Of the code in its address the hash is kept, and its last letters.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table mcp_servers (
      id uuid primary key,
      workspace_id uuid not null,
      app_id uuid,
      enabled boolean not null default false,
      name text,
      description text not null default '',
      parameters jsonb not null default '{}',
      code_hash text unique,
      code_end text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`create unique index mcp_servers_names on mcp_servers (workspace_id, lower(name))`.execute(db);
  await isolateByWorkspace(db, 'mcp_servers');
}
