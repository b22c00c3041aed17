import type { Generated } from 'kysely';

/** The tables of clients and grants (migrations/mcp-oauth). */
export interface McpOAuthTables {
  mcp_oauth_clients: {
    id: string;
    name: string;
    uri: string | null;
    redirect_uris: readonly string[];
    auth_method: string;
    secret_hash: string | null;
    created_at: Generated<Date>;
    used_at: Date | null;
  };
  mcp_oauth_grants: {
    id: string;
    workspace_id: string;
    app_id: string | null;
    account_id: string;
    client_id: string;
    client_name: string;
    redirect_uri: string;
    created_at: Generated<Date>;
    used_at: Date | null;
    code_hash: string;
    code_until: Date;
    code_used: Generated<boolean>;
    code_challenge: string;
    access_hash: string | null;
    access_until: Date | null;
    refresh_hash: string | null;
    refresh_until: Date | null;
    previous_hash: string | null;
    previous_salt: string | null;
    previous_until: Date | null;
  };
}
