import { type Kysely, sql } from 'kysely';

/** What a session proves: whether it began at an identity provider, and when a link last set its account's password. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table accounts add column password_reset_at timestamptz`.execute(db);
  await sql`alter table account_sessions add column over_provider boolean not null default false`.execute(db);
}
