import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#plugins/database/contract.ts';

interface Column {
  readonly name: string;
  readonly type: string;
  /** Whether no two rows may have the same, alone or with others. */
  readonly isUnique: boolean;
  /** Whether it is that of a row of another table. */
  readonly isReference: boolean;
}

/**
 * Writes so many further rows like one of a workspace into every table that has one, whatever its columns: found in the
 * catalogue. Left out is what there is once for each row of another table, and `without`. Answers with the tables.
 */
export async function multiplyRows(
  database: Database,
  workspaceId: string,
  times: number,
  without: readonly string[],
): Promise<readonly string[]> {
  const db = database.system();
  const { rows: tables } = await sql<{ name: string; columns: readonly Column[] }>`
    select t.relname::text as name, (
      select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null),
        'isUnique', exists (select from pg_index i where i.indrelid = t.oid and i.indisunique and a.attnum = any(i.indkey)),
        'isReference', exists (select from pg_constraint c where c.conrelid = t.oid and c.contype = 'f' and a.attnum = any(c.conkey))))
      from pg_attribute a
      where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = ''
    ) as columns
    from pg_class t
    where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and not t.relispartition
      and exists (select from pg_attribute a where a.attrelid = t.oid and a.attname = 'workspace_id')
    order by 1`.execute(db);
  const multiplied: string[] = [];
  for (const { name, columns } of tables) {
    // Names come with what is called so.
    if (without.includes(name) || name === 'search_names' || !columns.some(isNew)) continue;
    const { numAffectedRows } = await sql`
      insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column.name)))})
      select ${sql.join(columns.map(copied))}
      from (select * from ${sql.table(name)} where workspace_id = ${workspaceId} limit 1) one, generate_series(1, ${times}::int) n
      on conflict do nothing`.execute(db);
    if (Number(numAffectedRows) === times) multiplied.push(name);
  }
  return multiplied;
}

/** Names are told apart, also where no column says so: those that differ in capitals only are one. There are few currencies, however many prices. */
function isNew({ name, type, isUnique, isReference }: Column): boolean {
  if (name === 'workspace_id' || name === 'currency') return false;
  const isText = /^(?:text|character varying)/.test(type);
  return isUnique ? isText || (!isReference && /^(?:uuid|integer|bigint)$/.test(type)) : isText && name === 'name';
}

function copied(column: Column): RawBuilder<unknown> {
  const value = sql.ref(`one.${column.name}`);
  // No two rows have the same blob.
  if (column.name === 'blob' && column.type === 'jsonb')
    return sql`${value} || jsonb_build_object('key', (${value} ->> 'key') || n)`;
  if (!isNew(column)) return sql`${value}`;
  // Ids begin with their time, by which rows lie in partitions.
  if (column.type === 'uuid') return sql`(left(${value}::text, 24) || lpad(to_hex(n), 12, '0'))::uuid`;
  return /^(?:integer|bigint)$/.test(column.type) ? sql`${value} + n` : sql`${value} || ' ' || n`;
}
