import type { Kysely } from 'kysely';
import type { Database } from '../database/contract.ts';
import type { Connection, Profile } from './connection.ts';
import type { SsoTables } from './tables.ts';

/** Which account somebody at a provider is. */
export class IdentityStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The account; null: nobody who has signed in before. */
  async find({ id, workspaceId }: Connection, { issuer, subject }: Profile): Promise<string | null> {
    const row = await this.#db(workspaceId)
      .updateTable('sso_identities')
      .set({ signed_in_at: new Date() })
      .where('connection_id', '=', id)
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .returning('account_id')
      .executeTakeFirst();
    return row?.account_id ?? null;
  }

  /** Whether an account has come into the workspace over any of its connections. */
  async knows(workspaceId: string, accountId: string): Promise<boolean> {
    const row = await this.#db(workspaceId)
      .selectFrom('sso_identities')
      .select('account_id')
      .where('workspace_id', '=', workspaceId)
      .where('account_id', '=', accountId)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Twice is once. */
  async insert({ id, workspaceId }: Connection, { issuer, subject }: Profile, accountId: string): Promise<void> {
    await this.#db(workspaceId)
      .insertInto('sso_identities')
      .values({ connection_id: id, workspace_id: workspaceId, issuer, subject, account_id: accountId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  #db(workspaceId: string): Kysely<SsoTables> {
    return this.#database.workspace<SsoTables>(workspaceId);
  }
}
