import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/**
 * Questions with their answers, the vectors of the questions by embedding model, what an app's owner has set, the jobs
 * that make vectors, and which messages an annotation answered. Ids are UUIDs of version 7: their order is the order of
 * creation.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table annotations (
      id uuid primary key,
      workspace_id uuid not null,
      app_id uuid not null,
      question text not null,
      -- Grows with every change of the question: a vector is kept only for the text it was made of.
      question_version integer not null default 1,
      answer text not null,
      author_name text not null,
      hit_count bigint not null default 0,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index annotations_by_app on annotations (app_id, id desc)`.execute(db);
  await sql`
    create table annotation_vectors (
      annotation_id uuid not null references annotations (id) on delete cascade,
      -- Provider and model.
      model text not null,
      workspace_id uuid not null,
      app_id uuid not null,
      question_version integer not null,
      -- 32-bit floats, little-endian, of length 1.
      vector bytea not null,
      primary key (annotation_id, model)
    )`.execute(db);
  await sql`create index annotation_vectors_by_app on annotation_vectors (app_id, model)`.execute(db);
  await sql`
    create table annotation_replies (
      app_id uuid primary key,
      id uuid not null,
      workspace_id uuid not null,
      enabled boolean not null default false,
      provider text not null default '',
      model text not null default '',
      score_threshold double precision not null default 1,
      -- Grows with every change of what answers: settings, vectors, annotations that went.
      revision bigint not null default 0,
      changed_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index annotation_replies_by_change on annotation_replies (changed_at)`.execute(db);
  await sql`
    create table annotation_jobs (
      id uuid primary key,
      workspace_id uuid not null,
      app_id uuid not null,
      action text not null,
      status text not null,
      provider text not null,
      model text not null,
      score_threshold double precision not null,
      error text not null default '',
      attempts integer not null default 0,
      run_after timestamptz not null default now(),
      -- Whose it is, and until when without a sign of life.
      claim uuid,
      claimed_until timestamptz,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create unique index annotation_jobs_open on annotation_jobs (app_id, action)
      where status in ('waiting', 'processing')`.execute(db);
  await sql`create index annotation_jobs_by_app on annotation_jobs (app_id, id desc)`.execute(db);
  await sql`
    create table annotation_hits (
      message_id uuid primary key,
      workspace_id uuid not null,
      app_id uuid not null,
      annotation_id uuid not null,
      query text not null,
      score double precision not null,
      source text not null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index annotation_hits_by_annotation on annotation_hits (annotation_id, message_id desc)`.execute(db);
  for (const table of [
    'annotations',
    'annotation_vectors',
    'annotation_replies',
    'annotation_jobs',
    'annotation_hits',
  ]) {
    await isolateByWorkspace(db, table);
  }
}
