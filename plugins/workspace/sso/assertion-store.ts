import { sql } from 'kysely';
import type { Database } from '#plugins/database/contract.ts';
import type { Connection } from './connection.ts';
import type { SsoTables } from './tables.ts';

const BATCH = 5_000;

/** Which assertions were used: each is good once, in whatever process and after whatever restart. */
export class AssertionStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** False: it was used before. Kept until `until`, when it is too old to be believed anyway. */
  async use({ id, workspaceId }: Connection, idHash: string, until: Date): Promise<boolean> {
    const result = await this.#database
      .workspace<SsoTables>(workspaceId)
      .insertInto('sso_assertions')
      .values({ connection_id: id, workspace_id: workspaceId, id_hash: idHash, until })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return result.numInsertedOrUpdatedRows === 1n;
  }

  /** System: of all workspaces. True: there may be more that are over. */
  async sweep(): Promise<boolean> {
    const { numAffectedRows = 0n } = await sql`
      delete from sso_assertions where (connection_id, id_hash) in (
        select connection_id, id_hash from sso_assertions where until < now() limit ${BATCH}
      )`.execute(this.#database.system<SsoTables>());
    return numAffectedRows >= BATCH;
  }
}
