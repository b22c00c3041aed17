import type Stripe from 'stripe';
import { currentTime, type Logger, PlatformError } from '#kernel';
import type {
  Billing,
  OrderOutcome,
  PaymentProvider,
  PlanOrder,
  Subscription,
  SubscriptionState,
} from '#plugins/billing/contract.ts';
import { asked } from './asked.ts';
import {
  cancelNow,
  closeCheckout,
  endEverything,
  mayCharge,
  openCheckouts,
  pauseEverything,
  resumeEverything,
  subscriptionsOf,
} from './customer-subscriptions.ts';
import type { StripeStore } from './store.ts';

export interface StripeParts {
  readonly stripe: Stripe;
  readonly store: StripeStore;
  readonly billing: Billing;
  /** Ids of prices by plan. */
  readonly prices: Readonly<Record<string, string>>;
  readonly consoleUrl: () => string;
  readonly logger: Logger;
}

const PROVIDER = 'stripe';
const live: readonly SubscriptionState[] = ['trialing', 'active', 'past_due'];
const states: Readonly<Record<string, SubscriptionState>> = {
  incomplete: 'pending',
  incomplete_expired: 'expired',
  trialing: 'trialing',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'expired',
  paused: 'expired',
  canceled: 'canceled',
};

/** Payments over Stripe. Which workspace a customer is this server alone knows: nothing an event says of it counts. */
export class StripePayments implements PaymentProvider {
  readonly id = PROVIDER;
  readonly name = 'Stripe';
  readonly #parts: StripeParts;
  readonly #syncing = new Map<string, Promise<void>>();

  constructor(parts: StripeParts) {
    this.#parts = parts;
  }

  offers(plan: string): boolean {
    return Object.hasOwn(this.#parts.prices, plan);
  }

  async order({ workspaceId, plan, by, current }: PlanOrder): Promise<OrderOutcome> {
    const { stripe, billing, prices } = this.#parts;
    const price = prices[plan] ?? '';
    if (current?.provider === PROVIDER && live.includes(current.state) && current.externalId !== null) {
      const subscription = await asked(stripe.subscriptions.retrieve(current.externalId));
      const [item] = subscription.items.data;
      if (item === undefined) throw new Error(`the subscription ${current.externalId} has no item`);
      await asked(stripe.subscriptions.update(current.externalId, { items: [{ id: item.id, price }] }));
      await this.sync(workspaceId, by);
      return { kind: 'changed' };
    }
    const customer = await this.#customer(workspaceId);
    const url = await this.#alone(workspaceId, () => this.#checkout({ workspaceId, customer, price, by }));
    await billing.apply(workspaceId, { type: 'ordered', provider: PROVIDER, plan, at: currentTime() }, by);
    return { kind: 'redirect', url };
  }

  /** One order at a time for a workspace, in whatever process: two would find no checkout of each other. */
  async #alone<Result>(workspaceId: string, work: () => Promise<Result>): Promise<Result> {
    const { store } = this.#parts;
    if (!(await store.beginOrder(workspaceId))) {
      const message = 'Somebody orders for this workspace at this moment; look at the subscription, or try again soon.';
      throw new PlatformError('conflict', 'billing-stripe.order_under_way', message);
    }
    try {
      return await work();
    } finally {
      await store.endOrder(workspaceId);
    }
  }

