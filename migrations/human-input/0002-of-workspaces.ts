import { type Kysely, sql } from 'kysely';

/** Forms of a workspace are listed, and those of an app removed, without reading those of others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index human_input_forms_of on human_input_forms (workspace_id, id)`.execute(db);
  await sql`create index human_input_forms_by_app on human_input_forms (app_id, id)`.execute(db);
}
