import { sql } from 'kysely';
import type { Database } from '#plugins/database/contract.ts';

/** Where and what to look for. */
export interface NameQuery {
  readonly workspaceId: string;
  readonly source: string;
  /** Words, of which a name must hold every one. */
  readonly words: string;
  readonly offset: number;
  readonly limit: number;
}

/**
 * Searches names. System: under row-level security PostgreSQL uses no index for `@>`, which is not leakproof. The keys begin with
 * the workspace, every condition names it, and whoever shows what is found reads it as the workspace.
 */
export class NameStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Which of these workspaces have a thing of an id, and of which source. */
  async places(id: string, workspaceIds: readonly string[], sources: readonly string[]) {
    const { rows } = await sql<{ workspaceId: string; source: string }>`
      select workspace_id as "workspaceId", source from search_names
      where workspace_id = any(${[...workspaceIds]}::uuid[]) and source = any(${[...sources]}::text[]) and id = ${id}`.execute(
      this.#database.system<never>(),
    );
    return rows;
  }

  /** Ids: what is called so, then what begins so, then what holds it; of each the newest first. None where nothing is asked. */
  async find({ workspaceId, source, words, offset, limit }: NameQuery): Promise<readonly string[]> {
    const text = words.replaceAll('\0', '').toWellFormed().trim();
    if (text === '') return [];
    // The keys alone choose: any other condition may lead the planner past their index. Nothing asked has no keys, and all names have none.
    const { rows } = await sql<{ id: string }>`
      with asked as materialized (
        select folded, search_asked(${workspaceId}::uuid, ${source}, folded) as keys,
          array(select '%' || regexp_replace(word, '([\\\\%_])', '\\\\\\1', 'g') || '%'
            from string_to_table(folded, ' ') as w (word)) as patterns
        from (select search_fold(${text}) as folded) as f where folded <> ''
      ), found as materialized (
        select n.workspace_id, n.source, n.id, n.name, a.folded, a.patterns
        from asked a join search_names n on search_keys(n.workspace_id, n.source, n.name) @> a.keys
      )
      select id from found
      where workspace_id = ${workspaceId}::uuid and source = ${source} and name like all (patterns)
      order by name = folded desc, starts_with(name, folded) desc, id desc
      limit ${limit} offset ${offset}`.execute(this.#database.system<never>());
    return rows.map(({ id }) => id);
  }
}
