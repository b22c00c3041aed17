import type { Generated } from 'kysely';

/** The tables of MCP servers (migrations/mcp-client). */
export interface McpTables {
  mcp_client_servers: {
    id: string;
    workspace_id: string;
    identifier: string;
    name: string;
    sealed_url: string;
    /** JSON text of `[name, value][]`. */
    sealed_headers: string | null;
    auth: 'none' | 'oauth';
    per_user: boolean;
    /** JSON text of a ClientAtIssuer. */
    sealed_client: string | null;
    scope: string;
    timeout_seconds: number;
    read_timeout_seconds: number;
    /** JSON text of PinnedTool[]; null: none were accepted yet. */
    tools: string | null;
    tools_hash: string | null;
    /** JSON text of PinnedTool[] as the server tells them now; null: as accepted. */
    offered: string | null;
    offered_hash: string | null;
    last_error: string | null;
    refreshed_at: Date | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  mcp_client_authorizations: {
    id: string;
    workspace_id: string;
    server_id: string;
    /** `workspace`, `end_user:…`, `account:…`. */
    subject: string;
    /** JSON text of a Grant. */
    sealed: string;
    version: Generated<number>;
    refreshing_until: Date | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  mcp_client_attempts: {
    state_hash: string;
    workspace_id: string;
    server_id: string;
    subject: string;
    /** JSON text of an Attempt. */
    sealed: string;
    created_at: Generated<Date>;
  };
}
