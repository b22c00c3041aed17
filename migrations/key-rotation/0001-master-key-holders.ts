import { type Kysely, sql } from 'kysely';

/** Which master keys (by id) each process on this database has: a key is replaced only where everyone can follow. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table master_key_holders (
      instance_id uuid primary key,
      name text not null,
      sealing_key text not null,
      known_keys text[] not null,
      seen_at timestamptz not null default now()
    )`.execute(db);
}
