import { type Kysely, type Selectable, sql } from 'kysely';
import { currentTime } from '#kernel';
import type { Database } from '#plugins/database/contract.ts';
import type { Connection, GivenRole, OidcSettings, SamlSettings } from './connection.ts';
import type { SsoTables } from './tables.ts';

/** What is written of a connection. */
export type ConnectionValues = WithoutIds<Connection>;
/** Of each kind by itself, so that kind and settings stay together. */
type WithoutIds<T> = T extends Connection ? Omit<T, 'id' | 'workspaceId' | 'createdAt' | 'updatedAt'> : never;

/** Connections. */
export class ConnectionStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** System: whoever signs in belongs to no workspace yet; the connection says which it will be. */
  async byId(id: string): Promise<Connection | null> {
    const query = this.#database.system<SsoTables>().selectFrom('sso_connections').selectAll();
    const row = await query.where('id', '=', id).executeTakeFirst();
    return row === undefined ? null : toConnection(row);
  }

  /** System: for somebody at the door, those of deleted workspaces too. Of a few thousand rows at most. */
  async ofDomain(domain: string): Promise<Connection[]> {
    const query = this.#database.system<SsoTables>().selectFrom('sso_connections').selectAll();
    const rows = await query
      .where(sql<boolean>`${domain} = any(approved_domains)`)
      .where('enabled', '=', true)
      .orderBy('id')
      .limit(200)
      .execute();
    return rows.map(toConnection);
  }

  async find(workspaceId: string, id: string): Promise<Connection | null> {
    const query = this.#db(workspaceId).selectFrom('sso_connections').selectAll();
    const row = await query.where('workspace_id', '=', workspaceId).where('id', '=', id).executeTakeFirst();
    return row === undefined ? null : toConnection(row);
  }

  async list(workspaceId: string): Promise<Connection[]> {
    const query = this.#db(workspaceId).selectFrom('sso_connections').selectAll();
    return (await query.where('workspace_id', '=', workspaceId).orderBy('id').execute()).map(toConnection);
  }

  async insert(workspaceId: string, id: string, values: ConnectionValues): Promise<Connection> {
    const row = await this.#db(workspaceId)
      .insertInto('sso_connections')
      .values({ id, workspace_id: workspaceId, ...columns(values) })
      .returningAll()
      .executeTakeFirstOrThrow();
    return toConnection(row);
  }

  /** null: it is gone, or somebody else changed it since it was read as `known`. */
  async update(known: Connection, values: ConnectionValues): Promise<Connection | null> {
    const row = await this.#db(known.workspaceId)
      .updateTable('sso_connections')
      .set({ ...columns(values), updated_at: new Date(Math.max(currentTime(), known.updatedAt + 1)) })
      .where('workspace_id', '=', known.workspaceId)
      .where('id', '=', known.id)
      .where('updated_at', '>=', new Date(known.updatedAt))
      .where('updated_at', '<', new Date(known.updatedAt + 1))
      .returningAll()
      .executeTakeFirst();
    return row === undefined ? null : toConnection(row);
  }

  async delete(workspaceId: string, id: string): Promise<boolean> {
    const query = this.#db(workspaceId).deleteFrom('sso_connections').where('workspace_id', '=', workspaceId);
    return (await query.where('id', '=', id).executeTakeFirst()).numDeletedRows === 1n;
  }

  #db(workspaceId: string): Kysely<SsoTables> {
    return this.#database.workspace<SsoTables>(workspaceId);
  }
}

function columns(values: ConnectionValues) {
  return {
    kind: values.kind,
    name: values.name,
    settings: JSON.stringify(values.settings),
    sealed_secret: values.sealedSecret,
    domains: [...values.domains],
    approved_domains: [...values.approvedDomains],
    default_role: values.defaultRole,
    role_claim: values.roleClaim,
    role_mapping: JSON.stringify(values.roleMapping),
    enabled: values.enabled,
  };
}

function toConnection(row: Selectable<SsoTables['sso_connections']>): Connection {
  const facts = {
    id: row.id,
    workspaceId: row.workspace_id,
    name: row.name,
    sealedSecret: row.sealed_secret,
    domains: row.domains,
    approvedDomains: row.approved_domains,
    defaultRole: row.default_role as GivenRole | null,
    roleClaim: row.role_claim,
    roleMapping: row.role_mapping,
    enabled: row.enabled,
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
  };
  return row.kind === 'saml'
    ? { ...facts, kind: 'saml', settings: row.settings as SamlSettings }
    : { ...facts, kind: 'oidc', settings: row.settings as OidcSettings };
}
