import type { Generated } from 'kysely';

/** The tables of tools from OpenAPI documents (migrations/tool-openapi). Server, authentication and definition are JSON texts. */
export interface ApiToolTables {
  api_tool_providers: {
    id: string;
    workspace_id: string;
    name: string;
    description: string;
    /** Text of the document as it was sent or fetched. */
    document: string;
    /** Where it was fetched; '' when it was sent. */
    source_url: string;
    /** What requests begin with. Credentials go to its origin only. */
    server_url: string;
    /** ServerChoice. */
    server: string;
    /** Authentication: nothing secret. */
    authentication: string;
    sealed_credentials: string | null;
    /** Of OAuth: AccessToken. */
    sealed_token: string | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  api_tools: {
    provider_id: string;
    key: string;
    workspace_id: string;
    position: number;
    name: string;
    /** How documents of apps may name it. */
    alias: string | null;
    enabled: boolean;
    /** Operation. */
    definition: string;
  };
  api_tool_authorizations: {
    id: string;
    provider_id: string;
    workspace_id: string;
    state_hash: string;
    sealed: string;
    expires_at: Date;
  };
}
