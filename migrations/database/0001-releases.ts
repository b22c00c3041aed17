import { type Kysely, sql } from 'kysely';

export const olderCanWrite = true;

/**
 * What an older release must know of the migrations it does not have, to tell whether it may start on this database. Of the
 * installation; `weft_app` has no rights on it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table migration_releases (
      name text primary key,
      version text not null,
      is_house boolean not null,
      older_can_write boolean not null,
      recorded_at timestamptz not null default now()
    )`.execute(db);
}
