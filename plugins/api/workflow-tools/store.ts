import { type Kysely, type Selectable, sql } from 'kysely';
import { type Database, isRefusal } from '#plugins/database/contract.ts';
import type { WorkflowToolTables } from './tables.ts';

/** What somebody says of a parameter; what is left out comes from the workflow's own form. */
export interface ParameterSettings {
  readonly description?: string;
  /** Who fills it: the model that calls, or whoever places the tool. */
  readonly form?: 'llm' | 'form';
}

/** A workflow app as a tool. */
export interface WorkflowTool {
  /** `provider_id` of documents. */
  readonly id: string;
  readonly appId: string;
  /** What models call. */
  readonly name: string;
  readonly label: string;
  readonly description: string;
  /** By input. */
  readonly parameters: Readonly<Record<string, ParameterSettings>>;
}

type Row = Selectable<WorkflowToolTables['workflow_tools']>;

/** All SQL of workflows that are tools. Tools of deleted apps wait with them. */
export class WorkflowToolStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(workspaceId: string): Promise<readonly WorkflowTool[]> {
    const { rows } = await sql<Row>`
      select *, parameters::text as parameters from workflow_tools where workspace_id = ${workspaceId}::uuid
      order by lower(name)`.execute(this.#db(workspaceId));
    return rows.map(toTool);
  }

  /** Of apps that are there. */
  async names(workspaceId: string, ids: readonly string[]) {
    const { rows } = await sql<{ id: string; name: string; label: string }>`
      select t.id, t.name, t.label
      from workflow_tools t join apps a on a.id = t.app_id and a.deleted_at is null
      where t.workspace_id = ${workspaceId}::uuid and t.id = any(${[...ids]}::uuid[])`.execute(this.#db(workspaceId));
    return rows;
  }

  async ofApp(workspaceId: string, appId: string): Promise<WorkflowTool | null> {
    const { rows } = await sql<Row>`
      select *, parameters::text as parameters from workflow_tools where app_id = ${appId}::uuid`.execute(
      this.#db(workspaceId),
    );
    return rows[0] === undefined ? null : toTool(rows[0]);
  }

  /** By id, else by name. */
  async named(workspaceId: string, idOrName: string): Promise<WorkflowTool | null> {
    const { rows } = await sql<Row>`
      select *, parameters::text as parameters from workflow_tools
      where workspace_id = ${workspaceId}::uuid and (id::text = lower(${idOrName}) or lower(name) = lower(${idOrName}))
      order by (id::text = lower(${idOrName})) desc limit 1`.execute(this.#db(workspaceId));
    return rows[0] === undefined ? null : toTool(rows[0]);
  }

  /** Its id stays when it is saved anew. null: another tool of the workspace has the name. */
  async save(workspaceId: string, tool: WorkflowTool): Promise<WorkflowTool | null> {
    const parameters = JSON.stringify(tool.parameters);
    try {
      const { rows } = await sql<Row>`
        insert into workflow_tools (workspace_id, app_id, id, name, label, description, parameters)
        values (${workspaceId}::uuid, ${tool.appId}::uuid, ${tool.id}::uuid, ${tool.name}, ${tool.label}, ${tool.description},
          ${parameters}::jsonb)
        on conflict (app_id) do update set name = excluded.name, label = excluded.label,
          description = excluded.description, parameters = excluded.parameters, updated_at = now()
        returning *, parameters::text as parameters`.execute(this.#db(workspaceId));
      return rows[0] === undefined ? null : toTool(rows[0]);
    } catch (error) {
      if (isRefusal(error) && String(error).includes('workflow_tools_names')) return null;
      throw error;
    }
  }

  /** False: the app was none. */
  async remove(workspaceId: string, appId: string): Promise<boolean> {
    const { rows } = await sql`delete from workflow_tools where app_id = ${appId}::uuid returning id`.execute(
      this.#db(workspaceId),
    );
    return rows.length > 0;
  }

  #db(workspaceId: string): Kysely<WorkflowToolTables> {
    return this.#database.workspace<WorkflowToolTables>(workspaceId);
  }
}

function toTool(row: Row): WorkflowTool {
  return {
    id: row.id,
    appId: row.app_id,
    name: row.name,
    label: row.label,
    description: row.description,
    parameters: JSON.parse(row.parameters) as WorkflowTool['parameters'],
  };
}
