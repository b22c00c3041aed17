import { type Kysely, type Selectable, sql } from 'kysely';
import { newId } from '#kernel';
import type { Database } from '#plugins/database/contract.ts';
import type { AccountOwner, ConnectedAccount, Consumer } from './contract.ts';
import type { AccountTables } from './tables.ts';

type AccountRow = Selectable<AccountTables['connected_accounts']>;

/** An account without what it is good for, which its grants say. */
export type StoredAccount = Omit<ConnectedAccount, 'capabilities' | 'services'>;

export interface NewAccount {
  readonly workspaceId: string;
  readonly owner: AccountOwner;
  readonly provider: string;
  readonly baseUrl: string;
  readonly subject: string;
  readonly label: string;
  readonly way: ConnectedAccount['way'];
  readonly appId: string | null;
}

/** A thing of the workspace that works with a person's account. */
export interface Loan {
  readonly id: string;
  readonly accountId: string;
  readonly consumer: Consumer;
  /** Milliseconds since the epoch. */
  readonly lentAt: number;
}

/** Uses of an account by one consumer on one day (`YYYY-MM-DD`). */
export interface DayUse {
  readonly workspaceId: string;
  readonly accountId: string;
  readonly day: string;
  readonly capability: string;
  readonly consumer: Consumer;
  readonly uses: number;
}

