import type { Kysely } from 'kysely';
import { indexNames } from '#migrations/name-index.ts';

/** The names are kept by triggers, whoever writes. */
export const olderCanWrite = true;

/** Tools of APIs are found by their names, and the APIs by theirs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await indexNames(db, {
    table: 'api_tool_providers',
    source: 'api',
    entries: 'select t.id::text, t.name',
    columns: ['name'],
  });
  await indexNames(db, {
    table: 'api_tools',
    source: 'api_tool',
    entries: "select t.provider_id::text || '/' || t.key, t.name where t.enabled",
    columns: ['name', 'enabled'],
  });
}
