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
  for (const table of [
    'dataset_process_rules',
    'dataset_documents',
    'dataset_segments',
    'dataset_child_chunks',
    'dataset_hits',
  ]) {
    await isolateByWorkspace(db, table);
  }
}
