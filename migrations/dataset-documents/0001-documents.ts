import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/**
 * Documents of knowledge bases, the rules by which they were cut, their segments and the child chunks of those. Ids are
 * UUIDs of version 7. There are no references to the tables of knowledge bases, which are another plugin's.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table dataset_process_rules (
      id uuid primary key,
      workspace_id uuid not null,
      dataset_id uuid not null,
      -- As on the wire (runtime API, process_rule), complete.
      rule jsonb not null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create index dataset_process_rules_by_dataset on dataset_process_rules (workspace_id, dataset_id)`.execute(db);
  await sql`
    create table dataset_documents (
      id uuid primary key,
      workspace_id uuid not null,
      dataset_id uuid not null,
      batch text not null,
      position integer not null,
      name text not null,
      -- upload_file, website_crawl, notion_import
      data_source_type text not null,
      -- Where it came from, as its source knows it again: {url}, {path, repository}; {} for texts and uploads.
      source jsonb not null default '{}',
      -- Tells documents of one source apart (an address, a path); null: it has none.
      source_key text,
      -- sha256 (hex) of the content, to know that nothing changed.
      content_hash text not null,
      -- The content: a blob, with what it was called and is.
      blob jsonb not null,
      size bigint not null,
      extension text not null,
      mime_type text not null,
      process_rule_id uuid not null,
      doc_form text not null,
      doc_language text not null default 'English',
      -- By id of the metadata field.
      doc_metadata jsonb not null default '{}',
      -- api, web
      created_from text not null,
      created_by uuid,
      uploader_name text not null default '',
      tokens bigint not null default 0,
      word_count bigint not null default 0,
      segment_count integer not null default 0,
      -- waiting, parsing, cleaning, splitting, indexing, completed, error, paused
      indexing_status text not null default 'waiting',
      error text,
      -- Grows each time its content is to be indexed anew: work on an older revision is dropped.
      revision integer not null default 1,
      enabled boolean not null default true,
      disabled_at timestamptz,
      disabled_by uuid,
      archived boolean not null default false,
      need_summary boolean not null default false,
      processing_started_at timestamptz,
      parsing_completed_at timestamptz,
      cleaning_completed_at timestamptz,
      splitting_completed_at timestamptz,
      completed_at timestamptz,
      -- Completed at least once: what was found of it stays so while it is indexed anew.
      was_completed boolean not null default false,
      paused_at timestamptz,
      stopped_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create index dataset_documents_by_dataset
      on dataset_documents (workspace_id, dataset_id, position)`.execute(db);
  await sql`
    create index dataset_documents_by_batch on dataset_documents (workspace_id, dataset_id, batch)`.execute(db);
  await sql`
    create unique index dataset_documents_by_source on dataset_documents (workspace_id, dataset_id, source_key)
      where source_key is not null`.execute(db);
  await sql`create unique index dataset_documents_by_blob on dataset_documents ((blob ->> 'key'))`.execute(db);
  await sql`
    create index dataset_documents_by_status on dataset_documents (workspace_id, indexing_status)
      where indexing_status not in ('completed', 'error')`.execute(db);
  await sql`
    create table dataset_segments (
      id uuid primary key,
      workspace_id uuid not null,
      dataset_id uuid not null,
      document_id uuid not null references dataset_documents (id) on delete cascade,
      position integer not null,
      content text not null,
      answer text,
      word_count integer not null,
      tokens integer not null default 0,
      keywords jsonb,
      -- sha256 (hex) of content and answer.
      hash text not null,
      page integer,
      heading text,
      enabled boolean not null default true,
      disabled_at timestamptz,
      disabled_by uuid,
      -- waiting, indexing, completed, error, re_segment
      status text not null default 'waiting',
      error text,
      summary text,
      created_by uuid,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      updated_by uuid,
      indexing_at timestamptz,
      completed_at timestamptz,
      stopped_at timestamptz
    )`.execute(db);
  await sql`
    create unique index dataset_segments_by_document
      on dataset_segments (document_id, position)`.execute(db);
  await sql`
    create index dataset_segments_by_dataset on dataset_segments (workspace_id, dataset_id, id)`.execute(db);
  await sql`
    create table dataset_child_chunks (
      id uuid primary key,
      workspace_id uuid not null,
      dataset_id uuid not null,
      document_id uuid not null,
      segment_id uuid not null references dataset_segments (id) on delete cascade,
      position integer not null,
      content text not null,
      word_count integer not null,
      -- automatic, customized
      type text not null default 'automatic',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create index dataset_child_chunks_by_segment
      on dataset_child_chunks (segment_id, position)`.execute(db);
  await sql`
    create index dataset_child_chunks_by_dataset on dataset_child_chunks (workspace_id, dataset_id)`.execute(db);
  await sql`
    create table dataset_hits (
      workspace_id uuid not null,
      dataset_id uuid not null,
      document_id uuid not null references dataset_documents (id) on delete cascade,
      segment_id uuid not null references dataset_segments (id) on delete cascade,
      hits bigint not null,
      primary key (workspace_id, segment_id)
    )`.execute(db);
  await sql`create index dataset_hits_by_document on dataset_hits (document_id)`.execute(db);
  await sql`create index dataset_hits_by_segment on dataset_hits (segment_id)`.execute(db);
  await sql`
    create table dataset_uses (workspace_id uuid primary key, documents bigint not null)`.execute(db);
  for (const table of [
    'dataset_process_rules',
    'dataset_documents',
    'dataset_segments',
    'dataset_child_chunks',
    'dataset_hits',
    'dataset_uses',
  ]) {
    await isolateByWorkspace(db, table);
  }
  await countUses(db);
}

/**
 * How many documents a workspace has, and what they take of its storage (migrations/files): kept by triggers, so that the
 * sums are right whoever adds or removes rows, and in the same transaction. The row of the storage is also what makes those
 * wait for each other who add at the same time, files among them.
 */
