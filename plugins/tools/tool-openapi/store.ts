import { type Kysely, type Selectable, sql } from 'kysely';
import { currentTime, isUuid, newId, Slices } from '#kernel';
import type { Database } from '#plugins/database/contract.ts';
import type { Operation } from './operation.ts';
import type { ApiProvider, ApiProviderTools, ApiTool, Authentication, ServerChoice } from './provider.ts';
import type { ReadOperation } from './read-task.ts';
import type { ApiToolTables } from './tables.ts';

/** What is written of a provider. Absent: stays. */
export interface ProviderChanges {
  readonly name?: string;
  readonly description?: string;
  readonly document?: string;
  readonly sourceUrl?: string;
  readonly serverUrl?: string;
  readonly server?: ServerChoice;
  readonly authentication?: Authentication;
  readonly sealedCredentials?: string | null;
  readonly sealedToken?: string | null;
  /** In place of all it has. */
  readonly tools?: readonly NewTool[];
}

/** A tool as it is written. */
export interface NewTool extends ReadOperation {
  readonly enabled: boolean;
}

/** An authorization that waits for its browser. */
export interface WaitingAuthorization {
  readonly providerId: string;
  readonly sealed: string;
}

const columns = [
  'id',
  'name',
  'description',
  'source_url',
  'server_url',
  'server',
  'authentication',
  'sealed_credentials',
  'sealed_token',
  'created_at',
  'updated_at',
] as const;
type ProviderRow = Pick<Selectable<ApiToolTables['api_tool_providers']>, (typeof columns)[number]>;

/** Tools that one statement writes. */
const ROWS = 200;
/** Authorizations of one workspace that may wait at a time. */
const MAX_WAITING = 20;

