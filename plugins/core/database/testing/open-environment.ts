import type { Database } from '#plugins/database/contract.ts';
import { openDatabase } from '#plugins/database/open-database.ts';
import { bufferMb } from './buffers.ts';
import { silentLogger } from './silent-logger.ts';
import type { TestDatabaseEnvironment } from './test-database.ts';

/** The embedded database of a data folder, open until it is closed. */
export async function openHome(home: string): Promise<{ readonly database: Database; close(): Promise<void> }> {
  const opened = await openDatabase({ home, url: '', poolSize: 2, bufferMb, logger: silentLogger });
  await opened.ready;
  return { database: opened.database, close: () => opened.close(AbortSignal.timeout(5_000)) };
}

/** Works in an environment's database while no server has it. */
export async function withDatabase<Result>(
  { home, env }: TestDatabaseEnvironment,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const opened = await openDatabase({ home, url: env.DATABASE_URL ?? '', poolSize: 2, bufferMb, logger: silentLogger });
  try {
    await opened.ready;
    return await work(opened.database);
  } finally {
    await opened.close(AbortSignal.timeout(5_000));
  }
}
