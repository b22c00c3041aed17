import type { Kysely } from 'kysely';
import { indexNames } from '#migrations/name-index.ts';

/** The names are kept by triggers, whoever writes. */
export const olderCanWrite = true;

/** Conversations are found by their names. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await indexNames(db, {
    table: 'conversations',
    source: 'conversation',
    entries: 'select t.id::text, t.name where t.deleted_at is null',
    columns: ['name', 'deleted_at'],
  });
}
