import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/** Where documents of knowledge bases come from, and what each source has. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table dataset_sources (
      id uuid primary key,
      workspace_id uuid not null,
      dataset_id uuid not null,
      -- web_page, sitemap, website, git
      kind text not null,
      name text not null,
      settings jsonb not null,
      -- How its documents are cut.
      indexing jsonb not null,
      sealed_token text,
      -- The end of the token, to know it again.
      token_hint text not null default '',
      -- never, hourly, every_6_hours, daily, weekly
      refresh text not null,
      -- disable, remove, keep
      on_vanished text not null,
      paused boolean not null default false,
      -- waiting, running, completed, failed, cancelled
      status text not null default 'waiting',
      error text,
      -- The last run did not see everything: what it did not see is not gone for that.
      incomplete boolean not null default false,
      -- Grows with each run, and with each that is cancelled: work for another one is dropped.
      run integer not null default 0,
      -- Of the run: the one job that may go on with it names it.
      step integer not null default 0,
      started_at timestamptz,
      finished_at timestamptz,
      -- When a job of the run was last at it.
      seen_at timestamptz not null default now(),
      next_refresh_at timestamptz,
      created_by uuid,
      author_name text not null default '',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create index dataset_sources_by_dataset on dataset_sources (workspace_id, dataset_id, id)`.execute(db);
  await sql`
    create index dataset_sources_at_work on dataset_sources (seen_at) where status = 'running'`.execute(db);
  await sql`
    create index dataset_sources_due on dataset_sources (next_refresh_at) where next_refresh_at is not null`.execute(
    db,
  );
  await sql`
    create table dataset_source_pages (
      id uuid primary key,
      workspace_id uuid not null,
      dataset_id uuid not null,
      source_id uuid not null references dataset_sources (id) on delete cascade,
      -- An address, or the path of a file: at most 2,000 bytes.
      address text not null,
      -- page, sitemap
      role text not null,
      -- Links from the first page.
      depth integer not null,
      -- The last run that came to it.
      run integer not null,
      -- waiting, added, changed, unchanged, duplicate, excluded, failed, vanished, read (of sitemaps)
      status text not null,
      document_id uuid,
      content_hash text,
      -- Its document was disabled because it was gone: it is enabled again when it is back.
      disabled boolean not null default false,
      -- In the run.
      tries integer not null default 0,
      message text,
      read_at timestamptz
    )`.execute(db);
  await sql`
    create unique index dataset_source_pages_by_address on dataset_source_pages (source_id, address)`.execute(db);
  await sql`
    create index dataset_source_pages_by_run on dataset_source_pages (source_id, run, status, depth, id)`.execute(db);
  await sql`
    create index dataset_source_pages_by_dataset on dataset_source_pages (workspace_id, dataset_id)`.execute(db);
  for (const table of ['dataset_sources', 'dataset_source_pages']) await isolateByWorkspace(db, table);
}
