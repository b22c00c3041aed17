import { type Kysely, sql } from 'kysely';

/** New tables: nothing that was there before changes. */
export const olderCanWrite = true;

/** Who an account is at Google, GitHub and their like. Of accounts, so closed to workspaces. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table account_identities (
      issuer text not null,
      subject text not null,
      provider text not null,
      account_id uuid not null,
      email text,
      created_at timestamptz not null default now(),
      signed_in_at timestamptz not null default now(),
      primary key (issuer, subject),
      unique (account_id, provider)
    )`.execute(db);
  await sql`revoke all on account_identities from weft_app`.execute(db);
}
