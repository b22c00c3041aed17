import type { Database } from '#plugins/database/contract.ts';
import { runQuery } from './run-query.ts';

/** A value somewhere in the database. */
export interface StoredText {
  readonly table: string;
  readonly column: string;
  readonly text: string;
}

/** Everything the database holds that can hold a text, as text, jobs too: for what may not be there. */
export async function textsOf(database: Database): Promise<readonly StoredText[]> {
  const columns = await runQuery<{ schema: string; table: string; column: string; kind: string }>(
    database,
    `select table_schema as schema, table_name as "table", column_name as "column", data_type as kind from information_schema.columns
     join information_schema.tables using (table_schema, table_name)
     where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'
       and data_type in ('text', 'character varying', 'json', 'jsonb', 'bytea', 'ARRAY')`,
  );
  const found: StoredText[] = [];
  for (const { schema, table, column, kind } of columns) {
    const value = kind === 'bytea' ? `encode("${column}", 'escape')` : `"${column}"::text`;
    const query = `select ${value} as text from "${schema}"."${table}" where "${column}" is not null`;
    for (const { text } of await runQuery<{ text: string }>(database, query)) found.push({ table, column, text });
  }
  return found;
}
