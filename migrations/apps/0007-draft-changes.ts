import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/** What was changed of drafts lately, so that two people who edit one at a time lose nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table app_draft_changes (
      id uuid primary key,
      workspace_id uuid not null,
      app_id uuid not null references apps (id) on delete cascade,
      -- The states before and after it, as hashes of drafts.
      base text not null,
      hash text not null,
      -- null: it is not told, for it holds secrets; who follows reads the draft again.
      operations json,
      -- Of the page that made it.
      client_id text not null,
      author_name text not null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index app_draft_changes_by_app on app_draft_changes (app_id, id)`.execute(db);
  await isolateByWorkspace(db, 'app_draft_changes');
}
