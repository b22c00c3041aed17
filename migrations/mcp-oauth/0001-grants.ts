import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/**
 * Clients of MCP that registered themselves, for the whole installation: nothing of a workspace is in them. And grants: that an
 * account lets a client use an app, or all of a workspace, in its name. Codes and tokens are kept as hashes; a grant has one code, and
 * one chain of tokens. Grants name clients that did not register by the address of their metadata document, so nothing refers to
 * the table of clients, nor to accounts, which belong to no workspace.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table mcp_oauth_clients (
      id uuid primary key,
      name text not null,
      uri text,
      redirect_uris text[] not null,
      auth_method text not null,
      secret_hash text,
      created_at timestamptz not null default now(),
      used_at timestamptz
    )`.execute(db);
  await sql`create index mcp_oauth_clients_unused on mcp_oauth_clients (created_at) where used_at is null`.execute(db);
  await sql`
    create table mcp_oauth_grants (
      id uuid primary key,
      workspace_id uuid not null,
      app_id uuid,
      account_id uuid not null,
      client_id text not null,
      client_name text not null,
      redirect_uri text not null,
      created_at timestamptz not null default now(),
      used_at timestamptz,
      code_hash text not null unique,
      code_until timestamptz not null,
      code_used boolean not null default false,
      code_challenge text not null,
      access_hash text unique,
      access_until timestamptz,
      refresh_hash text,
      refresh_until timestamptz,
      previous_hash text,
      previous_salt text,
      previous_until timestamptz
    )`.execute(db);
  await sql`create index mcp_oauth_grants_by_workspace on mcp_oauth_grants (workspace_id, app_id)`.execute(db);
  await sql`create index mcp_oauth_grants_by_account on mcp_oauth_grants (account_id, id)`.execute(db);
  await isolateByWorkspace(db, 'mcp_oauth_grants');
}
