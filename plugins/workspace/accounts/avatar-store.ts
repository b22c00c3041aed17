import { type Kysely, sql } from 'kysely';
import { PlatformError } from '#kernel';
import type { StoredBlob } from '#plugins/blobs/contract.ts';
import type { Database } from '#plugins/database/contract.ts';
import type { AccountTables } from './tables.ts';

/** Which blob is the picture of whom. System: accounts belong to no workspace. */
export class AvatarStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The one that was there before: of several changes at a time each gets another. */
  async set(accountId: string, avatar: StoredBlob | null): Promise<StoredBlob | null> {
    const { rows } = await sql<{ avatar: StoredBlob | null }>`
      with before as (select id, avatar from accounts where id = ${accountId}::uuid for update)
      update accounts set avatar = ${avatar === null ? null : JSON.stringify(avatar)}::jsonb
      from before where accounts.id = before.id
      returning before.avatar`.execute(this.#db());
    const [row] = rows;
    if (row !== undefined) return row.avatar;
    throw new PlatformError('not-found', 'accounts.not_found', `There is no account ${accountId}.`);
  }

  async among(keys: readonly string[]): Promise<ReadonlySet<string>> {
    if (keys.length === 0) return new Set();
    const key = sql<string>`avatar ->> 'key'`;
    const rows = await this.#db()
      .selectFrom('accounts')
      .select(key.as('key'))
      .where('avatar', 'is not', null)
      .where(key, 'in', [...keys])
      .execute();
    return new Set(rows.map((row) => row.key));
  }

  #db(): Kysely<AccountTables> {
    return this.#database.system<AccountTables>();
  }
}
