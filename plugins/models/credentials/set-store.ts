import { type Kysely, sql } from 'kysely';
import { PlatformError } from '#kernel';
import type { Database } from '#plugins/database/contract.ts';

interface Tables {
  model_credentials: {
    id: string;
    workspace_id: string;
    provider: string;
    name: string;
    is_default: boolean;
    sealed: string;
    created_at: Date;
    updated_at: Date;
  };
}

/** Sets of one provider in a workspace. */
const MAX_SETS = 50;

/** A set as it lies in the database. */
export interface SealedSet {
  readonly id: string;
  readonly provider: string;
  readonly name: string;
  readonly isDefault: boolean;
  readonly sealed: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Sealed sets of credentials, of one workspace at a time. */
export class SetStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** In the order they were made. */
  async all(workspaceId: string): Promise<readonly SealedSet[]> {
    const rows = await this.#db(workspaceId)
      .selectFrom('model_credentials')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return rows.map((row) => ({
      id: row.id,
      provider: row.provider,
      name: row.name,
      isDefault: row.is_default,
      sealed: row.sealed,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    }));
  }

  /** Into the default set, which is made where there is none. */
  async save(workspaceId: string, provider: string, sealed: string): Promise<void> {
    const change = async () => {
      const { numUpdatedRows } = await this.#db(workspaceId)
        .updateTable('model_credentials')
        .set({ sealed, updated_at: sql`now()` })
        .where('provider', '=', provider)
        .where('is_default', '=', true)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    };
    if (await change()) return;
    const { rows } = await sql`
      insert into model_credentials (workspace_id, provider, sealed) values (${workspaceId}, ${provider}, ${sealed})
      on conflict do nothing returning id`.execute(this.#db(workspaceId));
    // Somebody else was quicker.
    if (rows.length === 0) await change();
  }

  /** The first one of a provider is its default. Throws `credentials.name_taken`, `credentials.too_many_sets`. */
  async create(workspaceId: string, provider: string, set: { name: string; sealed: string }): Promise<string> {
    const id = await this.#db(workspaceId)
      .transaction()
      .execute(async (transaction) => {
        await inTurn(transaction, workspaceId, provider);
        const { count } = await transaction
          .selectFrom('model_credentials')
          .select(sql<number>`count(*)::integer`.as('count'))
          .where('provider', '=', provider)
          .executeTakeFirstOrThrow();
        if (count >= MAX_SETS) return null;
        const { rows } = await sql<{ id: string }>`
          insert into model_credentials (workspace_id, provider, name, sealed, is_default)
          values (${workspaceId}, ${provider}, ${set.name}, ${set.sealed}, ${count === 0})
          on conflict do nothing returning id`.execute(transaction);
        if (rows[0] === undefined) throw nameTaken(set.name);
        return rows[0].id;
      });
    if (id !== null) return id;
    const message = `A provider has ${MAX_SETS} sets of credentials at most: delete one.`;
    throw new PlatformError('conflict', 'credentials.too_many_sets', message);
  }

  /** False: there is no such set. Throws `credentials.name_taken`. */
  async change(
    workspaceId: string,
    provider: string,
    { id, ...change }: { id: string; name?: string; sealed?: string; isDefault?: true },
  ): Promise<boolean> {
    return this.#db(workspaceId)
      .transaction()
      .execute(async (transaction) => {
        await inTurn(transaction, workspaceId, provider);
        const found = await transaction
          .selectFrom('model_credentials')
          .select('id')
          .where('provider', '=', provider)
          .where('id', '=', id)
          .executeTakeFirst();
        if (found === undefined) return false;
        if (change.isDefault === true) {
          await transaction
            .updateTable('model_credentials')
            .set({ is_default: false })
            .where('provider', '=', provider)
            .where('is_default', '=', true)
            .where('id', '!=', id)
            .execute();
        }
        await transaction
          .updateTable('model_credentials')
          .set({
            updated_at: sql`now()`,
            ...(change.name !== undefined && { name: change.name }),
            ...(change.sealed !== undefined && { sealed: change.sealed }),
            ...(change.isDefault === true && { is_default: true }),
          })
          .where('id', '=', id)
          .execute();
        return true;
      })
      .catch((error) => {
        throw isTaken(error) ? nameTaken(change.name ?? '') : error;
      });
  }

  /** False: there is none, or it is the default. */
  async removeSet(workspaceId: string, provider: string, id: string): Promise<boolean> {
    const { numDeletedRows } = await this.#db(workspaceId)
      .deleteFrom('model_credentials')
      .where('provider', '=', provider)
      .where('id', '=', id)
      .where('is_default', '=', false)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  /** All sets of a provider. */
  async remove(workspaceId: string, provider: string): Promise<void> {
    await this.#db(workspaceId).deleteFrom('model_credentials').where('provider', '=', provider).execute();
  }

  #db(workspaceId: string): Kysely<Tables> {
    return this.#database.workspace<Tables>(workspaceId);
  }
}

/** Changes of a provider's sets one after the other: how many there are, and which is the default, stays true meanwhile. */
async function inTurn(transaction: Kysely<Tables>, workspaceId: string, provider: string): Promise<void> {
  const key = `model_credentials/${workspaceId}/${provider}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(transaction);
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}

function nameTaken(name: string): PlatformError {
  const message = `The provider has a set of credentials named "${name}" already: choose another name.`;
  return new PlatformError('conflict', 'credentials.name_taken', message, { field: 'name' });
}
