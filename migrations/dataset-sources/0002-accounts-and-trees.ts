import { type Kysely, sql } from 'kysely';

/** Releases before would read sources of these kinds as if they had no more pages. */
export const olderCanWrite = false;

/** Sources that are read with a connected account, and what a service keeps in folders and tells the changes of. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table dataset_sources
      -- A connected account.
      add column account_id uuid,
      -- Its account does not work: it is not read by itself until that does.
      add column held boolean not null default false,
      -- Where its reader goes on, in the reader's own form.
      add column cursor jsonb`.execute(db);
  await sql`
    alter table dataset_source_pages
      -- Address of the folder it lies in.
      add column parent text,
      -- Its path, for people, and the last name of it.
      add column name text,
      add column title text,
      -- What the service said of its content last, and what was said when it was dealt with.
      add column found_version text,
      add column version text,
      -- Address of what it stands for.
      add column target text,
      add column details jsonb,
      -- Why it is gone; its document is still to be treated so.
      add column gone text`.execute(db);
  await sql`
    create index dataset_source_pages_by_parent on dataset_source_pages (source_id, parent) where parent is not null`.execute(
    db,
  );
  await sql`
    create index dataset_source_pages_by_target on dataset_source_pages (source_id, target) where target is not null`.execute(
    db,
  );
  await sql`
    create index dataset_sources_by_account on dataset_sources (workspace_id, account_id) where account_id is not null`.execute(
    db,
  );
}
