import { type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import { currentTime, newId } from '#kernel';
import type { Database } from '#plugins/database/contract.ts';
import type { McpTables } from './tables.ts';

export type ServerRow = Omit<Selectable<McpTables['mcp_client_servers']>, 'tools' | 'offered'>;
export type ServerChanges = Omit<Updateable<McpTables['mcp_client_servers']>, 'id' | 'workspace_id' | 'identifier'>;
export type NewServer = Pick<
  ServerRow,
  'identifier' | 'name' | 'sealed_url' | 'sealed_headers' | 'auth' | 'per_user' | 'sealed_client' | 'scope'
> &
  Pick<ServerRow, 'timeout_seconds' | 'read_timeout_seconds'>;

const columns = [
  'id',
  'workspace_id',
  'identifier',
  'name',
  'sealed_url',
  'sealed_headers',
  'auth',
  'per_user',
  'sealed_client',
  'scope',
  'timeout_seconds',
  'read_timeout_seconds',
  'tools_hash',
  'offered_hash',
  'last_error',
  'refreshed_at',
  'created_at',
  'updated_at',
] as const;

/** MCP servers, of one workspace at a time. Lists of tools are large, and read apart. */
export class ServerStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async all(workspaceId: string): Promise<ServerRow[]> {
    return this.#db(workspaceId).selectFrom('mcp_client_servers').select(columns).orderBy('id').execute();
  }

  async names(workspaceId: string, ids: readonly string[]) {
    const { rows } = await sql<{ id: string; name: string }>`
      select id, name from mcp_client_servers
      where workspace_id = ${workspaceId}::uuid and id = any(${[...ids]}::uuid[])`.execute(this.#db(workspaceId));
    return rows;
  }

  /** `taken`: the identifier is; `full`: the workspace has as many as it may. Those who add at the same time are counted in turn. */
  async add(workspaceId: string, server: NewServer, most: number): Promise<ServerRow | 'taken' | 'full'> {
    return this.#db(workspaceId)
      .transaction()
      .execute(async (transaction) => {
        await sql`select pg_advisory_xact_lock(hashtext(${`mcp servers ${workspaceId}`}))`.execute(transaction);
        const { count } = await transaction
          .selectFrom('mcp_client_servers')
          .select((select) => select.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow();
        if (Number(count) >= most) return 'full';
        const row = await transaction
          .insertInto('mcp_client_servers')
          .values({ id: newId(), workspace_id: workspaceId, ...server })
          .onConflict((conflict) => conflict.doNothing())
          .returning(columns)
          .executeTakeFirst();
        return row ?? 'taken';
      });
  }

  /** `seen`: only while that is the hash of what waits. */
  async change(workspaceId: string, id: string, changes: ServerChanges, seen?: string): Promise<boolean> {
    let query = this.#db(workspaceId)
      .updateTable('mcp_client_servers')
      .set({ ...changes, updated_at: new Date(currentTime()) })
      .where('id', '=', id);
    if (seen !== undefined) query = query.where('offered_hash', '=', seen);
    return (await query.executeTakeFirst()).numUpdatedRows > 0n;
  }

  /** What waits becomes what counts; false: something else waits. */
  async accept(workspaceId: string, id: string, seen: string): Promise<boolean> {
    const { rows } = await sql`
      update mcp_client_servers set tools = offered, tools_hash = offered_hash, offered = null, offered_hash = null, updated_at = now()
      where id = ${id}::uuid and offered_hash = ${seen} returning id`.execute(this.#db(workspaceId));
    return rows.length > 0;
  }

  async remove(workspaceId: string, id: string): Promise<boolean> {
    const result = await this.#db(workspaceId).deleteFrom('mcp_client_servers').where('id', '=', id).executeTakeFirst();
    return result.numDeletedRows > 0n;
  }

  /** JSON texts of the lists. */
  async tools(
    workspaceId: string,
    id: string,
  ): Promise<{ readonly tools: string | null; readonly offered: string | null }> {
    const query = this.#db(workspaceId)
      .selectFrom('mcp_client_servers')
      .select(['tools', 'offered'])
      .where('id', '=', id);
    return (await query.executeTakeFirst()) ?? { tools: null, offered: null };
  }

  #db(workspaceId: string): Kysely<McpTables> {
    return this.#database.workspace<McpTables>(workspaceId);
  }
}
