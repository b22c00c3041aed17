import { type Kysely, sql } from 'kysely';

/** Where each account has signed in from: a hash of network and kind of browser. Of accounts, so closed to workspaces. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table account_places (
      account_id uuid not null,
      place text not null,
      seen_at timestamptz not null default now(),
      primary key (account_id, place)
    )`.execute(db);
  await sql`create index account_places_by_time on account_places (seen_at)`.execute(db);
  await sql`revoke all on account_places from weft_app`.execute(db);
}
