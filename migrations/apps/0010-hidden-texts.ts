import { type Kysely, sql } from 'kysely';

/** It would send the marks that stand for credentials in place of these. */
export const olderCanWrite = false;

/**
 * What was typed into nodes as a credential is sealed beside the document. It lies open in rows that are there; which of them were looked
 * through is kept, for only the server has the keys. Recorded changes that may hold one are told no more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['apps', 'app_versions']) {
    await sql`alter table ${sql.table(table)} add column is_sealed boolean not null default false`.execute(db);
    await sql`create index ${sql.id(`${table}_unsealed`)} on ${sql.table(table)} (id) where not is_sealed`.execute(db);
  }
  await sql`
    update app_draft_changes set operations = null
    where operations::text ~ '"(api_key|authorization|http-request)"'`.execute(db);
}
