import { type Kysely, sql } from 'kysely';

export const olderCanWrite = true;

/** Columns with sealed texts when this was written. */
const sealedColumns = [
  ...['accounts.second_factor', 'accounts.second_factor_pending', 'api_tool_authorizations.sealed'],
  ...['api_tool_providers.sealed_credentials', 'api_tool_providers.sealed_token', 'app_sites.visitor_secret'],
  ...[
    'app_versions.secrets',
    'apps.draft_secrets',
    'dataset_sources.sealed_token',
    'external_knowledge_apis.sealed_key',
  ],
  ...['human_input_forms.token_sealed', 'human_input_letters.token_sealed', 'mcp_client_authorizations.sealed'],
  ...['mcp_client_servers.sealed_client', 'mcp_client_servers.sealed_headers', 'mcp_client_servers.sealed_url'],
  ...['model_credentials.sealed', 'plugin_installations.secrets', 'sso_connections.sealed_secret'],
  ...['tool_credentials.sealed', 'triggers.previous_secret', 'triggers.sealed_secret', 'triggers.sealed_token'],
  ...[
    'webhook_endpoints.previous_secret',
    'webhook_endpoints.sealed_secret',
    'workspace_models.sealed',
    'mcp_client_attempts.sealed',
    'pending_imports.sealed',
  ],
];

/**
 * Which master keys (by id) have sealed in this database, also when no process has it: a start with none of them is one that
 * lost its key. An older database is asked what its texts say.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table master_keys (
      key_id text primary key,
      since timestamptz not null default now()
    )`.execute(db);
  for (const name of sealedColumns) {
    const [table = '', column = ''] = name.split('.');
    const { rows } = await sql`
      select from information_schema.columns
      where table_schema = 'public' and table_name = ${table} and column_name = ${column}`.execute(db);
    if (rows.length === 0) continue;
    await sql`
      insert into master_keys (key_id)
      select distinct split_part(${sql.ref(column)}::text, '.', 2) from ${sql.table(table)}
      where starts_with(${sql.ref(column)}::text, 'v1.') on conflict do nothing`.execute(db);
  }
}
