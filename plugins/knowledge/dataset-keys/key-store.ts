import { type Kysely, sql } from 'kysely';
import { currentTime, newId, PlatformError } from '#kernel';
import type { Database } from '#plugins/database/contract.ts';
import type { DatasetKey } from './contract.ts';
import type { DatasetKeyTables } from './tables.ts';

/** Keys a workspace may have (runtime API, keys). */
const MAX_KEYS = 10;

/** Where a key leads. */
export interface FoundKey {
  readonly keyId: string;
  readonly workspaceId: string;
}

const columns = ['id', 'name', 'last_four', 'created_at', 'last_used_at'] as const;

/** Rows of keys. */
export class KeyStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  insert(workspaceId: string, key: { readonly name: string; readonly hash: string; readonly lastFour: string }) {
    return this.#db(workspaceId)
      .transaction()
      .execute(async (db): Promise<DatasetKey> => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${`dataset keys of ${workspaceId}`}, 0))`.execute(db);
        const { count } = await db
          .selectFrom('dataset_keys')
          .select(sql<number>`count(*)::integer`.as('count'))
          .where('workspace_id', '=', workspaceId)
          .where('revoked_at', 'is', null)
          .executeTakeFirstOrThrow();
        if (count >= MAX_KEYS) {
          const message = `A workspace may have ${MAX_KEYS} keys of knowledge bases; revoke one that is no longer used.`;
          throw new PlatformError('conflict', 'dataset-keys.too_many_keys', message);
        }
        const row = await db
          .insertInto('dataset_keys')
          .values({
            id: newId(),
            workspace_id: workspaceId,
            name: key.name.replaceAll('\0', ''),
            hash: key.hash,
            last_four: key.lastFour,
            last_used_at: null,
            revoked_at: null,
          })
          .returning(columns)
          .executeTakeFirstOrThrow();
        return toKey(row);
      });
  }

  async list(workspaceId: string): Promise<DatasetKey[]> {
    const rows = await this.#db(workspaceId)
      .selectFrom('dataset_keys')
      .select(columns)
      .where('workspace_id', '=', workspaceId)
      .where('revoked_at', 'is', null)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return rows.map(toKey);
  }

  /** The hash of the key; null: there is none. */
  async revoke(workspaceId: string, keyId: string): Promise<string | null> {
    const row = await this.#db(workspaceId)
      .updateTable('dataset_keys')
      .set({ revoked_at: new Date(currentTime()) })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', keyId)
      .where('revoked_at', 'is', null)
      .returning('hash')
      .executeTakeFirst();
    return row?.hash ?? null;
  }

  /** Where keys lead, by hash. System: a key leads to its workspace, so the workspace can't be known before. */
  async find(hashes: readonly string[]): Promise<Map<string, FoundKey>> {
    const rows = await this.#database
      .system<DatasetKeyTables>()
      .selectFrom('dataset_keys')
      .select(['id', 'workspace_id', 'hash'])
      .where(sql<boolean>`hash = any(${[...hashes]}::text[])`)
      .where('revoked_at', 'is', null)
      .execute();
    return new Map(rows.map((row) => [row.hash, { keyId: row.id, workspaceId: row.workspace_id }]));
  }

  /** System: last uses are written for all workspaces at once. */
  async markUsed(keyIds: readonly string[]): Promise<void> {
    await this.#database
      .system<DatasetKeyTables>()
      .updateTable('dataset_keys')
      .set({ last_used_at: new Date(currentTime()) })
      .where(sql<boolean>`id = any(${[...keyIds]}::uuid[])`)
      .execute();
  }

  #db(workspaceId: string): Kysely<DatasetKeyTables> {
    return this.#database.workspace<DatasetKeyTables>(workspaceId);
  }
}

function toKey(row: {
  readonly id: string;
  readonly name: string;
  readonly last_four: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
}): DatasetKey {
  return {
    id: row.id,
    name: row.name,
    masked: `dataset-${'*'.repeat(20)}${row.last_four}`,
    createdAt: row.created_at.getTime(),
    lastUsedAt: row.last_used_at?.getTime() ?? null,
  };
}
