import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/** What nodes of drafts give instead of running, while their apps are built. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table app_draft_pins (
      workspace_id uuid not null,
      app_id uuid not null references apps (id) on delete cascade,
      node_id text not null,
      -- JSON text of an object.
      outputs text not null,
      handle text,
      pinned_by text not null,
      created_at timestamptz not null default now(),
      primary key (workspace_id, app_id, node_id)
    )`.execute(db);
  // For the cascade.
  await sql`create index app_draft_pins_by_app on app_draft_pins (app_id)`.execute(db);
  await isolateByWorkspace(db, 'app_draft_pins');
}
