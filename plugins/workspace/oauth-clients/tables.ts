import type { ColumnType, Generated } from 'kysely';

/** Row types of the clients of the installation. */
export interface OAuthClientTables {
  oauth_clients: {
    provider: string;
    client_id: string;
    sealed_secret: string;
    base_url: string | null;
    domains: string[];
    extra: ColumnType<Record<string, string>, string, string>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
}
