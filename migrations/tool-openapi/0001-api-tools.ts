import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/**
 * Tools from OpenAPI documents: a provider with its document, server and authentication, a tool for each operation, and
 * authorizations that wait for their browser to come back. Definitions are JSON texts, which only this code reads.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table api_tool_providers (
      id uuid primary key,
      workspace_id uuid not null,
      name text not null,
      description text not null,
      document text not null,
      source_url text not null,
      server_url text not null,
      server text not null,
      authentication text not null,
      sealed_credentials text,
      sealed_token text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create unique index api_tool_providers_by_name on api_tool_providers (workspace_id, lower(name))`.execute(db);
  await sql`
    create table api_tools (
      provider_id uuid not null references api_tool_providers (id) on delete cascade,
      key text not null,
      workspace_id uuid not null,
      position integer not null,
      name text not null,
      alias text,
      enabled boolean not null,
      definition text not null,
      primary key (provider_id, key),
      unique (provider_id, name)
    )`.execute(db);
  await sql`create index api_tools_by_workspace on api_tools (workspace_id, provider_id, position)`.execute(db);
  await sql`
    create table api_tool_authorizations (
      id uuid primary key,
      provider_id uuid not null references api_tool_providers (id) on delete cascade,
      workspace_id uuid not null,
      state_hash text not null unique,
      sealed text not null,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index api_tool_authorizations_by_expiry on api_tool_authorizations (expires_at)`.execute(db);
  await sql`create index api_tool_authorizations_by_provider on api_tool_authorizations (workspace_id, provider_id)`.execute(
    db,
  );
  for (const table of ['api_tool_providers', 'api_tools', 'api_tool_authorizations'])
    await isolateByWorkspace(db, table);
}
