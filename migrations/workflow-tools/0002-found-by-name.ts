import type { Kysely } from 'kysely';
import { indexNames } from '#migrations/name-index.ts';

/** The names are kept by triggers, whoever writes. */
export const olderCanWrite = true;

/** Workflows that are tools are found by their labels and names. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await indexNames(db, {
    table: 'workflow_tools',
    source: 'workflow_tool',
    entries: "select t.id::text, t.label || ' ' || t.name",
    columns: ['label', 'name'],
  });
}
