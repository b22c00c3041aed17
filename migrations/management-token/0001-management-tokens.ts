import { type Kysely, sql } from 'kysely';

export const olderCanWrite = true;

/**
 * The management token of the installation, for all its processes. `sealed` is the one they keep in their data folders; the others
 * were in folders of before and stay good until a new one is made (`is_renewed`).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table management_tokens (
      id uuid primary key,
      hash text not null unique,
      sealed text,
      is_renewed boolean not null default false,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create unique index management_tokens_one on management_tokens ((sealed is null)) where sealed is not null`.execute(
    db,
  );
}
