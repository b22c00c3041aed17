import type { Database, OpenTransaction } from '#plugins/database/contract.ts';

/** A transaction of one workspace. */
export function inTransaction<Result>(
  database: Database,
  workspaceId: string,
  work: (db: OpenTransaction) => Promise<Result>,
): Promise<Result> {
  return database.workspace(workspaceId).transaction().execute(work);
}
