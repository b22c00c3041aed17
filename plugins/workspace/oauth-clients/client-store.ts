import type { Selectable } from 'kysely';
import { currentTime } from '#kernel';
import type { Database } from '#plugins/database/contract.ts';
import type { OAuthClientTables } from './tables.ts';

/** A client as it lies in the database. */
export interface StoredClient {
  readonly provider: string;
  readonly clientId: string;
  readonly sealedSecret: string;
  readonly baseUrl: string | null;
  readonly domains: readonly string[];
  readonly extra: Readonly<Record<string, string>>;
  /** Milliseconds since the epoch. */
  readonly updatedAt: number;
}

/** Clients that were set on the pages of the installation. System: they belong to no workspace. */
export class ClientStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async all(): Promise<readonly StoredClient[]> {
    const rows = await this.#db().selectFrom('oauth_clients').selectAll().execute();
    return rows.map(clientOf);
  }

  async find(provider: string): Promise<StoredClient | null> {
    const query = this.#db().selectFrom('oauth_clients').selectAll().where('provider', '=', provider);
    const row = await query.executeTakeFirst();
    return row === undefined ? null : clientOf(row);
  }

  async put({ provider, clientId, sealedSecret, baseUrl, domains, extra }: Omit<StoredClient, 'updatedAt'>) {
    const values = {
      client_id: clientId,
      sealed_secret: sealedSecret,
      base_url: baseUrl,
      domains: [...domains],
      extra: JSON.stringify(extra),
    };
    await this.#db()
      .insertInto('oauth_clients')
      .values({ provider, ...values })
      .onConflict((same) => same.column('provider').doUpdateSet({ ...values, updated_at: new Date(currentTime()) }))
      .execute();
  }

  async remove(provider: string): Promise<boolean> {
    const query = this.#db().deleteFrom('oauth_clients').where('provider', '=', provider);
    const { numDeletedRows } = await query.executeTakeFirst();
    return numDeletedRows > 0n;
  }

  #db() {
    return this.#database.system<OAuthClientTables>();
  }
}

function clientOf(row: Selectable<OAuthClientTables['oauth_clients']>): StoredClient {
  return {
    provider: row.provider,
    clientId: row.client_id,
    sealedSecret: row.sealed_secret,
    baseUrl: row.base_url,
    domains: row.domains,
    extra: row.extra,
    updatedAt: row.updated_at.getTime(),
  };
}
