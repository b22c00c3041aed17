import type { Kysely } from 'kysely';
import type { Database } from '#plugins/database/contract.ts';

/** Runs one migration of the house once more, like `feedbacks/0004-daily-counts`; the test has undone what it made. */
export async function migrateAgain(database: Database, name: string): Promise<void> {
  const address = new URL(`../../../../migrations/${name}.ts`, import.meta.url);
  const { up } = (await import(address.href)) as { readonly up: (db: Kysely<unknown>) => Promise<void> };
  await database.system<unknown>().transaction().execute(up);
}
