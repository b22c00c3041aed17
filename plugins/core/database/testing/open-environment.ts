import type { Database } from '#plugins/database/contract.ts';
import { openDatabase } from '#plugins/database/open-database.ts';
import { silentLogger } from './silent-logger.ts';
import type { TestDatabaseEnvironment } from './test-database.ts';

/** Works in an environment's database while no server has it. */
export async function withDatabase<Result>(
  { home, env }: TestDatabaseEnvironment,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const opened = await openDatabase({ home, url: env.DATABASE_URL ?? '', poolSize: 2, logger: silentLogger });
  try {
    await opened.ready;
    return await work(opened.database);
  } finally {
    await opened.close(AbortSignal.timeout(5_000));
  }
}
