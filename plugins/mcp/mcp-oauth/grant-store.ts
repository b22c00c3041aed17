import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '#plugins/database/contract.ts';
import type { ServerPlace } from '#plugins/mcp-server/contract.ts';
import type { Membership } from '#plugins/members/contract.ts';
import type { McpOAuthTables } from './tables.ts';

type Row = Selectable<McpOAuthTables['mcp_oauth_grants']>;

/** That an account lets a client use a server in its name. */
export interface Grant extends ServerPlace {
  readonly id: string;
  readonly accountId: string;
  readonly clientId: string;
  readonly clientName: string;
  /** Where its code was sent. */
  readonly redirectUri: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** When it last got tokens; null: it has not come for them. */
  readonly usedAt: number | null;
  /** Of its access token; null: it has none yet. */
  readonly accessHash: string | null;
}

export interface NewGrant extends Omit<Grant, 'createdAt' | 'usedAt' | 'accessHash'> {
  readonly codeHash: string;
  readonly codeUntil: Date;
  readonly codeChallenge: string;
}

/** A grant whose code was just used up. */
export interface TakenCode {
  readonly grant: Grant;
  readonly challenge: string;
}

/** Hashes and ends of the two tokens of a grant. */
export interface TokenHashes {
  readonly accessHash: string;
  readonly accessUntil: Date;
  readonly refreshHash: string;
  readonly refreshUntil: Date;
}

/** How a refresh token is exchanged. */
export interface Rotation {
  readonly grantId: string;
  readonly clientId: string;
  readonly givenHash: string;
  /** What the next tokens are made with, besides the given one. */
  readonly salt: string;
  /** Until when the given one may be shown again. */
  readonly overlapUntil: Date;
}

/** What a refresh token was good for. */
export type RefreshOutcome =
  | { readonly outcome: 'refreshed'; readonly grant: Grant }
  | { readonly outcome: 'reused'; readonly grant: Grant }
  | {
      readonly outcome: 'repeated';
      readonly grant: Grant;
      readonly salt: string;
      readonly refreshHash: string;
      readonly accessUntil: number;
    };

/** Of one account; beyond it those that were used longest ago end. */
const GRANTS_PER_ACCOUNT = 200;

/**
 * System: a code or a token leads to its workspace, so that can't be known before; and a person has grants in several. What is
 * written belongs to the workspace that it names.
 */
export class GrantStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async insert(grant: NewGrant): Promise<void> {
    await this.#database
      .workspace<McpOAuthTables>(grant.workspaceId)
      .insertInto('mcp_oauth_grants')
      .values({
        id: grant.id,
        workspace_id: grant.workspaceId,
        app_id: grant.appId,
        account_id: grant.accountId,
        client_id: grant.clientId,
        client_name: grant.clientName,
        redirect_uri: grant.redirectUri,
        used_at: null,
        code_hash: grant.codeHash,
        code_until: grant.codeUntil,
        code_challenge: grant.codeChallenge,
        access_hash: null,
        access_until: null,
        refresh_hash: null,
        refresh_until: null,
        previous_hash: null,
        previous_salt: null,
        previous_until: null,
      })
      .execute();
    await sql`
      delete from mcp_oauth_grants where id in (
        select id from mcp_oauth_grants where account_id = ${grant.accountId}::uuid
        order by coalesce(used_at, created_at) desc offset ${GRANTS_PER_ACCOUNT})`.execute(this.#db());
  }

  /** A code counts once, whoever shows it; shown again it ends what came of it. null: there is no such code, or none any more. */
  async takeCode(codeHash: string): Promise<TakenCode | null> {
    const taken = await this.#db()
      .updateTable('mcp_oauth_grants')
      .set({ code_used: true })
      .where('code_hash', '=', codeHash)
      .where('code_used', '=', false)
      .where('code_until', '>', sql<Date>`now()`)
      .returningAll()
      .executeTakeFirst();
    if (taken !== undefined) return { grant: toGrant(taken), challenge: taken.code_challenge };
    await this.#db()
      .deleteFrom('mcp_oauth_grants')
      .where('code_hash', '=', codeHash)
      .where('code_used', '=', true)
      .execute();
    return null;
  }

