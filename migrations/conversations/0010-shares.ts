import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/** An older version knows no shares, and removes none with a conversation: they lead nowhere then, for what they share is gone. */
export const olderCanWrite = true;

/**
 * Links to conversations, to be read by others as they were at a message. Of the token in a link only the hash is kept. Whoever
 * takes one back removes its row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table conversation_shares (
      id uuid primary key,
      workspace_id uuid not null,
      app_id uuid not null,
      end_user_id uuid not null,
      conversation_id uuid not null,
      token_hash bytea not null unique,
      last_message_id uuid not null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index conversation_shares_of on conversation_shares (workspace_id, app_id, end_user_id, id desc)`.execute(
    db,
  );
  await sql`create index conversation_shares_by_conversation on conversation_shares (conversation_id)`.execute(db);
  await isolateByWorkspace(db, 'conversation_shares');
}
