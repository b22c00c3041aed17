import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '#plugins/database/contract.ts';
import type { SessionOrigin } from './contract.ts';
import type { AccountTables } from './tables.ts';

/** A session as its owner sees it. */
export interface Session extends SessionOrigin {
  readonly id: string;
  readonly createdAt: number;
  readonly refreshedAt: number;
}

/** A personal key as its owner sees it; the secret is not kept. */
export interface PersonalKey {
  readonly id: string;
  readonly name: string;
  readonly lastFour: string;
  /** null: whatever the account may do. */
  readonly permissions: readonly string[] | null;
  readonly expiresAt: number | null;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}

/** What a secret leads to. */
export interface SecretOwner {
  readonly accountId: string;
  readonly sessionId: string | null;
  readonly keyId: string | null;
  readonly permissions: readonly string[] | null;
  /** Milliseconds since the epoch; null: never. */
  readonly until: number | null;
}

/** When and how who has a session proved who they are. */
export interface SessionProof {
  readonly at: Date;
  readonly isOverProvider: boolean;
}

/** Hashes and ends of a session's two secrets. */
export interface SessionSecrets {
  readonly accessHash: string;
  readonly accessUntil: Date;
  readonly refreshHash: string;
  readonly refreshUntil: Date;
}

/** How a refresh token is exchanged, and what came of it. */
export interface Rotation {
  readonly givenHash: string;
  /** What the next secrets are made with, besides the given one. */
  readonly salt: string;
  /** Until when the given one may be shown again. */
  readonly overlapUntil: Date;
}

/** What a refresh token was good for. */
export type RefreshOutcome =
  | { readonly accountId: string; readonly outcome: 'refreshed' | 'reused' }
  | {
      readonly accountId: string;
      readonly outcome: 'repeated';
      readonly salt: string;
      readonly refreshHash: string;
      readonly accessUntil: number;
    };

/** Beyond it, those renewed longest ago end. */
const SESSIONS_PER_ACCOUNT = 100;

