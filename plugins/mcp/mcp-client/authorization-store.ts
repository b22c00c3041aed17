import { type Kysely, sql } from 'kysely';
import { newId } from '#kernel';
import type { Database } from '#plugins/database/contract.ts';
import type { Erased, PersonalDataOwner } from '#plugins/erasure/contract.ts';
import type { McpTables } from './tables.ts';

/** Whose authorisation of which server. */
export interface GrantName {
  readonly workspaceId: string;
  readonly serverId: string;
  readonly subject: string;
}

export interface StoredGrant {
  readonly sealed: string;
  /** Counts what was saved. */
  readonly version: number;
}

export interface StoredAttempt extends GrantName {
  readonly sealed: string;
}

const ATTEMPT_MINUTES = 10;
const LEASE_SECONDS = 30;

/** Authorisations of MCP servers, and those on their way. */
export class AuthorizationStore implements PersonalDataOwner {
  readonly id = 'mcp-client';
  readonly stage = 'data';
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async grant({ workspaceId, serverId, subject }: GrantName): Promise<StoredGrant | null> {
    const query = this.#db(workspaceId).selectFrom('mcp_client_authorizations').select(['sealed', 'version']);
    const row = await query.where('server_id', '=', serverId).where('subject', '=', subject).executeTakeFirst();
    return row ?? null;
  }

  /** Servers that a subject has authorised. */
  async granted(workspaceId: string, subject: string): Promise<ReadonlySet<string>> {
    const query = this.#db(workspaceId).selectFrom('mcp_client_authorizations').select('server_id');
    const rows = await query.where('subject', '=', subject).execute();
    return new Set(rows.map((row) => row.server_id));
  }

  async save({ workspaceId, serverId, subject }: GrantName, sealed: string): Promise<void> {
    await this.#db(workspaceId)
      .insertInto('mcp_client_authorizations')
      .values({ id: newId(), workspace_id: workspaceId, server_id: serverId, subject, sealed })
      .onConflict((conflict) =>
        conflict.columns(['server_id', 'subject']).doUpdateSet({
          sealed,
          version: sql`mcp_client_authorizations.version + 1`,
          refreshing_until: null,
          updated_at: sql`now()`,
        }),
      )
      .execute();
  }

  /** Puts a renewed one in the place of that `version`. False: it is gone, or another by now. */
  async renew({ workspaceId, serverId, subject }: GrantName, version: number, sealed: string): Promise<boolean> {
    const { numUpdatedRows } = await this.#db(workspaceId)
      .updateTable('mcp_client_authorizations')
      .set({ sealed, version: version + 1, refreshing_until: null, updated_at: sql`now()` })
      .where('server_id', '=', serverId)
      .where('subject', '=', subject)
      .where('version', '=', version)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** True: the caller alone renews it for the next moments; nobody has renewed it since `version`. */
  async lease({ workspaceId, serverId, subject }: GrantName, version: number): Promise<boolean> {
    const { rows } = await sql`
      update mcp_client_authorizations set refreshing_until = now() + make_interval(secs => ${LEASE_SECONDS})
      where server_id = ${serverId}::uuid and subject = ${subject} and version = ${version}
        and (refreshing_until is null or refreshing_until < now())
      returning id`.execute(this.#db(workspaceId));
    return rows.length > 0;
  }

  /** Ends a lease that came to nothing. */
  async release({ workspaceId, serverId, subject }: GrantName): Promise<void> {
    const query = this.#db(workspaceId).updateTable('mcp_client_authorizations').set({ refreshing_until: null });
    await query.where('server_id', '=', serverId).where('subject', '=', subject).execute();
  }

  /** Of one subject, or of all. */
  async remove(workspaceId: string, serverId: string, subject?: string): Promise<void> {
    let query = this.#db(workspaceId).deleteFrom('mcp_client_authorizations').where('server_id', '=', serverId);
    if (subject !== undefined) query = query.where('subject', '=', subject);
    await query.execute();
  }

  /** Old ones go with it. */
  async begin(stateHash: string, { workspaceId, serverId, subject, sealed }: StoredAttempt): Promise<void> {
    const db = this.#db(workspaceId);
    await sql`delete from mcp_client_attempts where created_at < now() - make_interval(mins => ${ATTEMPT_MINUTES})`.execute(
      db,
    );
    const values = { state_hash: stateHash, workspace_id: workspaceId, server_id: serverId, subject, sealed };
    await db.insertInto('mcp_client_attempts').values(values).execute();
  }

  /** System: who comes back from an authorization server names no workspace, only the state. Each is taken once. */
  async take(stateHash: string): Promise<StoredAttempt | null> {
    const { rows } = await sql<StoredAttempt>`
      delete from mcp_client_attempts where state_hash = ${stateHash} and created_at > now() - make_interval(mins => ${ATTEMPT_MINUTES})
      returning workspace_id as "workspaceId", server_id as "serverId", subject, sealed`.execute(
      this.#database.system<McpTables>(),
    );
    return rows[0] ?? null;
  }

  async removeRest({ workspaceId, of, id }: Erased): Promise<void> {
    if (of !== 'end-user') return;
    const subject = `end_user:${id}`;
    const db = this.#db(workspaceId);
    await db
      .deleteFrom('mcp_client_authorizations')
      .where('workspace_id', '=', workspaceId)
      .where('subject', '=', subject)
      .execute();
    await db
      .deleteFrom('mcp_client_attempts')
      .where('workspace_id', '=', workspaceId)
      .where('subject', '=', subject)
      .execute();
  }

  #db(workspaceId: string): Kysely<McpTables> {
    return this.#database.workspace<McpTables>(workspaceId);
  }
}
