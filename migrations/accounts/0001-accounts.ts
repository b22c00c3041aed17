import { type Kysely, sql } from 'kysely';

/**
 * People, who belong to no workspace: how they sign in, and what they are signed in with. Of secrets there are hashes
 * only; the second factor's is sealed. Workspace sessions of the database see nothing of it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table accounts (
      id uuid primary key,
      email text not null unique,
      name text not null,
      language text not null,
      password_hash text,
      second_factor text,
      second_factor_pending text,
      second_factor_step bigint not null default 0,
      current_workspace_id uuid,
      created_at timestamptz not null default now(),
      signed_in_at timestamptz
    )`.execute(db);
  await sql`
    create table account_sessions (
      id uuid primary key,
      account_id uuid not null references accounts (id) on delete cascade,
      access_hash text not null unique,
      access_until timestamptz not null,
      refresh_hash text not null,
      refresh_until timestamptz not null,
      user_agent text not null,
      address text not null,
      created_at timestamptz not null default now(),
      refreshed_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index account_sessions_by_account on account_sessions (account_id, id)`.execute(db);
  await sql`create index account_sessions_by_end on account_sessions (refresh_until)`.execute(db);
  await sql`
    create table account_tokens (
      hash text primary key,
      account_id uuid not null references accounts (id) on delete cascade,
      purpose text not null,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index account_tokens_by_account on account_tokens (account_id)`.execute(db);
  await sql`
    create table recovery_codes (
      account_id uuid not null references accounts (id) on delete cascade,
      hash text not null,
      primary key (account_id, hash)
    )`.execute(db);
  await sql`
    create table personal_keys (
      id uuid primary key,
      account_id uuid not null references accounts (id) on delete cascade,
      name text not null,
      hash text not null unique,
      last_four text not null,
      permissions text[],
      expires_at timestamptz,
      created_at timestamptz not null default now(),
      last_used_at timestamptz
    )`.execute(db);
  await sql`create index personal_keys_by_account on personal_keys (account_id, id)`.execute(db);
  await sql`
    create table account_attempts (
      key text primary key,
      count integer not null,
      until timestamptz not null
    )`.execute(db);
  await sql`create index account_attempts_by_end on account_attempts (until)`.execute(db);
}
