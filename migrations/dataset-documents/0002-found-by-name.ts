import type { Kysely } from 'kysely';
import { indexNames } from '#migrations/name-index.ts';

/** The names are kept by triggers, whoever writes. */
export const olderCanWrite = true;

/** Documents are found by their names. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await indexNames(db, {
    table: 'dataset_documents',
    source: 'document',
    entries: 'select t.id::text, t.name',
    columns: ['name'],
  });
}
