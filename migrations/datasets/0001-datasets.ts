import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/**
 * Knowledge bases, who may see those of chosen members, their tags and metadata fields, and the generations of their
 * index. What is deleted keeps its row until a job has removed what belongs to it, and is seen by nobody meanwhile.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table datasets (
      id uuid primary key,
      workspace_id uuid not null,
      name text not null,
      description text not null default '',
      -- vendor, external
      provider text not null default 'vendor',
      -- only_me, all_team_members, partial_members
      permission text not null default 'only_me',
      -- high_quality, economy; null until the first document says it
      indexing_technique text,
      -- text_model, hierarchical_model, qa_model; null until the first document says it
      doc_form text,
      -- upload_file, website_crawl, notion_import
      data_source_type text,
      -- As on the wire (runtime API, RetrievalModel), complete.
      retrieval_model jsonb not null,
      embedding_provider text,
      embedding_model text,
      -- The generation of the index that answers; null: there is none yet.
      index_id uuid,
      summary_index_setting jsonb,
      built_in_fields boolean not null default false,
      api_enabled boolean not null default true,
      icon jsonb,
      external_api_id uuid,
      external_knowledge_id text,
      external_retrieval_model jsonb,
      -- Grows with every document, so that positions are given once.
      next_position integer not null default 1,
      created_by uuid,
      author_name text not null default '',
      updated_by uuid,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      deleted_at timestamptz
    )`.execute(db);
  await sql`
    create unique index datasets_by_name on datasets (workspace_id, lower(name)) where deleted_at is null`.execute(db);
  await sql`create index datasets_by_workspace on datasets (workspace_id, id desc)`.execute(db);
  await sql`
    create table dataset_members (
      workspace_id uuid not null,
      dataset_id uuid not null references datasets (id) on delete cascade,
      account_id uuid not null,
      primary key (workspace_id, dataset_id, account_id)
    )`.execute(db);
  await sql`create index dataset_members_by_dataset on dataset_members (dataset_id)`.execute(db);
  await sql`
    create table dataset_tags (
      id uuid primary key,
      workspace_id uuid not null,
      name text not null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create unique index dataset_tags_by_name on dataset_tags (workspace_id, lower(name))`.execute(db);
  await sql`
    create table dataset_tag_bindings (
      workspace_id uuid not null,
      tag_id uuid not null references dataset_tags (id) on delete cascade,
      dataset_id uuid not null references datasets (id) on delete cascade,
      primary key (workspace_id, tag_id, dataset_id)
    )`.execute(db);
  await sql`create index dataset_tag_bindings_by_dataset on dataset_tag_bindings (dataset_id)`.execute(db);
  await sql`create index dataset_tag_bindings_by_tag on dataset_tag_bindings (tag_id)`.execute(db);
  await sql`
    create table dataset_metadata_fields (
      id uuid primary key,
      workspace_id uuid not null,
      dataset_id uuid not null references datasets (id) on delete cascade,
      name text not null,
      -- string, number, time
      type text not null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create unique index dataset_metadata_fields_by_name
      on dataset_metadata_fields (workspace_id, dataset_id, name)`.execute(db);
  await sql`create index dataset_metadata_fields_by_dataset on dataset_metadata_fields (dataset_id)`.execute(db);
  await sql`
    create table dataset_generations (
      -- What indexes are known by.
      id uuid primary key,
      workspace_id uuid not null,
      dataset_id uuid not null references datasets (id) on delete cascade,
      -- null, null: economy, without vectors
      embedding_provider text,
      embedding_model text,
      -- building: beside the one that answers; active: it answers
      state text not null,
      -- Why it does not get on; null: it does.
      error text,
      created_at timestamptz not null default now(),
      activated_at timestamptz
    )`.execute(db);
  await sql`
    create index dataset_generations_by_dataset on dataset_generations (workspace_id, dataset_id)`.execute(db);
  await sql`
    create unique index dataset_generations_of_a_state on dataset_generations (dataset_id, state)`.execute(db);
  for (const table of [
    'datasets',
    'dataset_members',
    'dataset_tags',
    'dataset_tag_bindings',
    'dataset_metadata_fields',
    'dataset_generations',
  ]) {
    await isolateByWorkspace(db, table);
  }
}
