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
  // One query for a table: there are more than a hundred, with many columns each.
  for (const [from, ofTable] of Map.groupBy(columns, ({ schema, table }) => `"${schema}"."${table}"`)) {
    const values = ofTable.map(({ column, kind }) =>
      kind === 'bytea' ? `encode("${column}", 'escape') as "${column}"` : `"${column}"::text as "${column}"`,
    );
    const rows = await runQuery<Readonly<Record<string, string | null>>>(
      database,
      `select ${values.join(', ')} from ${from}`,
    );
    for (const { table, column } of ofTable) {
      for (const { [column]: text = null } of rows) if (text !== null) found.push({ table, column, text });
    }
  }
  return found;
}