  /**
   * The page where the plan is paid: the one that is open already, or a new one, and then no other. None while Stripe has a
   * subscription that may charge, whatever is known of it here.
   */
  async #checkout(order: { workspaceId: string; customer: string; price: string; by: string }): Promise<string> {
    const { stripe, consoleUrl } = this.#parts;
    const { workspaceId, customer, price, by } = order;
    const open = await openCheckouts(stripe, customer);
    const same = open.find(({ metadata, url }) => metadata?.price === price && url !== null);
    for (const session of open) if (session !== same) await closeCheckout(stripe, session);
    if ((await subscriptionsOf(stripe, customer)).some(mayCharge)) {
      await this.sync(workspaceId, by);
      const message =
        'Stripe has a subscription of this workspace already. Pay for it, change or cancel it in the portal: POST /console/api/billing/portal.';
      throw new PlatformError('conflict', 'billing-stripe.subscribed', message);
    }
    if (same?.url) return same.url;
    const session = await asked(
      stripe.checkout.sessions.create({
        mode: 'subscription',
        customer,
        client_reference_id: workspaceId,
        line_items: [{ price, quantity: 1 }],
        metadata: { price },
        success_url: `${consoleUrl()}/billing?order=done`,
        cancel_url: `${consoleUrl()}/billing?order=canceled`,
      }),
    );
    return session.url ?? '';
  }

  /** Nothing is charged for the workspace while it is closed. */
  async follow(workspaceId: string, closedAt: number | null, signal: AbortSignal): Promise<void> {
    const { stripe, store } = this.#parts;
    const customer = await store.customerOf(workspaceId);
    if (customer === null) return;
    if (closedAt !== null) return pauseEverything(stripe, customer, signal);
    await resumeEverything(stripe, customer, signal);
    await this.sync(workspaceId, 'workspace');
  }

  /** Nothing is charged for the workspace any more. */
  async end(workspaceId: string, signal: AbortSignal): Promise<void> {
    const customer = await this.#parts.store.customerOf(workspaceId);
    if (customer !== null) await endEverything(this.#parts, customer, signal);
  }

  async cancel({ workspaceId, externalId }: Subscription, { isImmediate, by }: { isImmediate: boolean; by: string }) {
    const { subscriptions } = this.#parts.stripe;
    if (isImmediate) await asked(subscriptions.cancel(externalId ?? ''));
    else await asked(subscriptions.update(externalId ?? '', { cancel_at_period_end: true }));
    await this.sync(workspaceId, by);
  }

  async resume({ workspaceId, externalId }: Subscription, by: string): Promise<void> {
    await asked(this.#parts.stripe.subscriptions.update(externalId ?? '', { cancel_at_period_end: false }));
    await this.sync(workspaceId, by);
  }

  async portal(workspaceId: string): Promise<string> {
    const { stripe, consoleUrl } = this.#parts;
    const customer = await this.#customer(workspaceId);
    const session = stripe.billingPortal.sessions.create({ customer, return_url: `${consoleUrl()}/billing` });
    return (await asked(session)).url;
  }

  /**
   * Asks Stripe what is true now, one after the other for a workspace: so it is no matter in which order events come. Other
   * processes may ask as well: each question has a number before it is asked, and billing takes no answer to an older one.
   */
  async sync(workspaceId: string, source: string): Promise<void> {
    const before = this.#syncing.get(workspaceId) ?? Promise.resolve();
    const mine = before.catch(() => {}).then(() => this.#syncNow(workspaceId, source));
    this.#syncing.set(workspaceId, mine);
    try {
      await mine;
    } finally {
      if (this.#syncing.get(workspaceId) === mine) this.#syncing.delete(workspaceId);
    }
  }

  async #syncNow(workspaceId: string, source: string): Promise<void> {
    const { stripe, store, billing, prices, logger } = this.#parts;
    const asking = await store.question(workspaceId);
    if (asking === null) return;
    const { customer, question } = asking;
    const all = await subscriptionsOf(stripe, customer);
    const current = await billing.subscription(workspaceId);
    const paying = all.filter((each) => live.includes(stateOf(each)));
    const isPlan = (each: Stripe.Subscription) => Object.values(prices).includes(priceOf(each));
    const known = paying.find(({ id }) => id === current?.externalId);
    const found = known ?? paying.findLast(isPlan) ?? paying.at(-1) ?? all[0];
    const item = found?.items.data[0];
    if (found === undefined || item === undefined) return;
    // Prices change: who has an old one keeps its plan as long as they pay, and no longer.
    const kept = current?.provider === PROVIDER && current.externalId === found.id ? current.plan : undefined;
    const plan = Object.keys(prices).find((name) => prices[name] === item.price.id) ?? kept;
    if (plan === undefined) {
      logger.warn(
        { workspaceId, price: item.price.id },
        'a price of Stripe belongs to no plan (billing-stripe.prices)',
      );
      return;
    }
    const state = stateOf(found);
    const isElsewhere = current !== null && current.provider !== PROVIDER && live.includes(current.state);
    if (isElsewhere && !live.includes(state)) return;
    const told = {
      question,
      provider: PROVIDER,
      state,
      plan,
      externalId: found.id,
      periodStart: item.current_period_start * 1000,
      periodEnd: item.current_period_end * 1000,
      trialEnd: found.trial_end === null ? null : found.trial_end * 1000,
      cancelAtPeriodEnd: found.cancel_at_period_end,
    };
    const applied = await billing.apply(workspaceId, { type: 'synced', ...told, at: currentTime() }, source);
    if (applied?.provider === PROVIDER) await this.#cancelOthers(workspaceId, applied.externalId, paying);
  }

  /**
   * A workspace pays once. A second subscription to one of the plans, made past this server, is canceled, and what was paid for it
   * a credit; one to something else is not ours to end.
   */
  async #cancelOthers(workspaceId: string, kept: string | null, paying: readonly Stripe.Subscription[]): Promise<void> {
    const { stripe, prices, logger } = this.#parts;
    if (!paying.some(({ id }) => id === kept)) return;
    for (const second of paying.filter(({ id }) => id !== kept)) {
      const { id } = second;
      const price = priceOf(second);
      const about = { workspaceId, kept, second: id, price };
      if (Object.values(prices).includes(price)) {
        await cancelNow(stripe, id);
        logger.error(
          about,
          'a second subscription of a workspace was canceled at Stripe; what was paid for it is a credit',
        );
      } else logger.error(about, 'a workspace has a second subscription at Stripe, to no plan; look at it there');
    }
  }

  async #customer(workspaceId: string): Promise<string> {
    const { stripe, store } = this.#parts;
    const known = await store.customerOf(workspaceId);
    if (known !== null) return known;
    const options = { idempotencyKey: `weft-customer-${workspaceId}` };
    const { id } = await asked(stripe.customers.create({ metadata: { workspace_id: workspaceId } }, options));
    return store.keepCustomer(workspaceId, id);
  }
}

function priceOf({ items }: Stripe.Subscription): string {
  return items.data[0]?.price.id ?? '';
}

function stateOf({ status }: Stripe.Subscription): SubscriptionState {
  return states[status] ?? 'expired';
}
