import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/** Tags of a workspace. Apps name theirs (`apps.tags`); whatever an app is tagged with is here. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table app_tags (
      id uuid primary key,
      workspace_id uuid not null,
      name text not null,
      created_at timestamptz not null default now(),
      unique (workspace_id, name)
    )`.execute(db);
  await isolateByWorkspace(db, 'app_tags');
  await sql`
    insert into app_tags (id, workspace_id, name)
    select gen_random_uuid(), workspace_id, tag
    from (select distinct workspace_id, tag from apps, json_array_elements_text(tags) tag) used`.execute(db);
}
