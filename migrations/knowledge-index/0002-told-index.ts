import { type Kysely, sql } from 'kysely';

/** The contributed vector index that has all vectors of an index, by its id; "": none has. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table knowledge_vector_spaces add column told text not null default ''`.execute(db);
}
