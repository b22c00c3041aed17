import { type Kysely, sql } from 'kysely';

/** Annotations of a workspace, and the hits of an app's, are exported and removed without reading those of others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index annotations_of on annotations (workspace_id, id)`.execute(db);
  await sql`create index annotation_hits_of on annotation_hits (workspace_id, app_id)`.execute(db);
  // What waits is looked for every few seconds; jobs that are over stay.
  await sql`
    create index annotation_jobs_due on annotation_jobs (run_after) where status in ('waiting', 'processing')`.execute(
    db,
  );
}