/** Providers of tools from OpenAPI documents, of one workspace at a time. */
export class ApiToolStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** All of a workspace, by name. */
  async list(workspaceId: string): Promise<ApiProviderTools[]> {
    const db = this.#db(workspaceId);
    const [providers, tools] = await Promise.all([
      db.selectFrom('api_tool_providers').select(columns).orderBy(sql`lower(name)`).execute(),
      db.selectFrom('api_tools').selectAll().orderBy('provider_id').orderBy('position').execute(),
    ]);
    const byProvider = Map.groupBy(tools, (tool) => tool.provider_id);
    const found: ApiProviderTools[] = [];
    const slices = new Slices();
    for (const row of providers) {
      found.push({ provider: toProvider(row), tools: await toTools(byProvider.get(row.id) ?? [], slices) });
    }
    return found;
  }

  /** By its id, or by its name as documents of other installations say it; with one tool by its name or alias, or with all (''). */
  async find(workspaceId: string, idOrName: string, tool = ''): Promise<ApiProviderTools | null> {
    const db = this.#db(workspaceId);
    const query = db.selectFrom('api_tool_providers').select(columns);
    const row = await (isUuid(idOrName)
      ? query.where('id', '=', idOrName)
      : query.where(sql`lower(name)`, '=', idOrName.toLowerCase())
    ).executeTakeFirst();
    if (row === undefined) return null;
    let tools = db.selectFrom('api_tools').selectAll().where('provider_id', '=', row.id).orderBy('position');
    if (tool !== '') tools = tools.where((is) => is.or([is('name', '=', tool), is('alias', '=', tool)]));
    const rows = await tools.execute();
    // A name comes before what another one is also called.
    const exact = tool === '' ? [] : rows.filter(({ name }) => name === tool);
    return { provider: toProvider(row), tools: await toTools(exact.length > 0 ? exact : rows, new Slices()) };
  }

  async names(workspaceId: string, ids: readonly string[]) {
    const { rows } = await sql<{ id: string; name: string }>`
      select id, name from api_tool_providers
      where workspace_id = ${workspaceId}::uuid and id = any(${[...ids]}::uuid[])`.execute(this.#db(workspaceId));
    return rows;
  }

  /** Of tools that are on, by the provider's id and their key there, with `/` between. */
  async toolNames(workspaceId: string, ids: readonly string[]) {
    const places = ids.map((id) => ({ provider: id.slice(0, 36), key: id.slice(37) }));
    const { rows } = await sql<{ providerId: string; key: string; name: string; provider: string }>`
      select t.provider_id as "providerId", t.key, t.name, p.name as provider
      from json_to_recordset(${JSON.stringify(places)}::json) as asked (provider uuid, key text)
        join api_tools t on t.provider_id = asked.provider and t.key = asked.key
        join api_tool_providers p on p.id = t.provider_id
      where t.workspace_id = ${workspaceId}::uuid and t.enabled`.execute(this.#db(workspaceId));
    return rows;
  }

  async document(workspaceId: string, id: string): Promise<string | null> {
    if (!isUuid(id)) return null;
    const query = this.#db(workspaceId).selectFrom('api_tool_providers').select('document').where('id', '=', id);
    return (await query.executeTakeFirst())?.document ?? null;
  }

  /** `full`: the workspace has `most` already; `taken`: one has the name. */
  async add(workspaceId: string, given: Required<ProviderChanges>, most: number): Promise<string | 'full' | 'taken'> {
    return this.#db(workspaceId)
      .transaction()
      .execute(async (db) => {
        await sql`select pg_advisory_xact_lock(hashtext(${`tool-openapi ${workspaceId}`}))`.execute(db);
        const { count } = await db
          .selectFrom('api_tool_providers')
          .select((select) => select.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow();
        if (Number(count) >= most) return 'full';
        if (await isTaken(db, given.name, null)) return 'taken';
        const id = newId();
        const row = { id, workspace_id: workspaceId, ...toRow(given) };
        await db
          .insertInto('api_tool_providers')
          .values(row as ReturnType<typeof toRow> & Required<typeof row>)
          .execute();
        await putTools(db, { workspaceId, id }, given.tools);
        return id;
      });
  }

  /**
   * `gone`: there is none; `taken`: another one has the name; `moved`: what it is called with is not as it was `before`, from
   * which the changes were made.
   */
  async change(
    workspaceId: string,
    id: string,
    changes: ProviderChanges,
    before: Pick<ApiProvider, 'serverUrl' | 'authentication' | 'sealedCredentials'>,
  ): Promise<'changed' | 'gone' | 'taken' | 'moved'> {
    return this.#db(workspaceId)
      .transaction()
      .execute(async (db) => {
        await sql`select pg_advisory_xact_lock(hashtext(${`tool-openapi ${workspaceId}`}))`.execute(db);
        if (changes.name !== undefined && (await isTaken(db, changes.name, id))) return 'taken';
        const row = await db.selectFrom('api_tool_providers').select(columns).where('id', '=', id).executeTakeFirst();
        if (row === undefined) return 'gone';
        if (calledWith(toProvider(row)) !== calledWith(before)) return 'moved';
        const { numUpdatedRows } = await db
          .updateTable('api_tool_providers')
          .set({ ...toRow(changes), updated_at: new Date(currentTime()) })
          .where('id', '=', id)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return 'gone';
        if (changes.tools !== undefined) {
          await db.deleteFrom('api_tools').where('provider_id', '=', id).execute();
          await putTools(db, { workspaceId, id }, changes.tools);
        }
        return 'changed';
      });
  }

  /**
   * Keeps a token that was given out for what is still configured so: `before` is what the credentials were sealed as. False:
   * they are others now.
   */
  async keepToken(
    workspaceId: string,
    id: string,
    token: { readonly sealed: string | null; readonly before: string | null },
  ): Promise<boolean> {
    const { numUpdatedRows } = await this.#db(workspaceId)
      .updateTable('api_tool_providers')
      .set({ sealed_token: token.sealed })
      .where('id', '=', id)
      .where('sealed_credentials', token.before === null ? 'is' : '=', token.before)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async remove(workspaceId: string, id: string): Promise<boolean> {
    const query = this.#db(workspaceId).deleteFrom('api_tool_providers').where('id', '=', id);
    return (await query.executeTakeFirst()).numDeletedRows > 0n;
  }

  /** Lets an authorization wait; of the workspace's only the newest do. */
  async wait(
    workspaceId: string,
    waiting: WaitingAuthorization & { readonly stateHash: string; readonly expiresAt: Date },
  ): Promise<void> {
    const db = this.#db(workspaceId);
    const { providerId, sealed, stateHash, expiresAt } = waiting;
    const names = { id: newId(), workspace_id: workspaceId, provider_id: providerId };
    await db
      .insertInto('api_tool_authorizations')
      .values({ ...names, state_hash: stateHash, sealed, expires_at: expiresAt })
      .execute();
    await sql`
      delete from api_tool_authorizations where expires_at < now() or id in (
        select id from api_tool_authorizations where workspace_id = ${workspaceId}::uuid order by id desc offset ${MAX_WAITING}
      )`.execute(db);
  }

  /** Takes one away: of several who come with the same state, one gets it. */
  async take(workspaceId: string, stateHash: string): Promise<WaitingAuthorization | null> {
    const row = await this.#db(workspaceId)
      .deleteFrom('api_tool_authorizations')
      .where('state_hash', '=', stateHash)
      .where('expires_at', '>', sql<Date>`now()`)
      .returning(['provider_id', 'sealed'])
      .executeTakeFirst();
    return row === undefined ? null : { providerId: row.provider_id, sealed: row.sealed };
  }

  #db(workspaceId: string): Kysely<ApiToolTables> {
    return this.#database.workspace<ApiToolTables>(workspaceId);
  }
}

function calledWith(given: Pick<ApiProvider, 'serverUrl' | 'authentication' | 'sealedCredentials'>): string {
  return JSON.stringify([given.serverUrl, given.authentication, given.sealedCredentials]);
}

async function isTaken(db: Kysely<ApiToolTables>, name: string, besides: string | null): Promise<boolean> {
  let query = db.selectFrom('api_tool_providers').select('id').where(sql`lower(name)`, '=', name.toLowerCase());
  if (besides !== null) query = query.where('id', '<>', besides);
  return (await query.executeTakeFirst()) !== undefined;
}

async function putTools(
  db: Kysely<ApiToolTables>,
  { workspaceId, id }: { readonly workspaceId: string; readonly id: string },
  tools: readonly NewTool[],
): Promise<void> {
  const rows = tools.map(({ key, name, alias, enabled, definition }, position) => ({
    provider_id: id,
    workspace_id: workspaceId,
    key,
    name,
    alias,
    position,
    enabled,
    definition,
  }));
  for (let start = 0; start < rows.length; start += ROWS) {
    await db
      .insertInto('api_tools')
      .values(rows.slice(start, start + ROWS))
      .execute();
  }
}

function toRow(changes: ProviderChanges) {
  const { name, description, document, sourceUrl, serverUrl, server, authentication } = changes;
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(document !== undefined && { document }),
    ...(sourceUrl !== undefined && { source_url: sourceUrl }),
    ...(serverUrl !== undefined && { server_url: serverUrl }),
    ...(server !== undefined && { server: JSON.stringify(server) }),
    ...(authentication !== undefined && { authentication: JSON.stringify(authentication) }),
    ...(changes.sealedCredentials !== undefined && { sealed_credentials: changes.sealedCredentials }),
    ...(changes.sealedToken !== undefined && { sealed_token: changes.sealedToken }),
  };
}

function toProvider(row: ProviderRow): ApiProvider {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    sourceUrl: row.source_url,
    serverUrl: row.server_url,
    server: JSON.parse(row.server),
    authentication: JSON.parse(row.authentication),
    sealedCredentials: row.sealed_credentials,
    sealedToken: row.sealed_token,
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
  };
}

/** In slices: they may be thousands. */
async function toTools(rows: readonly ToolRow[], slices: Slices): Promise<ApiTool[]> {
  const tools: ApiTool[] = [];
  for (const row of rows) {
    tools.push(toTool(row));
    await slices.next();
  }
  return tools;
}

type ToolRow = Pick<Selectable<ApiToolTables['api_tools']>, 'enabled' | 'definition'>;

function toTool(row: ToolRow): ApiTool {
  return { enabled: row.enabled, operation: JSON.parse(row.definition) as Operation };
}
