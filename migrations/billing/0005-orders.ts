import { type Kysely, sql } from 'kysely';

/** Plans that were ordered and are not paid yet, without a look at the subscriptions that go on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index subscriptions_ordered on subscriptions (workspace_id) where ordered_plan is not null`.execute(
    db,
  );
}
