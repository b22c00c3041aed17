import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/** New tables: nothing that was there before changes. */
export const olderCanWrite = true;

/**
 * Accounts at other services, what those gave (an account may have several grants), attempts on their way, what accounts are lent
 * to, how much they were used a day, and clients that a workspace has registered at services itself.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table connected_accounts (
      id uuid primary key,
      workspace_id uuid not null,
      owner text not null,
      provider text not null,
      base_url text not null,
      subject text not null,
      label text not null,
      way text not null,
      reason text,
      connected_at timestamptz not null default now(),
      last_used_at timestamptz,
      last_used_by text,
      unique (workspace_id, owner, provider, base_url, subject)
    )`.execute(db);
  await sql`
    create table connected_account_grants (
      id uuid primary key,
      workspace_id uuid not null,
      account_id uuid not null references connected_accounts (id) on delete cascade,
      kind text not null,
      scopes text[] not null,
      sealed text not null,
      version integer not null default 1,
      refreshing_until timestamptz,
      unique (account_id, kind)
    )`.execute(db);
  await sql`
    create table connected_account_attempts (
      state_hash text primary key,
      workspace_id uuid not null,
      sealed text not null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create table connected_account_loans (
      id uuid primary key,
      workspace_id uuid not null,
      account_id uuid not null references connected_accounts (id) on delete cascade,
      consumer_kind text not null,
      consumer_id text not null,
      consumer_name text not null,
      lent_at timestamptz not null default now(),
      unique (account_id, consumer_kind, consumer_id)
    )`.execute(db);
  await sql`
    create table connected_account_uses (
      workspace_id uuid not null,
      account_id uuid not null references connected_accounts (id) on delete cascade,
      day date not null,
      capability text not null,
      consumer_kind text not null,
      consumer_id text not null,
      consumer_name text not null,
      uses integer not null,
      primary key (account_id, day, capability, consumer_kind, consumer_id)
    )`.execute(db);
  await sql`
    create table connected_account_clients (
      id uuid primary key,
      workspace_id uuid not null,
      provider text not null,
      base_url text not null,
      sealed text not null,
      created_at timestamptz not null default now(),
      unique (workspace_id, provider, base_url)
    )`.execute(db);
  await sql`create index connected_account_grants_by_account on connected_account_grants (workspace_id, account_id)`.execute(
    db,
  );
  await sql`create index connected_account_attempts_by_workspace on connected_account_attempts (workspace_id)`.execute(
    db,
  );
  await sql`create index connected_account_loans_by_consumer on connected_account_loans (workspace_id, consumer_kind, consumer_id)`.execute(
    db,
  );
  await sql`create index connected_account_uses_by_day on connected_account_uses (workspace_id, day)`.execute(db);
  for (const table of ['', '_grants', '_attempts', '_loans', '_uses', '_clients'])
    await isolateByWorkspace(db, table === '' ? 'connected_accounts' : `connected_account${table}`);
}
