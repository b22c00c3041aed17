import { type Kysely, sql } from 'kysely';

/**
 * Postings by batch, then term: a batch is written to one place of one index, however many there are before it. A search looks
 * its terms up in each batch, of which there are few.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table knowledge_postings drop constraint knowledge_postings_pkey`.execute(db);
  await sql`drop index knowledge_postings_of`.execute(db);
  await sql`alter table knowledge_postings add primary key (workspace_id, index_id, batch, term)`.execute(db);
}
