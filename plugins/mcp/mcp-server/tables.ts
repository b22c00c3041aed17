import type { Generated } from 'kysely';

/** The table of servers (migrations/mcp-server). */
export interface McpServerTables {
  mcp_servers: {
    id: string;
    workspace_id: string;
    app_id: string | null;
    enabled: Generated<boolean>;
    name: string | null;
    description: Generated<string>;
    parameters: string;
    code_hash: string | null;
    code_end: string | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
}
