import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { newId } from '#kernel';
import type { Database } from '#plugins/database/contract.ts';

interface Column {
  readonly name: string;
  readonly type: string;
  /** Table and column that it refers to. */
  readonly target: string | null;
  readonly targetColumn: string | null;
}

interface Filling {
  /** Tables to leave out; `values` hold what refers to them. */
  readonly without?: readonly string[];
  /** What columns hold, by `column` or `table.column`. */
  readonly values?: Readonly<Record<string, unknown>>;
}

/** Writes one row of a workspace into every table that has `workspace_id`, whatever its columns: found in the catalogue. */
export async function fillTables(
  database: Database,
  workspaceId: string,
  { without = [], values = {} }: Filling = {},
): Promise<void> {
  // What has failed so often is not taken up by those who work in the background.
  const given: NonNullable<Filling['values']> = { tries: 1_000, ...values };
  const db = database.system();
  const { rows: tables } = await sql<{ name: string; columns: readonly Column[] }>`
    select t.relname::text as name, (
      select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null),
        'target', c.confrelid::regclass::text,
        'targetColumn', (select f.attname from pg_attribute f where f.attrelid = c.confrelid and f.attnum = c.confkey[1])))
      from pg_attribute a
      left join pg_constraint c on c.conrelid = t.oid and c.contype = 'f' and c.conkey = array[a.attnum]
      where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = ''
        and (a.attnotnull and not a.atthasdef or c.oid is not null or a.attname = any(${Object.keys(given)}::text[]))
    ) as columns
    from pg_class t
    where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and not t.relispartition
      and exists (select from pg_attribute a where a.attrelid = t.oid and a.attname = 'workspace_id')
    order by 1`.execute(db);
  const left = tables.filter(({ name }) => !without.includes(name));
  const written = new Map<string, Readonly<Record<string, unknown>>>();
  while (left.length > 0) {
    const at = left.findIndex(({ name, columns }) =>
      columns.every(
        ({ target }) => target === null || target === name || written.has(target) || without.includes(target),
      ),
    );
    const [table] = left.splice(at, 1);
    if (table === undefined || at < 0) throw new Error(`tables refer to something unknown: ${left.map((t) => t.name)}`);
    const row = table.columns.map(({ name, type, target, targetColumn }) => {
      if (name === 'workspace_id') return workspaceId;
      const value = given[`${table.name}.${name}`] ?? given[name];
      if (value !== undefined) return value;
      return target === null ? placeholder(type) : written.get(target)?.[targetColumn ?? ''];
    });
    const { rows } = await sql<Readonly<Record<string, unknown>>>`
      insert into ${sql.table(table.name)} (${sql.join(table.columns.map(({ name }) => sql.ref(name)))})
      values (${sql.join(row)})
      -- Where a trigger of another table has written the row, it is there.
      on conflict do nothing returning *`.execute(db);
    written.set(table.name, rows[0] ?? {});
  }
}

function placeholder(type: string): unknown {
  if (type === 'uuid') return newId();
  if (type.endsWith('[]')) return [];
  if (/^(?:json|jsonb)$/.test(type)) return '{}';
  if (type === 'boolean') return false;
  // What sweepers look for is over: this is not yet.
  if (/^(?:timestamp|date)/.test(type)) return new Date(Date.now() + 3_600_000);
  if (/^(?:integer|bigint|smallint|numeric|real|double)/.test(type)) return 1;
  // Some are unique: hashes of tokens.
  if (type === 'bytea') return randomBytes(8);
  return crypto.randomUUID();
}
