import { type Kysely, sql } from 'kysely';

/**
 * The message that one follows where that is not the one before it in time: whoever asks again, or something else in its
 * place, begins a branch. Null: the one before it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table messages add column parent_id uuid`.execute(db);
}
