import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Database } from '#plugins/database/contract.ts';
import type { BlobTables, RemovalState } from './tables.ts';

/** What the database knows of a part of a store. */
export interface AreaRow {
  /** Empty: the store itself. */
  readonly area: string;
  /** What the mark was when it was last known to be ours; null: never yet. */
  readonly nonce: string | null;
  /** What it may be already. */
  readonly nextNonce: string | null;
}

/** Content that waits for its removal. */
export interface Removal {
  readonly key: string;
  /** Milliseconds since the epoch. */
  readonly since: number;
}

/** System role: whose the contents in the stores are is one question for all workspaces. */
export class BlobRecords {
  readonly #database: Database;
  readonly #home: string;
  #place: Promise<string> | undefined;

  constructor(database: Database, home: string) {
    this.#database = database;
    this.#home = home;
  }

  /**
   * What a database has that its copies do not share: the server's own number and the database's in it, which a restored
   * dump changes and a failover does not; of an embedded one its folder on the disk.
   */
  place(): Promise<string> {
    this.#place ??= this.#readPlace().catch((error: unknown) => {
      this.#place = undefined;
      throw error;
    });
    return this.#place;
  }

  async #readPlace(): Promise<string> {
    if (this.#database.kind === 'pglite') return `folder ${(await stat(join(this.#home, 'postgres'))).ino}`;
    const named = await sql<{ oid: string }>`
      select oid::text as oid from pg_database where datname = current_database()`.execute(this.#db());
    const server = await sql<{ id: string }>`select system_identifier::text as id from pg_control_system()`
      .execute(this.#db())
      .catch((error: unknown) => {
        // Where the account may not ask for it, the number of the database has to do.
        if (codeOf(error) === '42501') return { rows: [] };
        throw error;
      });
    return `server ${server.rows[0]?.id ?? 'unknown'} database ${named.rows[0]?.oid ?? 'unknown'}`;
  }

  async areas(store: string): Promise<AreaRow[]> {
    const rows = await this.#db()
      .selectFrom('store_areas')
      .select(['area', 'nonce', 'next_nonce'])
      .where('store', '=', store)
      .orderBy('created_at')
      .execute();
    return rows.map(({ area, nonce, next_nonce: nextNonce }) => ({ area, nonce, nextNonce }));
  }

  /** The nonce with which the area is to be claimed: that of whoever begins first. */
  async begin(store: string, area: string, nonce: string): Promise<string> {
    const row = await this.#db()
      .insertInto('store_areas')
      .values({ store, area, next_nonce: nonce })
      .onConflict((conflict) =>
        conflict
          .columns(['store', 'area'])
          .doUpdateSet({ next_nonce: sql<string>`coalesce(store_areas.next_nonce, excluded.next_nonce)` }),
      )
      .returning('next_nonce')
      .executeTakeFirst();
    return row?.next_nonce ?? nonce;
  }

  /** False: another process of ours renews the mark, or has done so within `periodMs`. */
  async prepare(store: string, { area, nonce }: AreaRow, nextNonce: string, periodMs: number): Promise<boolean> {
    const result = await this.#db()
      .updateTable('store_areas')
      .set({ next_nonce: nextNonce, renewed_at: sql<Date>`now()` })
      .where('store', '=', store)
      .where('area', '=', area)
      .where('nonce', 'is not distinct from', nonce)
      .where('renewed_at', '<=', sql<Date>`now() - make_interval(secs => ${periodMs / 1000})`)
      .executeTakeFirst();
    return result.numUpdatedRows > 0n;
  }

  /** The mark in the store is this one. */
  async confirm(store: string, area: string, nonce: string): Promise<void> {
    await this.#db()
      .updateTable('store_areas')
      .set({ nonce, next_nonce: null, renewed_at: sql<Date>`now()` })
      .where('store', '=', store)
      .where('area', '=', area)
      .where((where) => where.or([where('next_nonce', '=', nonce), where('nonce', '=', nonce)]))
      .execute();
  }

  /** One process at a time, and none before `periodMs` are over. Null: not now. */
  async beginSweep(store: string, area: string, periodMs: number): Promise<{ readonly after: string | null } | null> {
    const row = await this.#db()
      .updateTable('store_areas')
      .set({ swept_at: sql<Date>`now()` })
      .where('store', '=', store)
      .where('area', '=', area)
      .where('swept_at', '<=', sql<Date>`now() - make_interval(secs => ${periodMs / 1000})`)
      .returning('swept_to')
      .executeTakeFirst();
    return row === undefined ? null : { after: row.swept_to };
  }

  /** How far the store was looked through; null: to its end. */
  async endSweep(store: string, area: string, sweptTo: string | null): Promise<void> {
    await this.#db()
      .updateTable('store_areas')
      .set({ swept_to: sweptTo })
      .where('store', '=', store)
      .where('area', '=', area)
      .execute();
  }

  /** Those that have been in a state since before a time (milliseconds), the oldest first. */
  async due(store: string, state: RemovalState, before: number, limit: number): Promise<Removal[]> {
    const rows = await this.#db()
      .selectFrom('blob_removals')
      .select(['key', 'since'])
      .where('store', '=', store)
      .where('state', '=', state)
      .where('since', '<=', new Date(before))
      .orderBy('since')
      .limit(limit)
      .execute();
    return rows.map(({ key, since }) => ({ key, since: since.getTime() }));
  }

  /** Only `asked` takes the place of another state: what somebody removes has no more looks before it. */
  async add(store: string, state: 'asked' | 'marked', keys: readonly string[], since: number): Promise<number> {
    if (keys.length === 0) return 0;
    const result = await this.#db()
      .insertInto('blob_removals')
      .values(keys.map((key) => ({ store, key, state, since: new Date(since) })))
      .onConflict((conflict) =>
        state === 'asked' ? conflict.columns(['store', 'key']).doUpdateSet({ state }) : conflict.doNothing(),
      )
      .executeTakeFirst();
    return Number(result.numInsertedOrUpdatedRows ?? 0n);
  }

  async advance(store: string, keys: readonly string[], since: number): Promise<void> {
    await this.#db()
      .updateTable('blob_removals')
      .set({ state: 'removed', since: new Date(since) })
      .where('store', '=', store)
      .where('key', 'in', nonEmpty(keys))
      .execute();
  }

  async forget(store: string, keys: readonly string[]): Promise<void> {
    await this.#db()
      .deleteFrom('blob_removals')
      .where('store', '=', store)
      .where('key', 'in', nonEmpty(keys))
      .execute();
  }

  /** What the sweep has found and removed is forgotten: it begins anew with its first look. Tells how many. */
  async keepAll(store: string): Promise<number> {
    const result = await this.#db()
      .deleteFrom('blob_removals')
      .where('store', '=', store)
      .where('state', 'in', ['marked', 'removed'])
      .executeTakeFirst();
    return Number(result.numDeletedRows);
  }

  /** Up to a thousand of each are counted. */
  async counts(store: string): Promise<Readonly<Record<RemovalState, number>>> {
    const of = async (state: RemovalState) => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from
          (select from blob_removals where store = ${store} and state = ${state} limit 1000) found`.execute(this.#db());
      return rows[0]?.count ?? 0;
    };
    return { asked: await of('asked'), marked: await of('marked'), removed: await of('removed') };
  }

  #db(): Kysely<BlobTables> {
    return this.#database.system<BlobTables>();
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** `in ()` is no SQL; no key is empty. */
function nonEmpty(keys: readonly string[]): string[] {
  return keys.length === 0 ? [''] : [...keys];
}
