import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '#plugins/database/contract.ts';
import type { AuthMethod, Client } from './protocol/client-metadata.ts';
import type { McpOAuthTables } from './tables.ts';

/** Clients that nobody has ever allowed anything; beyond it the oldest go. */
const MAX_UNUSED = 10_000;
const UNUSED_DAYS = 1;
/** Longer than any grant lasts without being used. */
const IDLE_DAYS = 90;

/** A client that registered, with what proves that it is the one. */
export interface RegisteredClient extends Client {
  /** null: it has no secret. */
  readonly secretHash: string | null;
}

/** System: clients belong to no workspace, and are looked up before anybody is known. */
export class ClientStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async insert(client: RegisteredClient): Promise<void> {
    const { id, name, uri, redirectUris, authMethod, secretHash } = client;
    await sql`
      insert into mcp_oauth_clients (id, name, uri, redirect_uris, auth_method, secret_hash)
      values (${id}::uuid, ${name}, ${uri}, ${[...redirectUris]}::text[], ${authMethod}, ${secretHash})`.execute(
      this.#db(),
    );
    await sql`
      delete from mcp_oauth_clients where id in (
        select id from mcp_oauth_clients where used_at is null order by created_at desc offset ${MAX_UNUSED})`.execute(
      this.#db(),
    );
  }

  async find(id: string): Promise<RegisteredClient | null> {
    const row = await this.#db().selectFrom('mcp_oauth_clients').selectAll().where('id', '=', id).executeTakeFirst();
    return row === undefined ? null : toClient(row);
  }

  /** Somebody has allowed it something, or it has used that. Written once a day. */
  async markUsed(id: string): Promise<void> {
    await sql`
      update mcp_oauth_clients set used_at = now()
      where id = ${id}::uuid and (used_at is null or used_at < now() - interval '1 day')`.execute(this.#db());
  }

  async sweep(): Promise<void> {
    await sql`
      delete from mcp_oauth_clients where
        (used_at is null and created_at < now() - make_interval(days => ${UNUSED_DAYS}))
        or used_at < now() - make_interval(days => ${IDLE_DAYS})`.execute(this.#db());
  }

  #db(): Kysely<McpOAuthTables> {
    return this.#database.system<McpOAuthTables>();
  }
}

function toClient(row: Selectable<McpOAuthTables['mcp_oauth_clients']>): RegisteredClient {
  return {
    id: row.id,
    name: row.name,
    uri: row.uri,
    redirectUris: row.redirect_uris,
    authMethod: row.auth_method as AuthMethod,
    secretHash: row.secret_hash,
  };
}
