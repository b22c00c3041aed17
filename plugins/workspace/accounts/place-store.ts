import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { networkOf } from '#http';
import type { Database } from '#plugins/database/contract.ts';
import type { SessionOrigin } from './contract.ts';
import type { AccountTables } from './tables.ts';

/** Days for which a place is known that nobody came from. */
const KEPT_DAYS = 180;

/** Where people sign in from. System: accounts belong to no workspace. */
export class PlaceStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Remembers a place. True: the account was known from others, and not from this one. */
  async isNew(accountId: string, origin: SessionOrigin): Promise<boolean> {
    const place = placeOf(origin);
    const { rows } = await sql<{ is_new: boolean }>`
      with known as (select place from account_places where account_id = ${accountId}::uuid),
        seen as (
          insert into account_places (account_id, place) values (${accountId}::uuid, ${place})
          on conflict (account_id, place) do update set seen_at = now())
      select exists (select from known) and not exists (select from known where place = ${place}) as is_new`.execute(
      this.#database.system<AccountTables>(),
    );
    return rows[0]?.is_new ?? false;
  }

  async sweep(): Promise<void> {
    const old = sql<Date>`now() - make_interval(days => ${KEPT_DAYS})`;
    await this.#database.system<AccountTables>().deleteFrom('account_places').where('seen_at', '<', old).execute();
  }
}

/** Network and kind of browser; not its version, which changes by itself. */
function placeOf({ userAgent, address }: SessionOrigin): string {
  const browser = userAgent.replace(/[\d.]+/g, '');
  return createHash('sha256')
    .update(`${networkOf(address)}\n${browser}`)
    .digest('hex');
}
