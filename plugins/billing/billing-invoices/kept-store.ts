import { type Kysely, type Selectable, sql } from 'kysely';
import { currentTime } from '#kernel';
import type { Database } from '#plugins/database/contract.ts';
import { type Invoice, toInvoice } from './invoice-store.ts';
import type { InvoiceTables } from './tables.ts';

/** An invoice as whoever runs the server sees it. */
export interface IssuedInvoice extends Invoice {
  /** As the workspace was called when it was removed; null: it is there. */
  readonly keptName: string | null;
}

/** Which of all invoices, newest first. */
export interface IssuedQuery {
  readonly limit: number;
  readonly before?: string | undefined;
  readonly status?: Invoice['status'] | undefined;
}

/** Invoices of all workspaces, removed ones too: for whoever runs the server, so as the system. */
export class KeptInvoiceStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Moves the invoices of a workspace that is being removed to where they are kept: each is in one of the two places. */
  async keep(workspaceId: string, name: string): Promise<void> {
    const columns = sql.raw(
      'id, number, status, plan, period_start, period_end, currency, lines, total, issued_at, due_at, settled_at',
    );
    await sql`
      with moved as (delete from invoices where workspace_id = ${workspaceId}::uuid returning *)
      insert into kept_invoices (customer_id, customer_name, ${columns})
      select workspace_id, ${name}, ${columns} from moved`.execute(this.#db());
  }

  async list({ limit, before, status }: IssuedQuery): Promise<readonly IssuedInvoice[]> {
    let present = this.#db().selectFrom('invoices').selectAll();
    let kept = this.#db().selectFrom('kept_invoices').selectAll();
    if (before !== undefined) {
      present = present.where('id', '<', before);
      kept = kept.where('id', '<', before);
    }
    if (status !== undefined) {
      present = present.where('status', '=', status);
      kept = kept.where('status', '=', status);
    }
    // A workspace that is removed meanwhile may have its invoices in both answers.
    const found = new Map<string, IssuedInvoice>();
    for (const row of await present.orderBy('id', 'desc').limit(limit).execute()) {
      found.set(row.id, { ...toInvoice(row), keptName: null });
    }
    for (const row of await kept.orderBy('id', 'desc').limit(limit).execute()) found.set(row.id, toKept(row));
    return [...found.values()].sort((one, other) => (one.id < other.id ? 1 : -1)).slice(0, limit);
  }

  /** Whose invoice it is; null: there is none of a workspace that is there. */
  async workspaceOf(id: string): Promise<string | null> {
    const query = this.#db().selectFrom('invoices').select('workspace_id').where('id', '=', id);
    return (await query.executeTakeFirst())?.workspace_id ?? null;
  }

  async find(id: string): Promise<IssuedInvoice | null> {
    const row = await this.#db().selectFrom('kept_invoices').selectAll().where('id', '=', id).executeTakeFirst();
    return row === undefined ? null : toKept(row);
  }

  /** Null: it is not open, or not among those that are kept. */
  async settle(id: string, status: 'paid' | 'void'): Promise<IssuedInvoice | null> {
    const row = await this.#db()
      .updateTable('kept_invoices')
      .set({ status, settled_at: new Date(currentTime()) })
      .where('id', '=', id)
      .where('status', '=', 'open')
      .returningAll()
      .executeTakeFirst();
    return row === undefined ? null : toKept(row);
  }

  #db(): Kysely<InvoiceTables> {
    return this.#database.system<InvoiceTables>();
  }
}

function toKept({ customer_id, customer_name, ...row }: Selectable<InvoiceTables['kept_invoices']>): IssuedInvoice {
  const rest = { workspace_id: customer_id, is_applied: true, is_overdue: false, held_at: null };
  return { ...toInvoice({ ...row, ...rest }), keptName: customer_name };
}
