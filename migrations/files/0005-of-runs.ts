import { type Kysely, sql } from 'kysely';

/** Files that nodes receive or make belong to a run, and go with it; they are found without reading those of others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table uploaded_files add column run_id uuid`.execute(db);
  await sql`create index uploaded_files_by_run on uploaded_files (run_id) where run_id is not null`.execute(db);
}
