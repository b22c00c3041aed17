import type { ToolResult } from '#plugins/tools/contract.ts';
import type { DatabaseAddress } from './address.ts';
import { truncationNote } from './result-text.ts';
import { runStatement, type SqlSettings } from './run-statement.ts';

const MAX_COLUMNS = 3000;
const MAX_CHARACTERS = 500_000;

/** Only what the user may select from: what a model is told it can ask. */
const COLUMNS = `
  select n.nspname as schema, c.relname as "table", obj_description(c.oid, 'pg_class') as table_comment,
    a.attname as "column", format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required,
    col_description(c.oid, a.attnum) as comment,
    coalesce((select true from pg_index i where i.indrelid = c.oid and i.indisprimary and a.attnum = any (i.indkey)), false)
      as primary_key,
    (select f.confrelid::regclass::text from pg_constraint f
      where f.conrelid = c.oid and f.contype = 'f' and a.attnum = any (f.conkey) limit 1) as "references"
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relkind in ('r', 'p', 'v', 'm', 'f')
    and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
    and ($1 = '' or n.nspname = $1)
    and (jsonb_array_length($2::jsonb) = 0 or $2::jsonb ? c.relname or $2::jsonb ? (n.nspname || '.' || c.relname))
    and has_schema_privilege(n.oid, 'usage') and has_column_privilege(c.oid, a.attnum, 'select')
  order by n.nspname, c.relname, a.attnum`;

/** Tables with their columns: a line for each column as text, an object for each table as JSON. */
export async function readTables(
  settings: SqlSettings,
  address: DatabaseAddress,
  wanted: { readonly names: readonly string[]; readonly schema: string },
  signal: AbortSignal,
): Promise<ToolResult> {
  const limits = { rows: MAX_COLUMNS, characters: MAX_CHARACTERS };
  const statement = { text: COLUMNS, values: [wanted.schema, wanted.names], limits };
  const { rows, isTruncated } = await runStatement(settings, { ...address, mayWrite: false }, statement, signal);
  const groups = Map.groupBy(rows, ({ schema, table }) => JSON.stringify([schema, table]));
  const tables = [...groups.values()].map((columns) => {
    const { schema, table, table_comment: comment } = columns[0] ?? {};
    return {
      schema,
      table,
      comment,
      columns: columns.map(({ schema: _s, table: _t, table_comment: _c, ...column }) => column),
    };
  });
  if (tables.length === 0)
    return { text: 'There is no such table that the user may read.', json: [{ tables, truncated: false }] };
  const text = tables.map(({ schema, table, comment, columns }) =>
    [`${schema}.${table}${comment === null ? '' : ` (${comment})`}`, ...columns.map(columnLine)].join('\n'),
  );
  const note = isTruncated ? [truncationNote(rows.length).replace('rows', 'columns')] : [];
  return { text: [...text, ...note].join('\n\n'), json: [{ tables, truncated: isTruncated }] };
}

function columnLine(column: Readonly<Record<string, unknown>>): string {
  const marks = [
    column.primary_key === true ? 'primary key' : '',
    column.required === true ? 'not null' : '',
    typeof column.references === 'string' ? `references ${column.references}` : '',
    typeof column.comment === 'string' ? `(${column.comment})` : '',
  ];
  return ['-', column.column, column.type, ...marks.filter(Boolean)].join(' ');
}
