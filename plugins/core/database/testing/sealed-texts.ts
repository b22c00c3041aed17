import { sql } from 'kysely';
import type { Database } from '#plugins/database/contract.ts';

/** Texts by `table.column`, as they stand in the database. */
export type SealedTexts = ReadonlyMap<string, readonly string[]>;

/** How a sealed text looks: version, id of the key, bytes. */
const sealed = '^v1[.][0-9a-f]{12}[.][A-Za-z0-9+/=]+$';

/** Looks for sealed texts in every column of every table, whoever it belongs to. */
export async function findSealedTexts(database: Database): Promise<SealedTexts> {
  const db = database.system();
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select c.relname::text as "table", a.attname::text as "column"
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped and a.atttypid in ('text'::regtype, 'varchar'::regtype, 'json'::regtype,
        'jsonb'::regtype)`.execute(db);
  const found = new Map<string, string[]>();
  for (const { table, column } of columns) {
    const { rows } = await sql<{ text: string }>`
      select x as text from (select trim('"' from ${sql.ref(column)}::text) as x from ${sql.table(table)}) t
      where x ~ ${sealed}`.execute(db);
    const name = `${table}.${column}`;
    if (rows.length > 0) found.set(name, rows.map(({ text }) => text).sort());
  }
  return found;
}
