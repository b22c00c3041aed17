import { type Kysely, sql } from 'kysely';
import { type Database, only } from '#plugins/database/contract.ts';

/** Rows that one statement removes: no lock is held for long, and a process that ends loses little. */
const BATCH = 2_000;

/** Tables with very many rows that hang on others, by which they are found: an index of workspaces would be paid by each run. */
const PARENTS = [
  { table: 'workflow_runs', column: 'run_id' },
  { table: 'conversations', column: 'conversation_id' },
] as const;

/**
 * Removes the rows of a workspace from every table that has `workspace_id`, found in the catalogue: tables of plugins
 * nobody here knows are among them. System: workspaces may not remove their audit entries.
 */
export class PurgeStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Tables with rows of workspaces; those that refer to others come before them. */
  async tables(): Promise<string[]> {
    const { rows } = await sql<{ name: string; targets: readonly string[] }>`
      select t.relname::text as name, coalesce((
        select json_agg(distinct c.confrelid::regclass::text) from pg_constraint c
        where c.conrelid = t.oid and c.contype = 'f' and c.confrelid <> t.oid), '[]') as targets
      from pg_class t
      where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and not t.relispartition
        and exists (select from pg_attribute a
          where a.attrelid = t.oid and a.attname = 'workspace_id' and not a.attisdropped)
      order by 1`.execute(this.#db());
    return inOrder(rows);
  }

  /** Removes some runs or conversations with the rows that hang on them; whether there may be more. */
  async removeSome(workspaceId: string): Promise<boolean> {
    for (const { table, column } of PARENTS) {
      const { rows } = await sql<{ id: string }>`
        select id from ${sql.table(table)} where ${only('workspace_id', workspaceId)} limit ${BATCH}`.execute(
        this.#db(),
      );
      if (rows.length === 0) continue;
      const ids = rows.map(({ id }) => id);
      // Those that hang on it first: a row that is gone leads to none of them.
      for (const name of await this.#hanging(column)) {
        await sql`
          delete from ${sql.table(name)}
          where ${sql.ref(column)} = any(${ids}::uuid[]) and workspace_id = ${workspaceId}::uuid`.execute(this.#db());
      }
      await sql`delete from ${sql.table(table)} where id = any(${ids}::uuid[])`.execute(this.#db());
      return true;
    }
    return false;
  }

  /** Tables with an index that begins with this column, and none that begins with the workspace. */
  async #hanging(column: string): Promise<string[]> {
    const has = (name: string) => sql<boolean>`exists (select from pg_index i
      join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0]
      where i.indrelid = t.oid and i.indpred is null and a.attname = ${name})`;
    const { rows } = await sql<{ name: string }>`
      select t.relname::text as name from pg_class t
      where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and not t.relispartition
        and exists (select from pg_attribute a
          where a.attrelid = t.oid and a.attname = 'workspace_id' and not a.attisdropped)
        and ${has(column)} and not ${has('workspace_id')} order by 1`.execute(this.#db());
    return rows.map(({ name }) => name);
  }

  /** Whether there may be more. */
  async removeRows(table: string, workspaceId: string): Promise<boolean> {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where (tableoid, ctid) in (
        select tableoid, ctid from ${sql.table(table)} where ${only('workspace_id', workspaceId)} limit ${BATCH}
      )`.execute(this.#db());
    return Number(numAffectedRows ?? 0) >= BATCH;
  }

  async hasRows(table: string, workspaceId: string): Promise<boolean> {
    const { rows } = await sql`
      select from ${sql.table(table)} where ${only('workspace_id', workspaceId)} limit 1`.execute(this.#db());
    return rows.length > 0;
  }

  /** Accounts that were there last go to another workspace of theirs. */
  async forgetPlaces(workspaceId: string): Promise<void> {
    await sql`
      update accounts set current_workspace_id = null where current_workspace_id = ${workspaceId}::uuid`.execute(
      this.#db(),
    );
  }

  #db(): Kysely<unknown> {
    return this.#database.system();
  }
}

/** Who refers first; tables that refer to each other in a circle come as they are. */
function inOrder(tables: readonly { readonly name: string; readonly targets: readonly string[] }[]): string[] {
  const left = [...tables];
  const ordered: string[] = [];
  while (left.length > 0) {
    const free = left.findIndex(
      ({ name }) => !left.some((other) => other.name !== name && other.targets.includes(name)),
    );
    ordered.push(...left.splice(Math.max(free, 0), 1).map(({ name }) => name));
  }
  return ordered;
}
