import { type Kysely, sql } from 'kysely';

/** What a refresh token was exchanged for can be told once more for some seconds: its hash, a salt, and until when. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table account_sessions
      add column previous_hash text,
      add column previous_salt text,
      add column previous_until timestamptz`.execute(db);
}
