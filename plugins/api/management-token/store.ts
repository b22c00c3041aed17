import { sql } from 'kysely';
import type { Database } from '#plugins/database/contract.ts';

interface Tables {
  management_tokens: { id: string; hash: string; sealed: string | null; is_renewed: boolean };
}

/** A token as it is kept. */
export interface KeptToken {
  /** What it is sealed for. */
  readonly id: string;
  readonly hash: string;
  /** null: one of a data folder of before, which stays good. */
  readonly sealed: string | null;
  /** Whether it was made in place of another: those that folders still have are not good any more. */
  readonly isRenewed: boolean;
}

/** System: the management token is the installation's, and of no workspace. */
export class ManagementTokenStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async all(): Promise<readonly KeptToken[]> {
    const rows = await this.#db().selectFrom('management_tokens').selectAll().execute();
    return rows.map(({ is_renewed: isRenewed, ...row }) => ({ ...row, isRenewed }));
  }

  /** Adds one, unless it is there already, or is sealed and there is a sealed one: the first of several processes wins. */
  async add({ id, hash, sealed, isRenewed }: KeptToken): Promise<void> {
    await this.#db()
      .insertInto('management_tokens')
      .values({ id, hash, sealed, is_renewed: isRenewed })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  /** Puts one in the place of all. */
  async replace({ id, hash, sealed, isRenewed }: KeptToken): Promise<void> {
    await this.#db()
      .transaction()
      .execute(async (transaction) => {
        await sql`lock table management_tokens in share row exclusive mode`.execute(transaction);
        await transaction.deleteFrom('management_tokens').execute();
        await transaction.insertInto('management_tokens').values({ id, hash, sealed, is_renewed: isRenewed }).execute();
      });
  }

  #db() {
    return this.#database.system<Tables>();
  }
}
