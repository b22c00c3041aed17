import { type Kysely, sql } from 'kysely';

export const olderCanWrite = true;

/**
 * Whose contents in the stores are: `store_areas` has a row for each part of a store that this database holds or once held.
 * The store has a mark there; the secret of the mark (`nonce`) changes all the time, so a copy of the database soon has an
 * old one. `next_nonce` is on its way to the store. `blob_removals`: contents that no record names, and what was decided
 * about each (`marked`, `removed`), and those that are to go as soon as the store is known to be ours (`asked`). Of no
 * workspace: keys only.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table store_areas (
      store text not null,
      area text not null,
      nonce text,
      next_nonce text,
      renewed_at timestamptz not null default now(),
      created_at timestamptz not null default now(),
      swept_at timestamptz not null default '-infinity',
      swept_to text,
      primary key (store, area)
    )`.execute(db);
  await sql`
    create table blob_removals (
      store text not null,
      key text not null,
      state text not null check (state in ('asked', 'marked', 'removed')),
      since timestamptz not null,
      primary key (store, key)
    )`.execute(db);
  await sql`create index blob_removals_due on blob_removals (store, state, since)`.execute(db);
}
