import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/**
 * Installed packages. What a package is belongs to no workspace: bytes of a version are the same for all, and once known
 * can't become others.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table plugin_packages (
      integrity text primary key,
      name text not null,
      version text not null,
      manifest text not null,
      code text not null,
      created_at timestamptz not null default now(),
      unique (name, version)
    )`.execute(db);
  await sql`
    create table plugin_installations (
      id uuid primary key,
      workspace_id uuid not null,
      name text not null,
      plugin_id text not null,
      settings text not null,
      secrets text,
      is_enabled boolean not null,
      endpoint_key text unique,
      events text[] not null,
      installed_by uuid,
      created_at timestamptz not null default now(),
      unique (workspace_id, name)
    )`.execute(db);
  await sql`create index plugin_installations_that_hear on plugin_installations (workspace_id) where events <> '{}'`.execute(
    db,
  );
  await isolateByWorkspace(db, 'plugin_installations');
  // Each version that ever counted, so that runs keep the one they began with.
  await sql`
    create table plugin_installation_versions (
      workspace_id uuid not null,
      installation_id uuid not null references plugin_installations (id) on delete cascade,
      integrity text not null,
      granted text not null,
      trust text not null,
      signer text,
      source text not null,
      activated_at timestamptz not null,
      primary key (installation_id, activated_at)
    )`.execute(db);
  await sql`create index plugin_installation_versions_by_workspace on plugin_installation_versions (workspace_id)`.execute(
    db,
  );
  await isolateByWorkspace(db, 'plugin_installation_versions');
  await sql`
    create table plugin_trusted_keys (
      id text primary key,
      kind text not null,
      public_key text not null,
      label text not null,
      expires_at timestamptz,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create table plugin_blocks (
      id uuid primary key,
      name text not null,
      version text,
      reason text not null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create unique index plugin_blocks_by_name on plugin_blocks (name, coalesce(version, ''))`.execute(db);
}
