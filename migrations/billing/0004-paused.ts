import { type Kysely, sql } from 'kysely';

/** While its workspace is closed a subscription stands still: `paused_at` says since when. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table subscriptions add column paused_at timestamptz`.execute(db);
}
