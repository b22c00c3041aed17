import type { Database, OpenTransaction } from '#plugins/database/contract.ts';

/** A transaction of one workspace. */
export function inTransaction<Result>(
  database: Database,
  workspaceId: string,
  work: (db: OpenTransaction) => Promise<Result>,
): Promise<Result> {
  return database.workspace(workspaceId).transaction().execute(work);
}

/** Queries of one workspace that all see the same moment. */
export function inOneMoment<Result>(
  database: Database,
  workspaceId: string,
  work: (db: OpenTransaction) => Promise<Result>,
): Promise<Result> {
  return database
    .workspace(workspaceId)
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(work);
}
