import type { Kysely } from 'kysely';
import { createNameIndex } from '#migrations/name-index.ts';

/** A release that knows nothing of it keeps it by the triggers of the tables it writes. */
export const olderCanWrite = true;

/** Names of things, by which they are found. Which tables have theirs in it, their own migrations say. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createNameIndex(db);
}
