import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/**
 * MCP servers that a workspace uses, who they were authorised by, and authorisations on their way. `tools` are those that were
 * accepted; `offered` what the server tells now, where that differs.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table mcp_client_servers (
      id uuid primary key,
      workspace_id uuid not null,
      identifier text not null,
      name text not null,
      sealed_url text not null,
      sealed_headers text,
      auth text not null,
      per_user boolean not null,
      sealed_client text,
      scope text not null,
      timeout_seconds integer not null,
      read_timeout_seconds integer not null,
      tools text,
      tools_hash text,
      offered text,
      offered_hash text,
      last_error text,
      refreshed_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (workspace_id, identifier)
    )`.execute(db);
  await sql`
    create table mcp_client_authorizations (
      id uuid primary key,
      workspace_id uuid not null,
      server_id uuid not null references mcp_client_servers (id) on delete cascade,
      subject text not null,
      sealed text not null,
      version integer not null default 1,
      refreshing_until timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (server_id, subject)
    )`.execute(db);
  await sql`
    create table mcp_client_attempts (
      state_hash text primary key,
      workspace_id uuid not null,
      server_id uuid not null references mcp_client_servers (id) on delete cascade,
      subject text not null,
      sealed text not null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index mcp_client_authorizations_by_subject on mcp_client_authorizations (workspace_id, subject)`.execute(
    db,
  );
  await sql`create index mcp_client_attempts_by_server on mcp_client_attempts (workspace_id, server_id)`.execute(db);
  await isolateByWorkspace(db, 'mcp_client_servers');
  await isolateByWorkspace(db, 'mcp_client_authorizations');
  await isolateByWorkspace(db, 'mcp_client_attempts');
}
