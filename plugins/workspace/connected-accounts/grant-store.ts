import { type Kysely, sql } from 'kysely';
import { newId } from '#kernel';
import type { Database } from '#plugins/database/contract.ts';
import type { AccountTables } from './tables.ts';

/** A grant as it is stored. */
export interface StoredGrant {
  readonly id: string;
  readonly accountId: string;
  readonly kind: string;
  readonly scopes: readonly string[];
  readonly sealed: string;
  /** Counts what was saved. */
  readonly version: number;
  /** The service says no to it. */
  readonly isRefused: boolean;
}

const ATTEMPT_MINUTES = 10;
const LEASE_SECONDS = 30;

/** What services gave for accounts, attempts to get something, and clients that a workspace has registered. */
export class GrantStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async grants(workspaceId: string, accountIds: readonly string[]): Promise<readonly StoredGrant[]> {
    if (accountIds.length === 0) return [];
    const query = this.#db(workspaceId).selectFrom('connected_account_grants').orderBy('id');
    const chosen = query.select([
      'id',
      'account_id as accountId',
      'kind',
      'scopes',
      'sealed',
      'version',
      'is_refused as isRefused',
    ]);
    return await chosen.where('account_id', 'in', accountIds).execute();
  }

  async save(
    workspaceId: string,
    { accountId, kind, scopes, sealed }: Omit<StoredGrant, 'id' | 'version' | 'isRefused'>,
  ): Promise<void> {
    const values = { id: newId(), workspace_id: workspaceId, account_id: accountId, kind, scopes: [...scopes], sealed };
    await this.#db(workspaceId)
      .insertInto('connected_account_grants')
      .values({ ...values, refreshing_until: null })
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'kind']).doUpdateSet({
          ...{ scopes: [...scopes], sealed, refreshing_until: null, is_refused: false },
          version: sql`connected_account_grants.version + 1`,
        }),
      )
      .execute();
  }

  /** Of that version: one that was saved since is another. */
  async refuse(workspaceId: string, { id, version }: Pick<StoredGrant, 'id' | 'version'>): Promise<boolean> {
    const query = this.#db(workspaceId).updateTable('connected_account_grants').set({ is_refused: true });
    const { numUpdatedRows } = await query.where('id', '=', id).where('version', '=', version).executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Those of other kinds, whose place a grant for everything takes. */
  async removeOthers(workspaceId: string, accountId: string, kind: string): Promise<void> {
    const query = this.#db(workspaceId).deleteFrom('connected_account_grants').where('account_id', '=', accountId);
    await query.where('kind', '!=', kind).execute();
  }

  /** True: the caller alone renews it for the next moments, and nobody has since that version. */
  async lease(workspaceId: string, { id, version }: Pick<StoredGrant, 'id' | 'version'>): Promise<boolean> {
    const { rows } = await sql`
      update connected_account_grants set refreshing_until = now() + make_interval(secs => ${LEASE_SECONDS})
      where id = ${id}::uuid and version = ${version} and (refreshing_until is null or refreshing_until < now())
      returning id`.execute(this.#db(workspaceId));
    return rows.length > 0;
  }

  /** Ends a lease that came to nothing. */
  async release(workspaceId: string, id: string): Promise<void> {
    const query = this.#db(workspaceId).updateTable('connected_account_grants').set({ refreshing_until: null });
    await query.where('id', '=', id).execute();
  }

  /** Puts a renewed one in the place of that version. False: it is gone, or another by now. */
  async renew(
    workspaceId: string,
    { id, version }: Pick<StoredGrant, 'id' | 'version'>,
    next: Pick<StoredGrant, 'sealed' | 'scopes'>,
  ): Promise<boolean> {
    const { numUpdatedRows } = await this.#db(workspaceId)
      .updateTable('connected_account_grants')
      .set({ sealed: next.sealed, scopes: [...next.scopes], version: version + 1, refreshing_until: null })
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Old ones go with it. */
  async begin(workspaceId: string, stateHash: string, sealed: string): Promise<void> {
    const db = this.#db(workspaceId);
    await sql`delete from connected_account_attempts where created_at < now() - make_interval(mins => ${ATTEMPT_MINUTES})`.execute(
      db,
    );
    const values = { state_hash: stateHash, workspace_id: workspaceId, sealed };
    await db.insertInto('connected_account_attempts').values(values).execute();
  }

  /** System, as `take`: what is on its way, which stays so. */
  async peek(stateHash: string): Promise<{ readonly workspaceId: string; readonly sealed: string } | null> {
    const { rows } = await sql<{ workspaceId: string; sealed: string }>`
      select workspace_id as "workspaceId", sealed from connected_account_attempts
      where state_hash = ${stateHash} and created_at > now() - make_interval(mins => ${ATTEMPT_MINUTES})`.execute(
      this.#database.system<AccountTables>(),
    );
    return rows[0] ?? null;
  }

  /** System: who comes back from a service names no workspace, only the state. Each is taken once. */
  async take(stateHash: string): Promise<{ readonly workspaceId: string; readonly sealed: string } | null> {
    const { rows } = await sql<{ workspaceId: string; sealed: string }>`
      delete from connected_account_attempts
      where state_hash = ${stateHash} and created_at > now() - make_interval(mins => ${ATTEMPT_MINUTES})
      returning workspace_id as "workspaceId", sealed`.execute(this.#database.system<AccountTables>());
    return rows[0] ?? null;
  }

  async clients(
    workspaceId: string,
  ): Promise<readonly { readonly provider: string; readonly baseUrl: string; readonly sealed: string }[]> {
    const query = this.#db(workspaceId).selectFrom('connected_account_clients').orderBy('created_at');
    return await query.select(['provider', 'base_url as baseUrl', 'sealed']).execute();
  }

  async saveClient(
    workspaceId: string,
    provider: string,
    client: { readonly baseUrl: string; readonly sealed: string },
  ): Promise<void> {
    const { baseUrl, sealed } = client;
    await this.#db(workspaceId)
      .insertInto('connected_account_clients')
      .values({ id: newId(), workspace_id: workspaceId, provider, base_url: baseUrl, sealed })
      .onConflict((conflict) => conflict.columns(['workspace_id', 'provider', 'base_url']).doUpdateSet({ sealed }))
      .execute();
  }

  async removeClient(workspaceId: string, provider: string, baseUrl: string): Promise<boolean> {
    const query = this.#db(workspaceId).deleteFrom('connected_account_clients').where('provider', '=', provider);
    return (await query.where('base_url', '=', baseUrl).executeTakeFirst()).numDeletedRows > 0n;
  }

  #db(workspaceId: string): Kysely<AccountTables> {
    return this.#database.workspace<AccountTables>(workspaceId);
  }
}
