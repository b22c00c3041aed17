import { type Kysely, type Selectable, sql } from 'kysely';
import { PlatformError } from '#kernel';
import type { Database } from '#plugins/database/contract.ts';
import type { Account } from './contract.ts';
import type { AccountTables } from './tables.ts';

/** What proves who somebody is. */
export interface StoredProof {
  readonly passwordHash: string | null;
  /** Sealed; null: signing in takes the password only. */
  readonly secondFactor: string | null;
  readonly secondFactorPending: string | null;
}

/** System: accounts belong to no workspace. */
export class AccountStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(by: { readonly id: string } | { readonly email: string }): Promise<(Account & StoredProof) | null> {
    const query = this.#db().selectFrom('accounts').selectAll();
    const row = await ('id' in by
      ? query.where('id', '=', by.id)
      : query.where('email', '=', by.email)
    ).executeTakeFirst();
    return row === undefined ? null : toAccount(row);
  }

  async of(ids: readonly string[]): Promise<Account[]> {
    if (ids.length === 0) return [];
    const rows = await this.#db()
      .selectFrom('accounts')
      .selectAll()
      .where('id', 'in', [...ids])
      .execute();
    return rows.map(toAccount);
  }

  async byEmails(emails: readonly string[]): Promise<Account[]> {
    if (emails.length === 0) return [];
    const rows = await this.#db()
      .selectFrom('accounts')
      .selectAll()
      .where('email', 'in', [...emails])
      .execute();
    return rows.map(toAccount);
  }

  async insert(values: { id: string; email: string; name: string; language: string; passwordHash: string | null }) {
    const row = await this.#db()
      .insertInto('accounts')
      .values({
        id: values.id,
        email: values.email,
        name: values.name,
        language: values.language,
        password_hash: values.passwordHash,
        second_factor: null,
        second_factor_pending: null,
        current_workspace_id: null,
        signed_in_at: null,
      })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returningAll()
      .executeTakeFirst();
    if (row !== undefined) return toAccount(row);
    const message = `There is an account with the address ${values.email} already; sign in with it.`;
    throw new PlatformError('conflict', 'accounts.email_taken', message, { field: 'email' });
  }

  async update(
    id: string,
    values: {
      name?: string;
      language?: string;
      currentWorkspaceId?: string | null;
      passwordHash?: string;
      passwordResetAt?: Date;
      secondFactor?: string | null;
      secondFactorPending?: string | null;
      signedInAt?: Date;
    },
  ): Promise<Account> {
    const row = await this.#db()
      .updateTable('accounts')
      .set({
        ...(values.name !== undefined && { name: values.name }),
        ...(values.language !== undefined && { language: values.language }),
        ...(values.currentWorkspaceId !== undefined && { current_workspace_id: values.currentWorkspaceId }),
        ...(values.passwordHash !== undefined && { password_hash: values.passwordHash }),
        ...(values.passwordResetAt !== undefined && { password_reset_at: values.passwordResetAt }),
        ...(values.secondFactor !== undefined && { second_factor: values.secondFactor }),
        ...(values.secondFactorPending !== undefined && { second_factor_pending: values.secondFactorPending }),
        ...(values.signedInAt !== undefined && { signed_in_at: values.signedInAt }),
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    if (row === undefined) throw new PlatformError('not-found', 'accounts.not_found', `There is no account ${id}.`);
    return toAccount(row);
  }

  /** True when this time step is later than any that was accepted: a code is good once. */
  async acceptStep(id: string, step: number): Promise<boolean> {
    const result = await this.#db()
      .updateTable('accounts')
      .set({ second_factor_step: step })
      .where('id', '=', id)
      .where('second_factor_step', '<', step)
      .executeTakeFirst();
    return result.numUpdatedRows === 1n;
  }

  /** Replaces all. */
  async setRecoveryCodes(id: string, hashes: readonly string[]): Promise<void> {
    await this.#db()
      .transaction()
      .execute(async (transaction) => {
        await transaction.deleteFrom('recovery_codes').where('account_id', '=', id).execute();
        if (hashes.length === 0) return;
        const rows = hashes.map((hash) => ({ account_id: id, hash }));
        await transaction.insertInto('recovery_codes').values(rows).execute();
      });
  }

  /** Whether it was one; it is used up. */
  async takeRecoveryCode(id: string, hash: string): Promise<boolean> {
    const result = await this.#db()
      .deleteFrom('recovery_codes')
      .where('account_id', '=', id)
      .where('hash', '=', hash)
      .executeTakeFirst();
    return result.numDeletedRows === 1n;
  }

  /** One token of a purpose: a new one makes the older ones worthless, also when several are made at a time. */
  async putToken(token: { hash: string; accountId: string; purpose: string; expiresAt: Date }): Promise<void> {
    await this.#db()
      .transaction()
      .execute(async (transaction) => {
        // What another transaction is just putting can't be seen, and so not deleted: each waits for the one before.
        await transaction.selectFrom('accounts').select('id').where('id', '=', token.accountId).forUpdate().execute();
        await transaction
          .deleteFrom('account_tokens')
          .where((where) =>
            where.or([
              where.and([where('account_id', '=', token.accountId), where('purpose', '=', token.purpose)]),
              where('expires_at', '<', sql<Date>`now()`),
            ]),
          )
          .execute();
        await transaction
          .insertInto('account_tokens')
          .values({
            hash: token.hash,
            account_id: token.accountId,
            purpose: token.purpose,
            expires_at: token.expiresAt,
          })
          .execute();
      });
  }

  async hasToken(hash: string, purpose: string): Promise<boolean> {
    const row = await this.#db()
      .selectFrom('account_tokens')
      .select('hash')
      .where('hash', '=', hash)
      .where('purpose', '=', purpose)
      .where('expires_at', '>', sql<Date>`now()`)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Uses a token up; null when it is unknown, was used, or has expired. */
  async takeToken(hash: string, purpose: string): Promise<string | null> {
    const row = await this.#db()
      .deleteFrom('account_tokens')
      .where('hash', '=', hash)
      .where('purpose', '=', purpose)
      .where('expires_at', '>', sql<Date>`now()`)
      .returning('account_id')
      .executeTakeFirst();
    return row?.account_id ?? null;
  }

  #db(): Kysely<AccountTables> {
    return this.#database.system<AccountTables>();
  }
}

function toAccount(row: Selectable<AccountTables['accounts']>): Account & StoredProof {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    language: row.language,
    hasPassword: row.password_hash !== null,
    hasSecondFactor: row.second_factor !== null,
    avatar: row.avatar,
    currentWorkspaceId: row.current_workspace_id,
    createdAt: row.created_at.getTime(),
    signedInAt: row.signed_in_at?.getTime() ?? null,
    passwordHash: row.password_hash,
    secondFactor: row.second_factor,
    secondFactorPending: row.second_factor_pending,
  };
}