/** System: sessions and personal keys belong to accounts, which belong to no workspace. */
export class SessionStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async insert(
    id: string,
    accountId: string,
    origin: SessionOrigin,
    secrets: SessionSecrets,
    proof?: SessionProof,
  ): Promise<void> {
    const session = {
      id,
      account_id: accountId,
      user_agent: origin.userAgent,
      address: origin.address,
      over_provider: proof?.isOverProvider ?? (origin.workspaceId !== undefined || origin.service !== undefined),
      ...(proof !== undefined && { created_at: proof.at }),
      ...columns(secrets),
    };
    await this.#db().insertInto('account_sessions').values(session).execute();
    const beyond = this.#db()
      .selectFrom('account_sessions')
      .select('id')
      .where('account_id', '=', accountId)
      .orderBy('refreshed_at', 'desc')
      .offset(SESSIONS_PER_ACCOUNT);
    await this.#db().deleteFrom('account_sessions').where('id', 'in', beyond).execute();
  }

  /**
   * Puts new secrets in place of those of the refresh token. `repeated`: that was done a moment ago with this very
   * token, and what it led to was not used since. `reused`: there is such a session, but the token is none of its last
   * ones; the session is ended, for one of two holders is a thief.
   */
  async refresh(id: string, rotation: Rotation, secrets: SessionSecrets): Promise<RefreshOutcome | null> {
    const { givenHash, salt, overlapUntil } = rotation;
    const previous = { previous_hash: givenHash, previous_salt: salt, previous_until: overlapUntil };
    const row = await this.#db()
      .updateTable('account_sessions')
      .set({ ...columns(secrets), ...previous, refreshed_at: sql`now()` })
      .where('id', '=', id)
      .where('refresh_hash', '=', givenHash)
      .where('refresh_until', '>', sql<Date>`now()`)
      .returning('account_id')
      .executeTakeFirst();
    if (row !== undefined) return { accountId: row.account_id, outcome: 'refreshed' };
    const repeated = await this.#repeated(id, givenHash);
    if (repeated !== null) return repeated;
    const ended = await this.#db()
      .deleteFrom('account_sessions')
      .where('id', '=', id)
      .returning('account_id')
      .executeTakeFirst();
    return ended === undefined ? null : { accountId: ended.account_id, outcome: 'reused' };
  }

  async #repeated(id: string, givenHash: string): Promise<RefreshOutcome | null> {
    const row = await this.#db()
      .selectFrom('account_sessions')
      .selectAll()
      .where('id', '=', id)
      .where('previous_hash', '=', givenHash)
      .where('previous_until', '>', sql<Date>`now()`)
      .executeTakeFirst();
    if (row === undefined || row.previous_salt === null) return null;
    return {
      accountId: row.account_id,
      outcome: 'repeated',
      salt: row.previous_salt,
      refreshHash: row.refresh_hash,
      accessUntil: row.access_until.getTime(),
    };
  }

  async owner(hash: string): Promise<SecretOwner | null> {
    const session = await this.#db()
      .selectFrom('account_sessions')
      .select(['id', 'account_id', 'access_until'])
      .where('access_hash', '=', hash)
      .executeTakeFirst();
    if (session === undefined) return null;
    const { id, account_id: accountId, access_until: until } = session;
    return { accountId, sessionId: id, keyId: null, permissions: null, until: until.getTime() };
  }

  async keyOwner(hash: string): Promise<SecretOwner | null> {
    const key = await this.#db().selectFrom('personal_keys').selectAll().where('hash', '=', hash).executeTakeFirst();
    if (key === undefined) return null;
    const { id, account_id: accountId, permissions, expires_at: until } = key;
    return { accountId, sessionId: null, keyId: id, permissions, until: until?.getTime() ?? null };
  }

  async sessions(accountId: string): Promise<Session[]> {
    const rows = await this.#db()
      .selectFrom('account_sessions')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('refresh_until', '>', sql<Date>`now()`)
      .orderBy('refreshed_at', 'desc')
      .execute();
    return rows.map((row) => ({
      id: row.id,
      userAgent: row.user_agent,
      address: row.address,
      createdAt: row.created_at.getTime(),
      refreshedAt: row.refreshed_at.getTime(),
    }));
  }

  /** null: there is no such session any more. */
  async proofOf(accountId: string, sessionId: string): Promise<SessionProof | null> {
    const row = await this.#db()
      .selectFrom('account_sessions')
      .select(['created_at', 'over_provider'])
      .where('account_id', '=', accountId)
      .where('id', '=', sessionId)
      .where('refresh_until', '>', sql<Date>`now()`)
      .executeTakeFirst();
    return row === undefined ? null : { at: row.created_at, isOverProvider: row.over_provider };
  }

  /** Whether the session began so few seconds ago. */
  async isYoung(accountId: string, sessionId: string, seconds: number): Promise<boolean> {
    const row = await this.#db()
      .selectFrom('account_sessions')
      .select('id')
      .where('account_id', '=', accountId)
      .where('id', '=', sessionId)
      .where('created_at', '>', sql<Date>`now() - make_interval(secs => ${seconds})`)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Whether it began at an identity provider, or with a password that no link has set since. */
  async provesMoreThanMail(accountId: string, sessionId: string, since: Date): Promise<boolean> {
    const row = await this.#db()
      .selectFrom('account_sessions')
      .innerJoin('accounts', 'accounts.id', 'account_sessions.account_id')
      .select('account_sessions.id')
      .where('account_sessions.account_id', '=', accountId)
      .where('account_sessions.id', '=', sessionId)
      .where((where) =>
        where.or([
          where('over_provider', '=', true),
          where.and([
            where('password_hash', 'is not', null),
            where.or([where('password_reset_at', 'is', null), where('password_reset_at', '<', since)]),
          ]),
        ]),
      )
      .executeTakeFirst();
    return row !== undefined;
  }

  async isUsedFrom(accountId: string, address: string): Promise<boolean> {
    const row = await this.#db()
      .selectFrom('account_sessions')
      .select('id')
      .where('account_id', '=', accountId)
      .where('address', '=', address)
      .where('refresh_until', '>', sql<Date>`now()`)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  async end(accountId: string, sessionId: string): Promise<boolean> {
    const result = await this.#db()
      .deleteFrom('account_sessions')
      .where('account_id', '=', accountId)
      .where('id', '=', sessionId)
      .executeTakeFirst();
    return result.numDeletedRows === 1n;
  }

  async endAll(accountId: string, except: string | undefined): Promise<void> {
    let query = this.#db().deleteFrom('account_sessions').where('account_id', '=', accountId);
    if (except !== undefined) query = query.where('id', '!=', except);
    await query.execute();
  }

  /** Sessions whose refresh token has expired, of all accounts. */
  async sweep(): Promise<void> {
    const db = this.#db();
    await db.deleteFrom('account_sessions').where('refresh_until', '<', sql<Date>`now()`).execute();
  }

  async insertKey(
    accountId: string,
    key: {
      id: string;
      name: string;
      hash: string;
      lastFour: string;
      permissions: readonly string[] | null;
      expiresAt: Date | null;
    },
    limit: number,
  ): Promise<PersonalKey | null> {
    return this.#db()
      .transaction()
      .execute(async (transaction) => {
        await transaction.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().execute();
        const { count } = await transaction
          .selectFrom('personal_keys')
          .select(sql<number>`count(*)::integer`.as('count'))
          .where('account_id', '=', accountId)
          .executeTakeFirstOrThrow();
        if (count >= limit) return null;
        const row = await transaction
          .insertInto('personal_keys')
          .values({
            id: key.id,
            account_id: accountId,
            name: key.name,
            hash: key.hash,
            last_four: key.lastFour,
            permissions: key.permissions === null ? null : [...key.permissions],
            expires_at: key.expiresAt,
            last_used_at: null,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        return toKey(row);
      });
  }

  async keys(accountId: string): Promise<PersonalKey[]> {
    const query = this.#db().selectFrom('personal_keys').selectAll().where('account_id', '=', accountId);
    return (await query.orderBy('id').execute()).map(toKey);
  }

  async deleteKey(accountId: string, keyId: string): Promise<boolean> {
    const result = await this.#db()
      .deleteFrom('personal_keys')
      .where('account_id', '=', accountId)
      .where('id', '=', keyId)
      .executeTakeFirst();
    return result.numDeletedRows === 1n;
  }

  async deleteKeys(accountId: string): Promise<void> {
    await this.#db().deleteFrom('personal_keys').where('account_id', '=', accountId).execute();
  }

  async markUsed(keyIds: readonly string[], at: Date): Promise<void> {
    const query = this.#db().updateTable('personal_keys').set({ last_used_at: at });
    await query.where('id', 'in', [...keyIds]).execute();
  }

  #db(): Kysely<AccountTables> {
    return this.#database.system<AccountTables>();
  }
}

function columns(secrets: SessionSecrets) {
  return {
    access_hash: secrets.accessHash,
    access_until: secrets.accessUntil,
    refresh_hash: secrets.refreshHash,
    refresh_until: secrets.refreshUntil,
  };
}

function toKey(row: Selectable<AccountTables['personal_keys']>): PersonalKey {
  return {
    id: row.id,
    name: row.name,
    lastFour: row.last_four,
    permissions: row.permissions,
    expiresAt: row.expires_at?.getTime() ?? null,
    createdAt: row.created_at.getTime(),
    lastUsedAt: row.last_used_at?.getTime() ?? null,
  };
}
