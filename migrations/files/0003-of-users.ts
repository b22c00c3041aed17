import { type Kysely, sql } from 'kysely';

/** Files that an end user sent are removed without reading the others of the app. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index uploaded_files_by_user on uploaded_files (app_id, end_user_id) where end_user_id is not null`.execute(
    db,
  );
}