  async setTokens(grantId: string, tokens: TokenHashes): Promise<boolean> {
    const { numUpdatedRows } = await this.#db()
      .updateTable('mcp_oauth_grants')
      .set({ ...columns(tokens), used_at: sql<Date>`now()` })
      .where('id', '=', grantId)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  /**
   * Puts new tokens in place of those of the refresh token. `repeated`: that was done a moment ago with this very token, and
   * what it led to was not used since. `reused`: there is such a grant, but the token is none of its last ones, or another
   * client's: the grant is ended, for one of two holders is a thief.
   */
  async refresh(rotation: Rotation, tokens: TokenHashes): Promise<RefreshOutcome | null> {
    const { grantId, clientId, givenHash, salt, overlapUntil } = rotation;
    const row = await this.#db()
      .updateTable('mcp_oauth_grants')
      .set({
        ...columns(tokens),
        previous_hash: givenHash,
        previous_salt: salt,
        previous_until: overlapUntil,
        used_at: sql<Date>`now()`,
      })
      .where('id', '=', grantId)
      .where('client_id', '=', clientId)
      .where('refresh_hash', '=', givenHash)
      .where('refresh_until', '>', sql<Date>`now()`)
      .returningAll()
      .executeTakeFirst();
    if (row !== undefined) return { outcome: 'refreshed', grant: toGrant(row) };
    const repeated = await this.#db()
      .selectFrom('mcp_oauth_grants')
      .selectAll()
      .where('id', '=', grantId)
      .where('client_id', '=', clientId)
      .where('previous_hash', '=', givenHash)
      .where('previous_until', '>', sql<Date>`now()`)
      .executeTakeFirst();
    if (repeated !== undefined)
      return {
        outcome: 'repeated',
        grant: toGrant(repeated),
        salt: repeated.previous_salt ?? '',
        refreshHash: repeated.refresh_hash ?? '',
        accessUntil: repeated.access_until?.getTime() ?? 0,
      };
    const ended = await this.end(grantId);
    return ended === null ? null : { outcome: 'reused', grant: ended };
  }

  /** By an access token that is not over. */
  async byAccess(accessHash: string): Promise<{ readonly grant: Grant; readonly until: number } | null> {
    const row = await this.#db()
      .selectFrom('mcp_oauth_grants')
      .selectAll()
      .where('access_hash', '=', accessHash)
      .where('access_until', '>', sql<Date>`now()`)
      .executeTakeFirst();
    return row === undefined ? null : { grant: toGrant(row), until: row.access_until?.getTime() ?? 0 };
  }

  /** By its refresh token of the moment. */
  async byRefresh(grantId: string, refreshHash: string): Promise<Grant | null> {
    const query = this.#db().selectFrom('mcp_oauth_grants').selectAll().where('id', '=', grantId);
    const row = await query.where('refresh_hash', '=', refreshHash).executeTakeFirst();
    return row === undefined ? null : toGrant(row);
  }

  async find(grantId: string): Promise<Grant | null> {
    const query = this.#db().selectFrom('mcp_oauth_grants').selectAll().where('id', '=', grantId);
    const row = await query.executeTakeFirst();
    return row === undefined ? null : toGrant(row);
  }

  /** Of an account, newest first: those that count. */
  async ofAccount(accountId: string): Promise<readonly Grant[]> {
    const { rows } = await sql<Row>`
      select * from mcp_oauth_grants where account_id = ${accountId}::uuid
        and (refresh_until > now() or not code_used and code_until > now())
      order by id desc`.execute(this.#db());
    return rows.map(toGrant);
  }

  /** null: there was none. */
  async end(grantId: string): Promise<Grant | null> {
    const query = this.#db().deleteFrom('mcp_oauth_grants').where('id', '=', grantId);
    const row = await query.returningAll().executeTakeFirst();
    return row === undefined ? null : toGrant(row);
  }

  async endOf(accountId: string, grantId: string): Promise<Grant | null> {
    const query = this.#db().deleteFrom('mcp_oauth_grants').where('id', '=', grantId);
    const row = await query.where('account_id', '=', accountId).returningAll().executeTakeFirst();
    return row === undefined ? null : toGrant(row);
  }

  async endAt({ workspaceId, appId }: ServerPlace): Promise<readonly Grant[]> {
    const { rows } = await sql<Row>`
      delete from mcp_oauth_grants
      where workspace_id = ${workspaceId}::uuid and app_id is not distinct from ${appId}::uuid returning *`.execute(
      this.#db(),
    );
    return rows.map(toGrant);
  }

  async endOfAccount(accountId: string): Promise<readonly Grant[]> {
    const query = this.#db().deleteFrom('mcp_oauth_grants').where('account_id', '=', accountId);
    return (await query.returningAll().execute()).map(toGrant);
  }

  /** What they allowed before they became a member this time. */
  async endBefore({ workspaceId, accountId, joinedAt }: Membership): Promise<void> {
    await this.#db()
      .deleteFrom('mcp_oauth_grants')
      .where('workspace_id', '=', workspaceId)
      .where('account_id', '=', accountId)
      .where('created_at', '<', new Date(joinedAt))
      .execute();
  }

  /** What nobody can use any more, of all workspaces. */
  async sweep(): Promise<void> {
    await sql`
      delete from mcp_oauth_grants where refresh_until < now()
        or refresh_until is null and code_until < now()`.execute(this.#db());
  }

  #db(): Kysely<McpOAuthTables> {
    return this.#database.system<McpOAuthTables>();
  }
}

function columns(tokens: TokenHashes) {
  return {
    access_hash: tokens.accessHash,
    access_until: tokens.accessUntil,
    refresh_hash: tokens.refreshHash,
    refresh_until: tokens.refreshUntil,
  };
}

function toGrant(row: Row): Grant {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    appId: row.app_id,
    accountId: row.account_id,
    clientId: row.client_id,
    clientName: row.client_name,
    redirectUri: row.redirect_uri,
    createdAt: row.created_at.getTime(),
    usedAt: row.used_at?.getTime() ?? null,
    accessHash: row.access_hash,
  };
}
