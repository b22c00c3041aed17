import { type Kysely, sql } from 'kysely';

/** Where the picture of an account lies, as its blob is known; the sweep of blobs asks by key. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table accounts add column avatar jsonb`.execute(db);
  await sql`create index accounts_by_avatar on accounts ((avatar ->> 'key')) where avatar is not null`.execute(db);
}
