import { sql } from 'kysely';
import { openDatabase } from '#plugins/database/open-database.ts';
import { bufferMb } from './buffers.ts';
import { silentLogger } from './silent-logger.ts';
import type { TestDatabaseEnvironment } from './test-database.ts';

/** Reads the database of a process that has ended: what is really there, past all services. */
export async function readRows<Row>(environment: TestDatabaseEnvironment, query: string): Promise<readonly Row[]> {
  const { home, env } = environment;
  const opened = await openDatabase({ home, url: env.DATABASE_URL ?? '', poolSize: 1, bufferMb, logger: silentLogger });
  try {
    return (await sql.raw<Row>(query).execute(opened.database.system())).rows;
  } finally {
    await opened.close();
  }
}
