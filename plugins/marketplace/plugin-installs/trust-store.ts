import { type Selectable, sql } from 'kysely';
import { newId } from '#kernel';
import type { Database } from '#plugins/database/contract.ts';
import type { TrustedKey } from '#plugins/plugin-packages/contract.ts';
import type { PluginInstallTables } from './tables.ts';

export interface KeyRow extends TrustedKey {
  readonly kind: 'publisher' | 'registry';
  /** Of a publisher: what its signatures count for, as `@acme`. A registry has none. */
  readonly scopes: readonly string[];
  readonly label: string;
  readonly createdAt: Date;
}

export interface BlockRow {
  readonly id: string;
  readonly name: string;
  /** Null: all versions. */
  readonly version: string | null;
  readonly reason: string;
  readonly createdAt: Date;
}

/** Keys and blocks are the operator's: they belong to no workspace. */
export class TrustStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async keys(): Promise<readonly KeyRow[]> {
    const rows = await this.#db().selectFrom('plugin_trusted_keys').selectAll().orderBy('created_at').execute();
    return rows.map(keyOf);
  }

  /** A key that is known gets the scopes, the label and the end that are given. */
  async addKey({ id, kind, publicKey, scopes: given, label, expiresAt }: Omit<KeyRow, 'createdAt'>): Promise<KeyRow> {
    const expires_at = expiresAt === null ? null : new Date(expiresAt);
    const scopes = [...given];
    const row = await this.#db()
      .insertInto('plugin_trusted_keys')
      .values({ id, kind, public_key: publicKey, scopes, label, expires_at })
      .onConflict((same) => same.column('id').doUpdateSet({ kind, public_key: publicKey, scopes, label, expires_at }))
      .returningAll()
      .executeTakeFirstOrThrow();
    return keyOf(row);
  }

  async removeKey(id: string): Promise<boolean> {
    const { numDeletedRows } = await this.#db()
      .deleteFrom('plugin_trusted_keys')
      .where('id', '=', id)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  async blocks(): Promise<readonly BlockRow[]> {
    const rows = await this.#db().selectFrom('plugin_blocks').selectAll().orderBy('created_at').execute();
    return rows.map(({ created_at, ...row }) => ({ ...row, createdAt: created_at }));
  }

  /** What is blocked already gets the reason that is given. */
  async addBlock({ name, version, reason }: Pick<BlockRow, 'name' | 'version' | 'reason'>): Promise<BlockRow> {
    const { created_at, ...row } = await this.#db()
      .insertInto('plugin_blocks')
      .values({ id: newId(), name, version, reason })
      .onConflict((same) => same.expression(sql`name, coalesce(version, '')`).doUpdateSet({ reason }))
      .returningAll()
      .executeTakeFirstOrThrow();
    return { ...row, createdAt: created_at };
  }

  async removeBlock(id: string): Promise<boolean> {
    const { numDeletedRows } = await this.#db().deleteFrom('plugin_blocks').where('id', '=', id).executeTakeFirst();
    return numDeletedRows > 0n;
  }

  #db() {
    return this.#database.system<PluginInstallTables>();
  }
}

function keyOf({
  id,
  kind,
  public_key,
  scopes,
  label,
  expires_at,
  created_at,
}: Selectable<PluginInstallTables['plugin_trusted_keys']>): KeyRow {
  return {
    id,
    kind: kind as KeyRow['kind'],
    publicKey: public_key,
    scopes,
    label,
    expiresAt: expires_at === null ? null : expires_at.getTime(),
    createdAt: created_at,
  };
}
