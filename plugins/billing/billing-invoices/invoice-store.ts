import { type Kysely, type Selectable, sql } from 'kysely';
import { currentTime, newId } from '#kernel';
import type { Database } from '#plugins/database/contract.ts';
import type { InvoiceLine, InvoiceTables } from './tables.ts';

type Row = Selectable<InvoiceTables['invoices']>;

/** An invoice. Times are milliseconds since the epoch, money decimal strings. */
export interface Invoice {
  readonly id: string;
  readonly workspaceId: string;
  readonly number: string;
  readonly status: Row['status'];
  /** What a payment gives; null: nothing of the house. */
  readonly plan: string | null;
  readonly periodStart: number | null;
  readonly periodEnd: number | null;
  readonly currency: string;
  readonly lines: readonly InvoiceLine[];
  readonly total: string;
  readonly issuedAt: number;
  readonly dueAt: number;
  /** Paid or made void. */
  readonly settledAt: number | null;
  readonly isOverdue: boolean;
}

export type NewInvoice = Pick<
  Invoice,
  'workspaceId' | 'plan' | 'periodStart' | 'periodEnd' | 'currency' | 'lines' | 'total' | 'issuedAt' | 'dueAt'
>;

/** Invoices. Numbers are one series for all workspaces, so they are issued as the system. */
export class InvoiceStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The series is locked until the invoice is there: an issue that fails leaves no gap. */
  async issue(invoice: NewInvoice): Promise<Invoice> {
    return this.#database
      .system<InvoiceTables>()
      .transaction()
      .execute(async (db) => {
        const year = new Date(invoice.issuedAt).getUTCFullYear();
        const { last } = await db
          .insertInto('invoice_series')
          .values({ year, last: 1 })
          .onConflict((conflict) => conflict.column('year').doUpdateSet({ last: sql<number>`invoice_series.last + 1` }))
          .returning('last')
          .executeTakeFirstOrThrow();
        const row = await db
          .insertInto('invoices')
          .values({
            id: newId(),
            workspace_id: invoice.workspaceId,
            number: `${year}-${String(last).padStart(6, '0')}`,
            status: 'open',
            plan: invoice.plan,
            period_start: date(invoice.periodStart),
            period_end: date(invoice.periodEnd),
            currency: invoice.currency,
            lines: JSON.stringify(invoice.lines),
            total: invoice.total,
            issued_at: new Date(invoice.issuedAt),
            due_at: new Date(invoice.dueAt),
            settled_at: null,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        return toInvoice(row);
      });
  }

  async find(workspaceId: string, id: string): Promise<Invoice | null> {
    const query = this.#db(workspaceId).selectFrom('invoices').selectAll().where('workspace_id', '=', workspaceId);
    const row = await query.where('id', '=', id).executeTakeFirst();
    return row === undefined ? null : toInvoice(row);
  }

  /** Newest first. */
  async list(workspaceId: string, { limit, before }: { limit: number; before?: string | undefined }) {
    let query = this.#db(workspaceId).selectFrom('invoices').selectAll().where('workspace_id', '=', workspaceId);
    if (before !== undefined) query = query.where('id', '<', before);
    return (await query.orderBy('id', 'desc').limit(limit).execute()).map(toInvoice);
  }

  /** Null: it is not open. One that is paid is not applied yet where it has a plan. */
  async settle(workspaceId: string, id: string, status: 'paid' | 'void'): Promise<Invoice | null> {
    const row = await this.#db(workspaceId)
      .updateTable('invoices')
      .set({
        status,
        settled_at: new Date(currentTime()),
        is_applied: status === 'void' ? true : sql<boolean>`plan is null`,
      })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .where('status', '=', 'open')
      .returningAll()
      .executeTakeFirst();
    return row === undefined ? null : toInvoice(row);
  }

  async markApplied(workspaceId: string, id: string): Promise<void> {
    const query = this.#db(workspaceId).updateTable('invoices').set({ is_applied: true });
    await query.where('workspace_id', '=', workspaceId).where('id', '=', id).execute();
  }

  async markOverdue(workspaceId: string, id: string): Promise<void> {
    const query = this.#db(workspaceId).updateTable('invoices').set({ is_overdue: true });
    await query.where('workspace_id', '=', workspaceId).where('id', '=', id).execute();
  }

  /** Open ones wait while their workspace is closed, and have as much more time afterwards. */
  async hold(workspaceId: string, at: Date): Promise<void> {
    const query = this.#db(workspaceId).updateTable('invoices').set({ held_at: at });
    const open = query.where('workspace_id', '=', workspaceId).where('status', '=', 'open');
    await open.where('held_at', 'is', null).where('is_overdue', '=', false).execute();
  }

  async release(workspaceId: string, at: Date): Promise<void> {
    const due = sql<Date>`due_at + greatest(${at}::timestamptz - held_at, interval '0')`;
    const query = this.#db(workspaceId).updateTable('invoices').set({ due_at: due, held_at: null });
    await query.where('workspace_id', '=', workspaceId).where('held_at', 'is not', null).execute();
  }

  /** Of all workspaces, so as the system: paid ones whose subscription was not told, and open ones whose day has passed. */
  async unfinished(at: Date): Promise<readonly Invoice[]> {
    const rows = await this.#database
      .system<InvoiceTables>()
      .selectFrom('invoices')
      .selectAll()
      .where((each) =>
        each.or([
          each('is_applied', '=', false),
          each.and([
            each('status', '=', 'open'),
            each('is_overdue', '=', false),
            each('held_at', 'is', null),
            each('due_at', '<', at),
          ]),
        ]),
      )
      .orderBy('id')
      .limit(200)
      .execute();
    return rows.map(toInvoice);
  }

  #db(workspaceId: string): Kysely<InvoiceTables> {
    return this.#database.workspace<InvoiceTables>(workspaceId);
  }
}

function date(at: number | null): Date | null {
  return at === null ? null : new Date(at);
}

/** An invoice as its row says. */
export function toInvoice(row: Row): Invoice {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    number: row.number,
    status: row.status,
    plan: row.plan,
    periodStart: row.period_start?.getTime() ?? null,
    periodEnd: row.period_end?.getTime() ?? null,
    currency: row.currency,
    lines: row.lines,
    total: row.total,
    issuedAt: row.issued_at.getTime(),
    dueAt: row.due_at.getTime(),
    settledAt: row.settled_at?.getTime() ?? null,
    isOverdue: row.is_overdue,
  };
}
