import { sql } from 'kysely';
import type { Database, OpenTransaction } from '#plugins/database/contract.ts';

/** Runs a query of a test's own as the system role: to prepare, or to see what is really there. */
export async function runQuery<Row>(database: Database, query: string): Promise<readonly Row[]> {
  return (await sql.raw<Row>(query).execute(database.system())).rows;
}

/** The same in a transaction that somebody else ends. */
export async function runQueryIn<Row>(transaction: OpenTransaction, query: string): Promise<readonly Row[]> {
  return (await sql.raw<Row>(query).execute(transaction)).rows;
}