async function countUses(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function add_document_bytes(workspace uuid, added bigint) returns void language plpgsql as $$
    begin
      if added < 0 then
        update storage_uses set bytes = bytes + added where workspace_id = workspace;
      else
        insert into storage_uses as u (workspace_id, bytes) values (workspace, added)
          on conflict (workspace_id) do update set bytes = u.bytes + excluded.bytes;
      end if;
      insert into storage_days (workspace_id, day, bytes)
        select u.workspace_id, (clock_timestamp() at time zone 'UTC')::date, u.bytes
        from storage_uses u where u.workspace_id = workspace
        on conflict (workspace_id, day) do update set bytes = excluded.bytes;
    end $$`.execute(db);
  await sql`
    create function count_documents() returns trigger language plpgsql as $$
    declare
      part record;
    begin
      for part in select workspace_id, sum(size)::bigint as bytes, count(*) as documents from changed group by 1 order by 1 loop
        if tg_op = 'INSERT' then
          perform add_document_bytes(part.workspace_id, part.bytes);
          insert into dataset_uses as u (workspace_id, documents) values (part.workspace_id, part.documents)
            on conflict (workspace_id) do update set documents = u.documents + excluded.documents;
        else
          perform add_document_bytes(part.workspace_id, -part.bytes);
          update dataset_uses set documents = documents - part.documents where workspace_id = part.workspace_id;
        end if;
      end loop;
      return null;
    end $$`.execute(db);
  await sql`
    create function count_replaced_document() returns trigger language plpgsql as $$
    begin
      perform add_document_bytes(new.workspace_id, new.size - old.size);
      return null;
    end $$`.execute(db);
  await sql`
    create trigger documents_added after insert on dataset_documents referencing new table as changed
      for each statement execute function count_documents()`.execute(db);
  await sql`
    create trigger documents_removed after delete on dataset_documents referencing old table as changed
      for each statement execute function count_documents()`.execute(db);
  await sql`
    create trigger document_replaced after update on dataset_documents
      for each row when (old.size is distinct from new.size) execute function count_replaced_document()`.execute(db);
}
