import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/** New tables: nothing that was there before changes. */
export const olderCanWrite = true;

/**
 * Repositories that apps are kept in step with. Of each app: what its file and it had in common last (`file_text` as the file says it,
 * `app_text` as the app does, with this workspace's models and knowledge bases), what was asked of people, and its pull request. Of each
 * version that is published: a row, until it is committed. Of each look that did something: what it did.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table repository_links (
      id uuid primary key,
      workspace_id uuid not null,
      provider text not null,
      account_id uuid,
      url text not null,
      repository text not null,
      branch text not null,
      folder text not null,
      environment_file text not null,
      direction text not null,
      commits text not null,
      applies text not null,
      takes_new boolean not null,
      sealed_key text,
      public_key text,
      host_key text,
      sealed_hook_secret text not null,
      state text not null default 'active',
      reason text,
      head text,
      environment_blob text,
      approved text,
      seen_at timestamptz,
      wanted_at timestamptz,
      next_look_at timestamptz not null default now(),
      lease uuid,
      leased_until timestamptz,
      created_by uuid,
      author_name text not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (workspace_id, url, branch, folder)
    )`.execute(db);
  await sql`create unique index repository_links_new on repository_links (workspace_id) where takes_new`.execute(db);
  await sql`create index repository_links_due on repository_links (next_look_at) where state <> 'paused'`.execute(db);
  await sql`
    create table repository_apps (
      link_id uuid not null references repository_links (id) on delete cascade,
      key text not null,
      workspace_id uuid not null,
      app_id uuid,
      name text not null default '',
      file text not null,
      blob text,
      layout_blob text,
      file_text text,
      app_text text,
      layout_text text,
      state text not null,
      reason text,
      conflicts text,
      choices text,
      pull_number bigint,
      pull_url text,
      pull_branch text,
      pull_commit text,
      updated_at timestamptz not null default now(),
      primary key (link_id, key)
    )`.execute(db);
  await sql`create index repository_apps_by_app on repository_apps (workspace_id, app_id)`.execute(db);
  await sql`
    create table repository_changes (
      id uuid primary key,
      workspace_id uuid not null,
      link_id uuid not null references repository_links (id) on delete cascade,
      app_id uuid not null,
      version_id uuid not null,
      number integer not null,
      note text not null,
      published_by text not null,
      account_id uuid,
      state text not null default 'waiting',
      commit_id text,
      created_at timestamptz not null default now(),
      unique (link_id, version_id)
    )`.execute(db);
  await sql`create index repository_changes_waiting on repository_changes (link_id, created_at) where state = 'waiting'`.execute(
    db,
  );
  await sql`
    create table repository_runs (
      id uuid primary key,
      workspace_id uuid not null,
      link_id uuid not null references repository_links (id) on delete cascade,
      began_by text not null,
      who text not null,
      commit_before text,
      commit_after text,
      outcome text not null,
      message text,
      items text not null,
      started_at timestamptz not null,
      finished_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index repository_runs_of_link on repository_runs (link_id, id desc)`.execute(db);
  await sql`create index repository_changes_of_app on repository_changes (workspace_id, app_id)`.execute(db);
  await sql`create index repository_runs_of_workspace on repository_runs (workspace_id)`.execute(db);
  for (const table of ['repository_links', 'repository_apps', 'repository_changes', 'repository_runs']) {
    await isolateByWorkspace(db, table);
  }
}
