import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/**
 * Identity providers of a workspace, and which account each of their people is. Approved domains are those that may
 * stand for an account: an owner can name any domain, and must not become its people by naming it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sso_connections (
      id uuid primary key,
      workspace_id uuid not null,
      kind text not null,
      name text not null,
      settings jsonb not null,
      sealed_secret text,
      domains text[] not null,
      approved_domains text[] not null,
      default_role text,
      role_claim text,
      role_mapping jsonb not null,
      enabled boolean not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      check (approved_domains <@ domains)
    )`.execute(db);
  await sql`create index sso_connections_by_workspace on sso_connections (workspace_id, id)`.execute(db);
  await sql`
    create table sso_identities (
      connection_id uuid not null references sso_connections (id) on delete cascade,
      issuer text not null,
      subject text not null,
      workspace_id uuid not null,
      account_id uuid not null,
      created_at timestamptz not null default now(),
      signed_in_at timestamptz not null default now(),
      primary key (connection_id, issuer, subject)
    )`.execute(db);
  await sql`create index sso_identities_by_account on sso_identities (workspace_id, account_id)`.execute(db);
  for (const table of ['sso_connections', 'sso_identities']) await isolateByWorkspace(db, table);
}
