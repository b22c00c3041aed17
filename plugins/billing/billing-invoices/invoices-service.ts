import { type Contributions, currentTime, type Logger, PlatformError } from '#kernel';
import type { Billing, OrderOutcome, PaymentProvider, PlanOrder } from '#plugins/billing/contract.ts';
import type { Jobs } from '#plugins/jobs/contract.ts';
import { followJob } from '#plugins/workspace-deletion/contract.ts';
import type { PlanLimit, Workspaces } from '#plugins/workspaces/contract.ts';
import type { Invoice, InvoiceStore, NewInvoice } from './invoice-store.ts';
import type { IssuedInvoice, IssuedQuery, KeptInvoiceStore } from './kept-store.ts';
import type { OrderEmail } from './order-email.ts';

/** Whom an invoice is for, as whoever runs the server sees it. */
export interface InvoiceCustomer {
  readonly id: string;
  /** Of one that was removed, the last one. */
  readonly name: string;
  readonly state: 'open' | 'closed' | 'removed';
}

/** An invoice with whom it is for. */
export interface CustomerInvoice extends Invoice {
  readonly customer: InvoiceCustomer;
}

export interface InvoiceParts {
  readonly store: InvoiceStore;
  readonly kept: KeptInvoiceStore;
  readonly workspaces: Pick<Workspaces, 'get' | 'isClosed'>;
  readonly jobs: Pick<Jobs, 'enqueue'>;
  readonly billing: Billing;
  readonly plans: Contributions<PlanLimit>;
  readonly orders: Pick<OrderEmail, 'tell'>;
  readonly logger: Logger;
}

const PROVIDER = 'invoices';

/** Invoices by hand: an owner orders, an operator issues an invoice and says when it is paid. */
export class InvoicesService implements PaymentProvider {
  readonly id = PROVIDER;
  readonly name = 'Invoices';
  readonly #parts: InvoiceParts;

  constructor(parts: InvoiceParts) {
    this.#parts = parts;
  }

  offers(): boolean {
    return true;
  }

  async order({ workspaceId, plan, by }: PlanOrder): Promise<OrderOutcome> {
    const { billing, orders } = this.#parts;
    const before = await billing.subscription(workspaceId);
    const now = await billing.apply(workspaceId, { type: 'ordered', provider: PROVIDER, plan, at: currentTime() }, by);
    // Asked for again it is the same order; the plan there is, wanted again, takes an order back.
    if (now?.orderedPlan === plan && before?.orderedPlan !== plan) await orders.tell({ workspaceId, plan, by });
    return { kind: 'ordered' };
  }

