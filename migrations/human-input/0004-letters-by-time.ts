import { type Kysely, sql } from 'kysely';

/** The letters of a workspace within an hour are counted without reading the others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index human_input_letters_by_time on human_input_letters (workspace_id, created_at)`.execute(db);
}
