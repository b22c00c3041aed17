import { sql } from 'kysely';
import type { Database } from '#plugins/database/contract.ts';

/** Tables with a row in which the text stands, in whatever column. */
export async function rowsWith(database: Database, text: string): Promise<readonly string[]> {
  const db = database.system();
  const tables = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
    order by 1`.execute(db);
  const found: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await sql`
      select from ${sql.table(name)} t where strpos(t::text, ${text}) > 0 limit 1`.execute(db);
    if (rows.length > 0) found.push(name);
  }
  return found;
}
