import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/** What people think of answers. Ids are UUIDs of version 7: their order is the order of creation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table message_feedbacks (
      id uuid primary key,
      workspace_id uuid not null,
      app_id uuid not null,
      conversation_id uuid,
      message_id uuid not null,
      source text not null,
      end_user_id uuid,
      account_id uuid,
      rating text not null,
      content text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (message_id, source)
    )`.execute(db);
  await sql`create index message_feedbacks_by_app on message_feedbacks (app_id, id desc)`.execute(db);
  await isolateByWorkspace(db, 'message_feedbacks');
}
