import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/** What installed packages keep, each in each workspace. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table plugin_storage (
      workspace_id uuid not null,
      installation_id uuid not null,
      key text not null collate "C",
      value text not null,
      bytes integer not null,
      updated_at timestamptz not null default now(),
      primary key (installation_id, key)
    )`.execute(db);
  await sql`create index plugin_storage_by_workspace on plugin_storage (workspace_id)`.execute(db);
  await isolateByWorkspace(db, 'plugin_storage');
}
