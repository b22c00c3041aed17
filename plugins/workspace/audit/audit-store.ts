import { type Kysely, sql } from 'kysely';
import { type Database, inIndexOrder, only, type Sink } from '#plugins/database/contract.ts';
import type { AuditTables } from './tables.ts';

/** Somebody did something. */
export interface LoggedAct {
  readonly id: string;
  readonly at: Date;
  /** The e-mail address as it was then, or `operator`. */
  readonly actor: string;
  readonly address: string;
  /** Id of a route, or what happened: `accounts.signed-in`. */
  readonly action: string;
  readonly summary: string;
  /** Ids of what it was done to, by the names of the path's parameters. */
  readonly targets: Readonly<Record<string, string>>;
  /** What else its route lets be known of it: a new role, the id of what was made. */
  readonly details: Readonly<Record<string, string>>;
  /** null: known from no request to the console. */
  readonly requestId: string | null;
  readonly status: number | null;
}

/** Somebody did something in a workspace, or something that concerns it. */
export interface AuditEntry extends LoggedAct {
  readonly workspaceId: string;
  /** null: whoever holds the management token. */
  readonly accountId: string | null;
}

export interface AuditQuery {
  readonly limit: number;
  /** Entries before this one. */
  readonly before?: string;
  readonly accountId?: string;
  /** The whole of an action, or its beginning up to a dot. */
  readonly action?: string;
  readonly from?: Date;
  /** Exclusive. */
  readonly to?: Date;
}

/** Rows removed at a time. */
const REMOVED_AT_ONCE = 5_000;

/**
 * Where group commit writes entries: as the system, since a batch holds those of many workspaces. Each was made from a
 * caller's own workspace.
 */
export const auditSink: Sink<AuditEntry> = {
  id: 'audit.entries',
  isSingleStatement: true,
  async write(db, entries) {
    await (db as unknown as Kysely<AuditTables>)
      .insertInto('audit_entries')
      .values(entries.map(toRow))
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  },
};

/** The log of one workspace; what is too old is removed as the system, for all of them. */
export class AuditStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Newest first. */
  async list(workspaceId: string, query: AuditQuery): Promise<AuditEntry[]> {
    const { before, accountId, action, from, to } = query;
    const found = await inIndexOrder(this.#database.workspace<AuditTables>(workspaceId), (db) => {
      const own = only('workspace_id', workspaceId);
      let rows = db.selectFrom('audit_entries').selectAll().where(own).orderBy('id', 'desc').limit(query.limit);
      if (before !== undefined) rows = rows.where('id', '<', before);
      if (accountId !== undefined) rows = rows.where(only('account_id', accountId));
      if (action !== undefined) {
        rows = rows.where((row) =>
          row.or([row('action', '=', action), sql<boolean>`starts_with(action, ${`${action}.`})`]),
        );
      }
      if (from !== undefined) rows = rows.where('at', '>=', from);
      if (to !== undefined) rows = rows.where('at', '<', to);
      return rows.execute();
    });
    return found.map(toEntry);
  }

  /** Whether there may be more. */
  async removeBefore(time: Date): Promise<boolean> {
    const db = this.#database.system<AuditTables>();
    const old = db.selectFrom('audit_entries').select('id').where('at', '<', time).orderBy('at').limit(REMOVED_AT_ONCE);
    const { numDeletedRows } = await db.deleteFrom('audit_entries').where('id', 'in', old).executeTakeFirst();
    return Number(numDeletedRows) === REMOVED_AT_ONCE;
  }
}

function toRow(entry: AuditEntry): AuditTables['audit_entries'] {
  return {
    ...actColumns(entry),
    workspace_id: entry.workspaceId,
    account_id: entry.accountId,
  };
}

/** An act as both tables have it. */
export function actColumns(entry: LoggedAct) {
  return {
    id: entry.id,
    at: entry.at,
    actor: entry.actor,
    address: entry.address,
    action: entry.action,
    summary: entry.summary,
    targets: JSON.stringify(entry.targets),
    details: JSON.stringify(entry.details),
    request_id: entry.requestId,
    status: entry.status,
  };
}

function toEntry(row: AuditTables['audit_entries']): AuditEntry {
  return {
    ...toAct(row),
    workspaceId: row.workspace_id,
    accountId: row.account_id,
  };
}

/** The same, read back. */
export function toAct(row: Omit<AuditTables['account_entries'], 'account_id'>): LoggedAct {
  return {
    id: row.id,
    at: row.at,
    actor: row.actor,
    address: row.address,
    action: row.action,
    summary: row.summary,
    targets: row.targets as Readonly<Record<string, string>>,
    details: row.details as Readonly<Record<string, string>>,
    requestId: row.request_id,
    status: row.status,
  };
}
