import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/** Conversations, their messages and variables. Ids are UUIDs of version 7: their order is the order of creation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table conversations (
      id uuid primary key,
      workspace_id uuid not null,
      app_id uuid not null,
      end_user_id uuid not null,
      name text not null,
      mode text not null,
      inputs json not null,
      introduction text not null,
      dialogue_count integer not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      deleted_at timestamptz
    )`.execute(db);
  await sql`create index conversations_by_update on conversations (app_id, end_user_id, updated_at desc, id desc)`.execute(
    db,
  );
  await sql`create index conversations_by_creation on conversations (app_id, end_user_id, created_at desc, id desc)`.execute(
    db,
  );
  await sql`
    create table messages (
      id uuid primary key,
      workspace_id uuid not null,
      app_id uuid not null,
      conversation_id uuid,
      end_user_id uuid not null,
      run_id uuid not null,
      inputs json not null,
      query text not null,
      answer text not null,
      files json not null,
      answer_files json not null,
      citations json not null,
      status text not null,
      error text,
      message_tokens integer not null,
      answer_tokens integer not null,
      total_price numeric not null,
      currency text not null,
      latency double precision not null,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index messages_by_conversation on messages (conversation_id, id desc)`.execute(db);
  await sql`create index messages_running on messages (run_id) where status = 'running'`.execute(db);
  await sql`
    create table conversation_variables (
      conversation_id uuid not null,
      name text not null,
      id uuid not null default gen_random_uuid(),
      workspace_id uuid not null,
      value_type text not null,
      value json not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (conversation_id, name)
    )`.execute(db);
  for (const table of ['conversations', 'messages', 'conversation_variables']) await isolateByWorkspace(db, table);
}
