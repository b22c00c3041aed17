import { type Kysely, sql } from 'kysely';

/** How often Stripe was asked about a customer: each question has a number of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table stripe_customers add column questions bigint not null default 0`.execute(db);
}
