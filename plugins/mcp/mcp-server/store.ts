import { type Kysely, type Selectable, sql } from 'kysely';
import { type Database, isRefusal } from '#plugins/database/contract.ts';
import { defaultSettings, type ServerChanges, type ServerPlace, type ServerSettings, serverId } from './settings.ts';
import type { McpServerTables } from './tables.ts';

type Row = Selectable<McpServerTables['mcp_servers']>;

/** A new code, as it is kept. */
export interface KeptCode {
  readonly hash: string;
  readonly end: string;
}

/** All SQL of servers. */
export class ServerStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(place: ServerPlace): Promise<ServerSettings> {
    const { rows } = await sql<Row>`
      select *, parameters::text as parameters from mcp_servers where id = ${serverId(place)}::uuid`.execute(
      this.#db(place),
    );
    return toSettings(place, rows[0]);
  }

  /** Apps that are switched on, by name, for the server of their workspace. */
  async enabledApps(workspaceId: string): Promise<readonly string[]> {
    const { rows } = await sql<{ app_id: string }>`
      select app_id from mcp_servers where enabled and app_id is not null order by lower(name)`.execute(
      this.#db({ workspaceId, appId: null }),
    );
    return rows.map(({ app_id: appId }) => appId);
  }

  /** null: another tool of the workspace has the name. */
  async save(place: ServerPlace, changes: ServerChanges): Promise<ServerSettings | null> {
    const { isEnabled = null, name = null, description = null, parameters } = changes;
    const kept = parameters === undefined ? null : JSON.stringify(parameters);
    try {
      const { rows } = await sql<Row>`
        insert into mcp_servers as s (id, workspace_id, app_id, enabled, name, description, parameters)
        values (${serverId(place)}::uuid, ${place.workspaceId}::uuid, ${place.appId}::uuid,
          coalesce(${isEnabled}::boolean, false), ${name}::text, coalesce(${description}::text, ''), coalesce(${kept}::jsonb, '{}'))
        on conflict (id) do update set
          enabled = coalesce(${isEnabled}::boolean, s.enabled),
          name = coalesce(${name}::text, s.name),
          description = coalesce(${description}::text, s.description),
          parameters = coalesce(${kept}::jsonb, s.parameters),
          updated_at = now()
        returning *, parameters::text as parameters`.execute(this.#db(place));
      return toSettings(place, rows[0]);
    } catch (error) {
      if (isRefusal(error) && String(error).includes('mcp_servers_names')) return null;
      throw error;
    }
  }

  /** null: it has no code from now on. */
  async setCode(place: ServerPlace, code: KeptCode | null): Promise<ServerSettings> {
    const { rows } = await sql<Row>`
      insert into mcp_servers (id, workspace_id, app_id, code_hash, code_end)
      values (${serverId(place)}::uuid, ${place.workspaceId}::uuid, ${place.appId}::uuid, ${code?.hash ?? null}, ${code?.end ?? null})
      on conflict (id) do update
        set code_hash = excluded.code_hash, code_end = excluded.code_end, updated_at = now()
      returning *, parameters::text as parameters`.execute(this.#db(place));
    return toSettings(place, rows[0]);
  }

  /** System: a code leads to its workspace, so the workspace can't be known before. */
  async byCode(hash: string): Promise<ServerSettings | null> {
    const { rows } = await sql<Row>`
      select *, parameters::text as parameters from mcp_servers where code_hash = ${hash}`.execute(
      this.#database.system<McpServerTables>(),
    );
    const row = rows[0];
    return row === undefined ? null : toSettings({ workspaceId: row.workspace_id, appId: row.app_id }, row);
  }

  #db({ workspaceId }: ServerPlace): Kysely<McpServerTables> {
    return this.#database.workspace<McpServerTables>(workspaceId);
  }
}

function toSettings(place: ServerPlace, row: Row | undefined): ServerSettings {
  if (row === undefined) return defaultSettings(place);
  return {
    ...place,
    isEnabled: row.enabled,
    name: row.name ?? '',
    description: row.description,
    parameters: JSON.parse(row.parameters) as ServerSettings['parameters'],
    codeHash: row.code_hash,
    codeEnd: row.code_end,
  };
}
