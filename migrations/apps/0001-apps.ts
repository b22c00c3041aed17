import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/**
 * Apps, their published versions and keys. Documents are kept as `json` text without the values of secret environment
 * variables, which lie sealed beside them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table apps (
      id uuid primary key,
      workspace_id uuid not null,
      name text not null,
      description text not null,
      mode text not null,
      icon text not null,
      icon_type text not null,
      icon_background text not null,
      status text not null,
      tags json not null,
      author_name text not null,
      draft json not null,
      draft_secrets text not null,
      published_version_id uuid,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      deleted_at timestamptz
    )`.execute(db);
  await sql`create index apps_by_workspace on apps (workspace_id, updated_at desc)`.execute(db);
  await sql`
    create table app_versions (
      id uuid primary key,
      app_id uuid not null references apps (id),
      workspace_id uuid not null,
      number integer not null,
      document json not null,
      secrets text not null,
      created_at timestamptz not null default now(),
      unique (app_id, number)
    )`.execute(db);
  await sql`
    create table app_keys (
      id uuid primary key,
      app_id uuid not null references apps (id),
      workspace_id uuid not null,
      name text not null,
      hash text not null unique,
      last_four text not null,
      created_at timestamptz not null default now(),
      last_used_at timestamptz,
      revoked_at timestamptz
    )`.execute(db);
  await sql`create index app_keys_by_app on app_keys (app_id)`.execute(db);
  for (const table of ['apps', 'app_versions', 'app_keys']) await isolateByWorkspace(db, table);
}
