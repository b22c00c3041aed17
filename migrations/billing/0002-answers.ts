import { type Kysely, sql } from 'kysely';

/** Providers that are asked what is true are asked by several processes at a time: an older answer must not come last. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table subscriptions add column answer bigint not null default 0`.execute(db);
}
