import { sql } from 'kysely';
import type { Database, OpenTransaction } from '#plugins/database/contract.ts';
import type { NoticeTables } from './tables.ts';

/** Days for which it is known what was told: longer than any period of a budget. */
const KEPT_DAYS = 70;

/** What owners were told once. */
export class ToldStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Does `tell` in the same transaction, unless somebody did before. */
  async once(workspaceId: string, name: string, tell: (transaction: OpenTransaction) => Promise<void>): Promise<void> {
    await this.#database
      .workspace<NoticeTables>(workspaceId)
      .transaction()
      .execute(async (transaction) => {
        const added = await transaction
          .insertInto('notices_told')
          .values({ workspace_id: workspaceId, name })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        if (added.numInsertedOrUpdatedRows === 0n) return;
        const old = sql<Date>`now() - make_interval(days => ${KEPT_DAYS})`;
        await transaction
          .deleteFrom('notices_told')
          .where('workspace_id', '=', workspaceId)
          .where('told_at', '<', old)
          .execute();
        await tell(transaction);
      });
  }
}
