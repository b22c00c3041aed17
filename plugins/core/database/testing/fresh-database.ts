import { inject, onTestFinished } from 'vitest';
import { createEmptyDatabase, dropDatabase } from './prepared-server.ts';

/**
 * The environment of a process that starts for the first time: on the test server the address of an empty database,
 * dropped when the running test ends; nothing on PGlite, which makes its own.
 */
export async function freshDatabase(): Promise<Readonly<Record<string, string>>> {
  const server = inject('testDatabaseUrl');
  if (server === '') return {};
  const url = await createEmptyDatabase(server);
  onTestFinished(() => dropDatabase(server, url));
  return { DATABASE_URL: url };
}
