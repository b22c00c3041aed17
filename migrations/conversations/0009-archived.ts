import { type Kysely, sql } from 'kysely';

/** An older version lists what is archived beside the rest. */
export const olderCanWrite = true;

/** Users put conversations away; those are found by an index that others pay nothing for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table conversations add column archived boolean not null default false`.execute(db);
  await sql`
    create index conversations_archived on conversations (app_id, end_user_id, updated_at desc, id desc) where archived`.execute(
    db,
  );
}
