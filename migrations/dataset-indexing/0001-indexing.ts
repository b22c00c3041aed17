import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/**
 * Work on knowledge bases that is to be done or is being done, which segments changed while an index is built anew, and what
 * models answered to texts, so that no text is paid for twice.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table indexing_work (
      -- The document, or the generation that is built or removed.
      id uuid primary key,
      workspace_id uuid not null,
      dataset_id uuid not null,
      -- document, rebuild, drop
      kind text not null,
      -- Of the document.
      revision integer not null default 0,
      -- Grows when it is asked for again: what was begun before does not end it then.
      version integer not null default 1,
      -- infinity: a rebuild that failed.
      due_at timestamptz not null default now(),
      -- One after the other, without anything done between them.
      failures integer not null default 0,
      -- How often it was begun and neither left nor ended: processes that died with it.
      starts integer not null default 0,
      -- Who is at it, and until when others leave it alone.
      claim uuid,
      claimed_until timestamptz,
      -- The last segment that a rebuild has done, how many it has, and of how many.
      after_id uuid,
      done integer not null default 0,
      total integer not null default 0,
      -- What the document's page will say although it is completed.
      note text,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index indexing_work_by_time on indexing_work (workspace_id, due_at, id)`.execute(db);
  await sql`create index indexing_work_by_dataset on indexing_work (workspace_id, dataset_id)`.execute(db);
  await sql`
    create table rebuild_changes (
      workspace_id uuid not null,
      generation_id uuid not null references indexing_work (id) on delete cascade,
      segment_id uuid not null,
      -- Grows with each change, so that one which came while the segment was read is not lost.
      version integer not null default 1,
      primary key (workspace_id, generation_id, segment_id)
    )`.execute(db);
  await sql`create index rebuild_changes_by_generation on rebuild_changes (generation_id)`.execute(db);
  await sql`
    create table model_answers (
      workspace_id uuid not null,
      -- sha256 of provider, model, kind and text.
      key bytea not null,
      -- document: the text's vector; pairs, summary: what a language model wrote
      kind text not null,
      answer bytea not null,
      used_on date not null default (now() at time zone 'UTC')::date,
      primary key (workspace_id, key)
    )`.execute(db);
  await sql`create index model_answers_by_use on model_answers (workspace_id, used_on)`.execute(db);
  for (const table of ['indexing_work', 'rebuild_changes', 'model_answers']) await isolateByWorkspace(db, table);
}
