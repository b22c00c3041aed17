import { type Kysely, sql } from 'kysely';

/** Users pin conversations; those few are found by an index that others pay nothing for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table conversations add column pinned boolean not null default false`.execute(db);
  await sql`
    create index conversations_pinned on conversations (app_id, end_user_id, updated_at desc, id desc)
      where pinned and deleted_at is null`.execute(db);
}
