import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/** Who belongs to a workspace, and who is asked to. Of an invitation's secret there is a hash only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table memberships (
      workspace_id uuid not null,
      account_id uuid not null,
      role text not null,
      joined_at timestamptz not null default now(),
      primary key (workspace_id, account_id)
    )`.execute(db);
  await sql`create index memberships_by_account on memberships (account_id)`.execute(db);
  await sql`create unique index memberships_one_owner on memberships (workspace_id) where role = 'owner'`.execute(db);
  await sql`
    create table invitations (
      id uuid primary key,
      workspace_id uuid not null,
      email text not null,
      role text not null,
      hash text not null unique,
      invited_by text not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      unique (workspace_id, email)
    )`.execute(db);
  for (const table of ['memberships', 'invitations']) await isolateByWorkspace(db, table);
}
