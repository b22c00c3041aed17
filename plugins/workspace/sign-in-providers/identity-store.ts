import type { Selectable } from 'kysely';
import { currentTime } from '#kernel';
import type { Database } from '#plugins/database/contract.ts';
import type { Person } from './person.ts';
import type { SignInTables } from './tables.ts';

/** Who an account is at a service. */
export interface LinkedIdentity {
  readonly provider: string;
  readonly issuer: string;
  readonly subject: string;
  readonly accountId: string;
  readonly email: string | null;
  /** Milliseconds since the epoch. */
  readonly linkedAt: number;
  readonly signedInAt: number;
}

type Known = Pick<Person, 'issuer' | 'subject'>;

/** Which account somebody at a service is. System: people belong to no workspace. */
export class IdentityStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Whoever signs in; null: nobody who was linked. */
  async seen({ issuer, subject, email }: Known & Pick<Person, 'email'>): Promise<string | null> {
    const row = await this.#db()
      .updateTable('account_identities')
      .set({ signed_in_at: new Date(currentTime()), ...(email !== null && { email }) })
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .returning('account_id')
      .executeTakeFirst();
    return row?.account_id ?? null;
  }

  /** The same, of somebody who is only looked up. */
  async find({ issuer, subject }: Known): Promise<string | null> {
    const row = await this.#db()
      .selectFrom('account_identities')
      .select('account_id')
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .executeTakeFirst();
    return row?.account_id ?? null;
  }

  /** Oldest first. */
  async ofAccount(accountId: string): Promise<readonly LinkedIdentity[]> {
    const query = this.#db().selectFrom('account_identities').selectAll().where('account_id', '=', accountId);
    return (await query.orderBy('created_at').orderBy('provider').execute()).map(identityOf);
  }

  /** False: they are an account already, or the account is somebody else at the service. Nothing is changed then. */
  async link(person: Known & Pick<Person, 'provider' | 'email'>, accountId: string): Promise<boolean> {
    const { provider, issuer, subject, email } = person;
    const row = await this.#db()
      .insertInto('account_identities')
      .values({ provider, issuer, subject, email, account_id: accountId })
      .onConflict((conflict) => conflict.doNothing())
      .returning('account_id')
      .executeTakeFirst();
    return row !== undefined;
  }

  async unlink(accountId: string, provider: string): Promise<boolean> {
    const query = this.#db().deleteFrom('account_identities').where('account_id', '=', accountId);
    const { numDeletedRows } = await query.where('provider', '=', provider).executeTakeFirst();
    return numDeletedRows > 0n;
  }

  #db() {
    return this.#database.system<SignInTables>();
  }
}

function identityOf(row: Selectable<SignInTables['account_identities']>): LinkedIdentity {
  return {
    ...{ provider: row.provider, issuer: row.issuer, subject: row.subject },
    accountId: row.account_id,
    email: row.email,
    linkedAt: row.created_at.getTime(),
    signedInAt: row.signed_in_at.getTime(),
  };
}
