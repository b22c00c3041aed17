import type { ColumnType, Generated } from 'kysely';

/** A line as it is stored. */
export interface InvoiceLine {
  readonly description: string;
  /** Decimal string. */
  readonly amount: string;
}

/** Tables of invoices (migrations/billing-invoices). */
export interface InvoiceTables {
  invoice_series: { year: number; last: number };
  invoices: {
    id: string;
    workspace_id: string;
    number: string;
    status: 'open' | 'paid' | 'void';
    plan: string | null;
    period_start: Date | null;
    period_end: Date | null;
    currency: string;
    lines: ColumnType<readonly InvoiceLine[], string, never>;
    total: string;
    issued_at: Date;
    due_at: Date;
    settled_at: Date | null;
    is_applied: Generated<boolean>;
    is_overdue: Generated<boolean>;
    held_at: ColumnType<Date | null, never, Date | null>;
  };
  /** Of workspaces that were removed (`kept-store.ts`). */
  kept_invoices: {
    id: string;
    customer_id: string;
    customer_name: string;
    number: string;
    status: 'open' | 'paid' | 'void';
    plan: string | null;
    period_start: Date | null;
    period_end: Date | null;
    currency: string;
    lines: ColumnType<readonly InvoiceLine[], never, never>;
    total: string;
    issued_at: Date;
    due_at: Date;
    settled_at: Date | null;
  };
}
