import { type Kysely, sql } from 'kysely';

/** Until when somebody is ordering for a customer: of two at a time, in whatever process, one makes a checkout. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table stripe_customers add column ordering_until timestamptz`.execute(db);
}
