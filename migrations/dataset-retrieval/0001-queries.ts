import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/** What knowledge bases were asked, a row for each base that a question went to. Old ones are removed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table dataset_queries (
      id uuid primary key,
      workspace_id uuid not null,
      dataset_id uuid not null,
      query text not null,
      -- hit_testing, app, api
      source text not null,
      app_id uuid,
      run_id uuid,
      -- An account; null: a program, or a user of an app.
      created_by uuid,
      hits integer not null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create index dataset_queries_by_dataset on dataset_queries (workspace_id, dataset_id, id desc)`.execute(db);
  await sql`create index dataset_queries_by_run on dataset_queries (run_id) where run_id is not null`.execute(db);
  await sql`create index dataset_queries_by_age on dataset_queries (created_at)`.execute(db);
  await isolateByWorkspace(db, 'dataset_queries');
}