/** Accounts, what they are lent to, and how much they are used. */
export class AccountStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(workspaceId: string, owner?: AccountOwner): Promise<readonly StoredAccount[]> {
    let query = this.#db(workspaceId)
      .selectFrom('connected_accounts')
      .selectAll()
      .orderBy('connected_at')
      .orderBy('id');
    if (owner !== undefined) query = query.where('owner', '=', owner);
    return (await query.execute()).map(toAccount);
  }

  async get(workspaceId: string, id: string): Promise<StoredAccount | null> {
    const query = this.#db(workspaceId).selectFrom('connected_accounts').selectAll();
    const row = await query.where('id', '=', id).executeTakeFirst();
    return row === undefined ? null : toAccount(row);
  }

  /** Adds it, or finds the same one. Answers its id. */
  async save({ workspaceId, owner, provider, baseUrl, subject, label, way, appId }: NewAccount): Promise<string> {
    const row = await this.#db(workspaceId)
      .insertInto('connected_accounts')
      .values({
        ...{ id: newId(), workspace_id: workspaceId, owner, provider, base_url: baseUrl },
        ...{ subject, label, way, app_id: appId, reason: null, last_used_at: null, last_used_by: null },
      })
      .onConflict((conflict) =>
        conflict.columns(['workspace_id', 'owner', 'provider', 'base_url', 'subject']).doUpdateSet({ label, way }),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  }

  /** Gives an account that was known by a provisional subject its lasting one. */
  async rename(workspaceId: string, id: string, subject: string): Promise<void> {
    const query = this.#db(workspaceId).updateTable('connected_accounts').set({ subject });
    await query.where('id', '=', id).execute();
  }

  /** Why it is broken; null: it works. True: that is news. */
  async setReason(workspaceId: string, id: string, reason: string | null): Promise<boolean> {
    const { numUpdatedRows } = await this.#db(workspaceId)
      .updateTable('connected_accounts')
      .set({ reason })
      .where('id', '=', id)
      .where('reason', 'is distinct from', reason)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async setForVisitors(workspaceId: string, id: string, isFor: boolean): Promise<void> {
    const query = this.#db(workspaceId).updateTable('connected_accounts').set({ for_visitors: isFor });
    await query.where('id', '=', id).execute();
  }

  async remove(workspaceId: string, id: string): Promise<boolean> {
    const query = this.#db(workspaceId).deleteFrom('connected_accounts').where('id', '=', id);
    return (await query.executeTakeFirst()).numDeletedRows > 0n;
  }

  async lend(workspaceId: string, accountId: string, { kind, id, name }: Consumer): Promise<void> {
    await this.#db(workspaceId)
      .insertInto('connected_account_loans')
      .values({
        ...{ id: newId(), workspace_id: workspaceId, account_id: accountId },
        ...{ consumer_kind: kind, consumer_id: id, consumer_name: name },
      })
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'consumer_kind', 'consumer_id']).doUpdateSet({ consumer_name: name }),
      )
      .execute();
  }

  async loans(workspaceId: string, accountIds: readonly string[]): Promise<readonly Loan[]> {
    if (accountIds.length === 0) return [];
    const query = this.#db(workspaceId).selectFrom('connected_account_loans').selectAll().orderBy('lent_at');
    const rows = await query.where('account_id', 'in', accountIds).execute();
    return rows.map((row) => ({
      id: row.id,
      accountId: row.account_id,
      consumer: { kind: row.consumer_kind, id: row.consumer_id, name: row.consumer_name },
      lentAt: row.lent_at.getTime(),
    }));
  }

  async isLent(workspaceId: string, accountId: string, { kind, id }: Pick<Consumer, 'kind' | 'id'>): Promise<boolean> {
    const query = this.#db(workspaceId).selectFrom('connected_account_loans').select('id');
    const found = query
      .where('account_id', '=', accountId)
      .where('consumer_kind', '=', kind)
      .where('consumer_id', '=', id);
    return (await found.executeTakeFirst()) !== undefined;
  }

  /** All loans to a thing, or one loan of an account. */
  async endLoans(
    workspaceId: string,
    which: Pick<Consumer, 'kind' | 'id'> | { readonly accountId: string; readonly loanId: string },
  ): Promise<boolean> {
    let query = this.#db(workspaceId).deleteFrom('connected_account_loans');
    query =
      'loanId' in which
        ? query.where('id', '=', which.loanId).where('account_id', '=', which.accountId)
        : query.where('consumer_kind', '=', which.kind).where('consumer_id', '=', which.id);
    return (await query.executeTakeFirst()).numDeletedRows > 0n;
  }

  /** Adds uses up. Accounts that are gone are left out. */
  async count(uses: readonly DayUse[]): Promise<void> {
    for (const { workspaceId, accountId, day, capability, consumer, uses: more } of uses) {
      await sql`
        insert into connected_account_uses (workspace_id, account_id, day, capability, consumer_kind, consumer_id, consumer_name, uses)
        select ${workspaceId}, id, ${day}::date, ${capability}, ${consumer.kind}, ${consumer.id}, ${consumer.name}, ${more}
        from connected_accounts where id = ${accountId}
        on conflict (account_id, day, capability, consumer_kind, consumer_id)
        do update set uses = connected_account_uses.uses + excluded.uses, consumer_name = excluded.consumer_name`.execute(
        this.#db(workspaceId),
      );
      const query = this.#db(workspaceId).updateTable('connected_accounts');
      await query.set({ last_used_at: sql`now()`, last_used_by: consumer.name }).where('id', '=', accountId).execute();
    }
  }

  /** The last ninety days, newest first. */
  async uses(workspaceId: string, accountId: string): Promise<readonly DayUse[]> {
    const { rows } = await sql<{
      day: string;
      capability: string;
      kind: Consumer['kind'];
      id: string;
      name: string;
      uses: number;
    }>`
      select day::text as day, capability, consumer_kind as kind, consumer_id as id, consumer_name as name, uses
      from connected_account_uses where account_id = ${accountId} and day > current_date - 90
      order by day desc, uses desc limit 500`.execute(this.#db(workspaceId));
    return rows.map(({ day, capability, kind, id, name, uses }) => ({
      ...{ workspaceId, accountId, day, capability, uses },
      consumer: { kind, id, name },
    }));
  }

  #db(workspaceId: string): Kysely<AccountTables> {
    return this.#database.workspace<AccountTables>(workspaceId);
  }
}

function toAccount(row: AccountRow): StoredAccount {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    owner: row.owner,
    provider: row.provider,
    baseUrl: row.base_url,
    subject: row.subject,
    label: row.label,
    way: row.way,
    state: row.reason === null ? 'ready' : 'broken',
    reason: row.reason,
    connectedAt: row.connected_at.getTime(),
    lastUsedAt: row.last_used_at?.getTime() ?? null,
    lastUsedBy: row.last_used_by,
    forVisitors: row.for_visitors,
  };
}
