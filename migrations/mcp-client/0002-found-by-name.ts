import type { Kysely } from 'kysely';
import { indexNames } from '#migrations/name-index.ts';

/** The names are kept by triggers, whoever writes. */
export const olderCanWrite = true;

/** MCP servers are found by their names, and by those of the tools that were accepted of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await indexNames(db, {
    table: 'mcp_client_servers',
    source: 'mcp_tool',
    // A name with a NUL is no text for the database: such a list is not looked through.
    entries: `
      select t.id::text, t.name
      union all
      select t.id::text || '/' || (tool ->> 'name'), tool ->> 'name'
      from json_array_elements(case when t.tools is null or strpos(t.tools, '\\u0000') > 0 then '[]' else t.tools end::json) as a (tool)`,
    columns: ['name', 'tools'],
  });
}
