import { type Kysely, sql } from 'kysely';
import { currentTime } from '#kernel';
import type { Database } from '#plugins/database/contract.ts';
import type { Connection, Profile } from './connection.ts';
import type { SsoTables } from './tables.ts';

/** Somebody at a provider. */
export type Person = Pick<Profile, 'issuer' | 'subject'>;

/** Somebody at a provider who is an account. */
export interface LinkedIdentity extends Person {
  readonly connectionId: string;
  readonly workspaceId: string;
  /** Milliseconds since the epoch. */
  readonly linkedAt: number;
  readonly signedInAt: number;
}

/** Which account somebody at a provider is. */
export class IdentityStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The account; null: nobody who has signed in before. */
  async find({ id, workspaceId }: Connection, { issuer, subject }: Person): Promise<string | null> {
    const row = await this.#db(workspaceId)
      .updateTable('sso_identities')
      .set({ signed_in_at: new Date(currentTime()) })
      .where('connection_id', '=', id)
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .returning('account_id')
      .executeTakeFirst();
    return row?.account_id ?? null;
  }

  /** The same, of somebody who does not sign in. */
  async peek({ id, workspaceId }: Connection, { issuer, subject }: Person): Promise<string | null> {
    const row = await this.#db(workspaceId)
      .selectFrom('sso_identities')
      .select('account_id')
      .where('connection_id', '=', id)
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
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
      .where('has_entered', '=', true)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Everybody whom an account is known as. System: a person's, of all workspaces. */
  async ofAccount(accountId: string, db = this.#database.system<SsoTables>()): Promise<LinkedIdentity[]> {
    const query = db.selectFrom('sso_identities').selectAll().where('account_id', '=', accountId);
    const rows = await query.orderBy('created_at').execute();
    return rows.map((row) => ({
      connectionId: row.connection_id,
      workspaceId: row.workspace_id,
      issuer: row.issuer,
      subject: row.subject,
      linkedAt: row.created_at.getTime(),
      signedInAt: row.signed_in_at.getTime(),
    }));
  }

  /**
   * Links somebody to an account, where `mayLink` says so of those it is known as; false: it said no, or they are another
   * account, and nothing is changed. One at a time for an account, so that of two who come at once one is the second. Twice
   * is once. Until `markEntered` it is new. System: it looks at all workspaces.
   */
  async link(
    { id, workspaceId }: Connection,
    { issuer, subject }: Person,
    accountId: string,
    mayLink: (known: readonly LinkedIdentity[]) => boolean,
  ): Promise<boolean> {
    return this.#database
      .system<SsoTables>()
      .transaction()
      .execute(async (transaction) => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${`identities of ${accountId}`}, 0))`.execute(
          transaction,
        );
        if (!mayLink(await this.ofAccount(accountId, transaction))) return false;
        const linked = await transaction
          .insertInto('sso_identities')
          .values({ connection_id: id, workspace_id: workspaceId, issuer, subject, account_id: accountId })
          .onConflict((conflict) =>
            conflict
              .columns(['connection_id', 'issuer', 'subject'])
              .doUpdateSet({ signed_in_at: new Date(currentTime()) })
              .where('sso_identities.account_id', '=', accountId),
          )
          .returning('account_id')
          .executeTakeFirst();
        return linked !== undefined;
      });
  }

  /** They came into the workspace. */
  async markEntered({ id, workspaceId }: Connection, { issuer, subject }: Person): Promise<void> {
    await this.#db(workspaceId)
      .updateTable('sso_identities')
      .set({ has_entered: true })
      .where('connection_id', '=', id)
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .where('has_entered', '=', false)
      .execute();
  }

  /** Takes back a link with which nobody came in. */
  async unlinkNew({ id, workspaceId }: Connection, { issuer, subject }: Person): Promise<void> {
    await this.#db(workspaceId)
      .deleteFrom('sso_identities')
      .where('connection_id', '=', id)
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .where('has_entered', '=', false)
      .execute();
  }

  #db(workspaceId: string): Kysely<SsoTables> {
    return this.#database.workspace<SsoTables>(workspaceId);
  }
}
