import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { StoredBlob } from '#plugins/blobs/contract.ts';
import { type Database, only } from '#plugins/database/contract.ts';

export interface PurgedApp {
  readonly workspaceId: string;
  readonly appId: string;
}

/** A table with rows of apps. */
export interface PurgeTable {
  readonly name: string;
  /** Columns that name a stored blob: its store and its key. */
  readonly blob: readonly [string, string] | null;
}

/** Rows that hang on others by a column, and have no `app_id` of their own. */
export interface PurgeParent {
  readonly table: string;
  readonly column: string;
}

/** Rows where a column is one of these. */
export interface PurgeRows {
  readonly column: string;
  readonly ids: readonly string[];
}

export type PurgeContent = Pick<StoredBlob, 'store' | 'key'>;

/** Rows that one statement removes: no lock is held for long, and a process that ends loses little. */
const BATCH = 1_000;
/** Figures of the workspace: what was used, and is billed, stays used. Those of storage are kept by triggers. */
const FIGURES = ['storage_app_days', 'usage_days', 'usage_failures', 'usage_keys', 'usage_latencies', 'usage_models'];
export const PARENTS: readonly PurgeParent[] = [
  { table: 'workflow_runs', column: 'run_id' },
  { table: 'conversations', column: 'conversation_id' },
];

/**
 * Removes the rows of an app from every table that has `app_id`, and of its runs and conversations from those that have only
 * these: found in the catalogue, so tables of plugins nobody here knows are among them. In the role of the workspace: rows
 * of others are out of reach.
 */
export class PurgeStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Tables with rows of apps, but the apps themselves; those that refer to others come first. */
  tables(workspaceId: string): Promise<readonly PurgeTable[]> {
    return this.#find(workspaceId, 'app_id', 'app_id', [...FIGURES, ...PARENTS.map(({ table }) => table)]);
  }

  /** Tables with rows of `parent`; messages are found by their conversations only. */
  async children(workspaceId: string, { column }: PurgeParent): Promise<readonly PurgeTable[]> {
    const tables = await this.#find(workspaceId, column, 'none', []);
    return column === 'conversation_id' ? [...tables, { name: 'messages', blob: null }] : tables;
  }

  /** Some rows of the parent. */
  async parents({ workspaceId, appId }: PurgedApp, { table }: PurgeParent): Promise<readonly string[]> {
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(table)}
      where ${only('app_id', appId)} and workspace_id = ${workspaceId}::uuid limit ${BATCH}`.execute(
      this.#db(workspaceId),
    );
    return rows.map(({ id }) => id);
  }

  /** Contents that some of the rows name: they go before their rows. */
  async contents(workspaceId: string, { name, blob }: PurgeTable, rows: PurgeRows): Promise<readonly PurgeContent[]> {
    if (blob === null) return [];
    const [store, key] = [sql.ref(blob[0]), sql.ref(blob[1])];
    const found = await sql<PurgeContent>`
      select ${store} as store, ${key} as key from ${sql.table(name)}
      where ${isOf(workspaceId, rows)} and ${store} is not null and ${key} is not null limit ${BATCH}`.execute(
      this.#db(workspaceId),
    );
    return found.rows;
  }

  /** Removes some of the rows; of those that name contents, the ones whose contents are `gone`. Tells whether there may be more. */
  async remove(
    workspaceId: string,
    { name, blob }: PurgeTable,
    rows: PurgeRows,
    gone: readonly PurgeContent[] = [],
  ): Promise<boolean> {
    const key = blob === null ? null : sql.ref(blob[1]);
    const isFree =
      key === null ? sql`true` : sql`(${key} is null or ${key} = any(${gone.map((each) => each.key)}::text[]))`;
    const { numAffectedRows } = await sql`
      delete from ${sql.table(name)} where (tableoid, ctid) in (
        select tableoid, ctid from ${sql.table(name)} where ${isOf(workspaceId, rows)} and ${isFree} limit ${BATCH}
      )`.execute(this.#db(workspaceId));
    return Number(numAffectedRows) >= BATCH || gone.length > 0;
  }

  async hasRows({ workspaceId, appId }: PurgedApp, table: string): Promise<boolean> {
    const { rows } = await sql`
      select from ${sql.table(table)}
      where ${only('app_id', appId)} and workspace_id = ${workspaceId}::uuid limit 1`.execute(this.#db(workspaceId));
    return rows.length > 0;
  }

  async #find(
    workspaceId: string,
    column: string,
    own: 'app_id' | 'none',
    without: readonly string[],
  ): Promise<readonly PurgeTable[]> {
    const has = (name: string) => sql<boolean>`exists (select from pg_attribute a
      where a.attrelid = t.oid and a.attname = ${name} and not a.attisdropped)`;
    const { rows } = await sql<PurgeTable>`
      select t.relname::text as name, case
          when ${has('blob_store')} and ${has('blob_key')} then '["blob_store","blob_key"]'::json
          when ${has('store')} and ${has('key')} then '["store","key"]'::json end as blob
      from pg_class t
      where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and not t.relispartition
        and ${has('workspace_id')} and ${has(column)} and ${has('app_id')} = ${own === 'app_id'}
        and t.relname <> all(${[...without]}::text[])
      order by exists (select from pg_constraint c where c.conrelid = t.oid and c.contype = 'f') desc, 1`.execute(
      this.#db(workspaceId),
    );
    return rows;
  }

  #db(workspaceId: string): Kysely<unknown> {
    return this.#database.workspace(workspaceId);
  }
}

function isOf(workspaceId: string, { column, ids }: PurgeRows): RawBuilder<unknown> {
  const isOne =
    ids.length === 1 && ids[0] !== undefined
      ? only(column, ids[0])
      : sql`${sql.ref(column)} = any(${[...ids]}::uuid[])`;
  return sql`${isOne} and workspace_id = ${workspaceId}::uuid`;
}
