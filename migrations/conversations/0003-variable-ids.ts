import { type Kysely, sql } from 'kysely';

/** A variable's id follows from its conversation and name: also one that was never set has it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table conversation_variables drop column id`.execute(db);
}
