import type { Kysely } from 'kysely';
import type { Database, Sink } from '#plugins/database/contract.ts';
import { actColumns, type LoggedAct, toAct } from './audit-store.ts';
import type { AuditTables } from './tables.ts';

/** Somebody did something about themselves, or somebody else tried to in their name. */
export interface AccountEntry extends LoggedAct {
  readonly accountId: string;
}

/** Rows removed at a time. */
const REMOVED_AT_ONCE = 5_000;

/** Where group commit writes them. */
export const activitySink: Sink<AccountEntry> = {
  id: 'audit.account-entries',
  isSingleStatement: true,
  async write(db, entries) {
    await (db as unknown as Kysely<AuditTables>)
      .insertInto('account_entries')
      .values(entries.map((entry) => ({ ...actColumns(entry), account_id: entry.accountId })))
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  },
};

/** What people did about themselves. System: accounts belong to no workspace. */
export class ActivityStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Newest first. */
  async list(accountId: string, { limit, before }: { readonly limit: number; readonly before?: string }) {
    const db = this.#database.system<AuditTables>();
    let rows = db.selectFrom('account_entries').selectAll().where('account_id', '=', accountId);
    if (before !== undefined) rows = rows.where('id', '<', before);
    return (await rows.orderBy('id', 'desc').limit(limit).execute()).map(toAct);
  }

  /** Whether there may be more. */
  async removeBefore(time: Date): Promise<boolean> {
    const db = this.#database.system<AuditTables>();
    const old = db
      .selectFrom('account_entries')
      .select('id')
      .where('at', '<', time)
      .orderBy('at')
      .limit(REMOVED_AT_ONCE);
    const { numDeletedRows } = await db.deleteFrom('account_entries').where('id', 'in', old).executeTakeFirst();
    return Number(numDeletedRows) === REMOVED_AT_ONCE;
  }
}
