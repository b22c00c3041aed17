import { sql } from 'kysely';
import type { Database } from '#plugins/database/contract.ts';
import type { AccountTables } from './tables.ts';

/** System: attempts to sign in, counted for all processes, before anybody is known. */
export class AttemptStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Counts one attempt in the window that the first one began; how many there are, and seconds to its end. */
  async count(key: string, windowSeconds: number): Promise<{ count: number; secondsLeft: number }> {
    const window = sql`now() + make_interval(secs => ${windowSeconds})`;
    const { rows } = await sql<{ count: number; seconds_left: number }>`
      insert into account_attempts as a (key, count, until) values (${key}, 1, ${window})
      on conflict (key) do update set
        count = case when a.until < now() then 1 else least(a.count + 1, 1000000) end,
        until = case when a.until < now() then ${window} else a.until end
      returning count, ceil(extract(epoch from until - now()))::integer as seconds_left`.execute(
      this.#database.system<AccountTables>(),
    );
    const [row] = rows;
    return { count: row?.count ?? 1, secondsLeft: row?.seconds_left ?? windowSeconds };
  }

  /** After a success: what was counted for the account counts no more. */
  async forget(key: string): Promise<void> {
    await this.#database.system<AccountTables>().deleteFrom('account_attempts').where('key', '=', key).execute();
  }

  /** One attempt was none: who knows the password is not guessing. */
  async takeBack(key: string): Promise<void> {
    await this.#database
      .system<AccountTables>()
      .updateTable('account_attempts')
      .set({ count: sql`greatest(count - 1, 0)` })
      .where('key', '=', key)
      .execute();
  }

  async sweep(): Promise<void> {
    const db = this.#database.system<AccountTables>();
    await db.deleteFrom('account_attempts').where('until', '<', sql<Date>`now()`).execute();
  }
}
