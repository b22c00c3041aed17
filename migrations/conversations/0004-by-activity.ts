import { type Kysely, sql } from 'kysely';

/** Whoever looks after an app sees the conversations of all its users, those that were active last first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index conversations_by_activity on conversations (app_id, updated_at desc, id desc)
      where deleted_at is null`.execute(db);
}