  async issue(invoice: Omit<NewInvoice, 'total' | 'issuedAt'>): Promise<Invoice> {
    const { plan, periodStart, periodEnd, lines } = invoice;
    if (plan !== null && this.#parts.plans.get(plan) === undefined) throw invalid('There is no such plan.');
    if ((plan === null) !== (periodStart === null) || (periodStart === null) !== (periodEnd === null)) {
      throw invalid('An invoice for a plan names the plan, period_start and period_end; another one none of them.');
    }
    if (periodStart !== null && periodEnd !== null && periodEnd <= periodStart) {
      throw invalid('The period ends before it begins.');
    }
    return this.#parts.store.issue({
      ...invoice,
      total: sumOf(lines.map(({ amount }) => amount)),
      issuedAt: currentTime(),
    });
  }

  list(workspaceId: string, page: { limit: number; before?: string | undefined }) {
    return this.#parts.store.list(workspaceId, page);
  }

  /** Paid, its subscription goes on for the invoice's period. Said twice it is the same. */
  async settle(workspaceId: string, id: string, status: 'paid' | 'void', by: string): Promise<Invoice> {
    const { store } = this.#parts;
    const settled = await store.settle(workspaceId, id, status);
    const invoice = settled ?? (await store.find(workspaceId, id));
    if (invoice === null) throw notFound('The workspace has no such invoice.');
    refuseOther(invoice, status);
    if (settled !== null && status === 'paid') await this.#apply(invoice, by);
    return invoice;
  }

  /** Of all workspaces, closed and removed ones too; newest first. */
  async all(query: IssuedQuery): Promise<readonly CustomerInvoice[]> {
    const issued = await this.#parts.kept.list(query);
    return await Promise.all(issued.map((invoice) => this.#withCustomer(invoice)));
  }

  /** As `settle`, of any workspace: also of one that is closed, or was removed. Of the latter it is noted, and no more. */
  async settleAny(id: string, status: 'paid' | 'void', by: string): Promise<CustomerInvoice> {
    const { kept } = this.#parts;
    const workspaceId = await kept.workspaceOf(id);
    if (workspaceId !== null) {
      return await this.#withCustomer({ ...(await this.settle(workspaceId, id, status, by)), keptName: null });
    }
    const invoice = (await kept.settle(id, status)) ?? (await kept.find(id));
    if (invoice === null) throw notFound(`There is no invoice ${id}.`);
    refuseOther(invoice, status);
    return await this.#withCustomer(invoice);
  }

  /** Before the rows of a workspace are removed: what was billed has to be kept, under the name it had. */
  async keep(workspaceId: string): Promise<void> {
    const workspace = await this.#parts.workspaces.get(workspaceId);
    await this.#parts.kept.keep(workspaceId, workspace?.name ?? '');
  }

  async #withCustomer({ keptName, ...invoice }: IssuedInvoice): Promise<CustomerInvoice> {
    const id = invoice.workspaceId;
    if (keptName !== null) return { ...invoice, customer: { id, name: keptName, state: 'removed' } };
    const workspace = await this.#parts.workspaces.get(id);
    const state = workspace?.deletion == null ? 'open' : 'closed';
    return { ...invoice, customer: { id, name: workspace?.name ?? '', state } };
  }

  /** What a process that died left, and what has become overdue. */
  async tick(now: number): Promise<void> {
    const { store, billing, logger } = this.#parts;
    for (const invoice of await store.unfinished(new Date(now))) {
      try {
        if (invoice.status === 'paid') await this.#apply(invoice, PROVIDER);
        else {
          const current = invoice.plan === null ? null : await billing.subscription(invoice.workspaceId);
          if (current?.provider === PROVIDER) {
            await billing.apply(invoice.workspaceId, { type: 'payment_failed', at: now }, `invoice ${invoice.number}`);
          }
          await store.markOverdue(invoice.workspaceId, invoice.id);
        }
      } catch (error) {
        logger.warn({ err: error, invoice: invoice.number }, 'an invoice could not be followed up');
      }
    }
  }

  async #apply({ workspaceId, id, plan, periodStart, periodEnd }: Invoice, by: string): Promise<void> {
    if (plan === null || periodStart === null || periodEnd === null) return;
    const event = { type: 'paid', provider: PROVIDER, plan, from: periodStart, until: periodEnd } as const;
    await this.#parts.billing.apply(workspaceId, { ...event, at: currentTime() }, by);
    // What was paid for begins when the workspace is open again.
    if (this.#parts.workspaces.isClosed(workspaceId)) await this.#parts.jobs.enqueue(followJob(workspaceId));
    await this.#parts.store.markApplied(workspaceId, id);
  }
}

/** Amounts have at most two decimals. */
function sumOf(amounts: readonly string[]): string {
  const cents = amounts.reduce((sum, amount) => {
    const [whole = '0', part = ''] = amount.replace('-', '').split('.');
    const value = BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'));
    return amount.startsWith('-') ? sum - value : sum + value;
  }, 0n);
  const size = cents < 0n ? -cents : cents;
  return `${cents < 0n ? '-' : ''}${size / 100n}.${String(size % 100n).padStart(2, '0')}`;
}

function invalid(message: string): PlatformError {
  return new PlatformError('invalid', 'billing-invoices.invalid_invoice', message);
}

function notFound(message: string): PlatformError {
  return new PlatformError('not-found', 'billing-invoices.not_found', message);
}

function refuseOther({ number, status }: Invoice, wanted: Invoice['status']): void {
  if (status === wanted) return;
  const message = `The invoice ${number} is ${status} already; issue another one.`;
  throw new PlatformError('conflict', 'billing-invoices.settled', message);
}
