/**
 * Billing: what a workspace is subscribed to, what that means for its plan, and who takes payments for it.
 */
import { type Contribution, extensionPoint, token } from '#kernel';

/**
 * `pending`: ordered, not paid yet. `trialing`, `active`, `past_due` (unpaid, in grace) give their plan; `canceled` and
 * `expired` (grace is over) give it back.
 */
export const subscriptionStates = ['pending', 'trialing', 'active', 'past_due', 'canceled', 'expired'] as const;

/** One of them. */
export type SubscriptionState = (typeof subscriptionStates)[number];

/** What is known of a subscription. Times are milliseconds since the epoch. */
export interface SubscriptionFacts {
  /** Id of the payment provider. */
  readonly provider: string;
  readonly state: SubscriptionState;
  readonly plan: string;
  /** Asked for, not paid yet. */
  readonly orderedPlan: string | null;
  /** Of the provider. */
  readonly externalId: string | null;
  readonly periodStart: number | null;
  readonly periodEnd: number | null;
  readonly trialEnd: number | null;
  /** Until then the plan goes on unpaid. */
  readonly graceUntil: number | null;
  readonly cancelAtPeriodEnd: boolean;
  /** Since then its workspace is closed and its time stands still; null: it goes on. */
  readonly pausedAt: number | null;
}

/** The subscription of a workspace. */
export interface Subscription extends SubscriptionFacts {
  readonly workspaceId: string;
  readonly updatedAt: number;
}

/** What happens to a subscription. */
export type SubscriptionEvent = { readonly at: number } & (
  | { readonly type: 'ordered'; readonly provider: string; readonly plan: string }
  | { readonly type: 'trial'; readonly provider: string; readonly plan: string; readonly until: number }
  | {
      readonly type: 'paid';
      readonly provider: string;
      readonly plan: string;
      readonly from: number;
      readonly until: number;
    }
  | { readonly type: 'payment_failed' }
  | { readonly type: 'cancel'; readonly isImmediate: boolean }
  | { readonly type: 'resume' }
  | { readonly type: 'time' }
  /** Its workspace was deleted, and came back. */
  | { readonly type: 'closed' }
  | { readonly type: 'reopened' }
  /**
   * A provider that keeps subscriptions itself says what is true now. `question`: 1 and more, counted for each workspace and
   * taken before the provider was asked; an answer to an earlier question than one that was applied changes nothing.
   */
  | ({ readonly type: 'synced'; readonly question: number } & Pick<
      SubscriptionFacts,
      'provider' | 'state' | 'plan' | 'externalId'
    > &
      Pick<SubscriptionFacts, 'periodStart' | 'periodEnd' | 'trialEnd' | 'cancelAtPeriodEnd'>)
);

/** A line of a subscription's history. */
export interface SubscriptionChange {
  readonly id: string;
  readonly event: SubscriptionEvent['type'];
  /** Who or what brought it: an address of a person, `operator`, a provider, `clock`. */
  readonly source: string;
  readonly fromState: SubscriptionState | null;
  readonly toState: SubscriptionState;
  readonly plan: string;
  readonly at: number;
}

/** A plan that was ordered and is not paid yet. */
export interface OpenOrder {
  /** Of the line in the history: orders are told apart and paged by it. */
  readonly id: string;
  readonly workspaceId: string;
  readonly provider: string;
  readonly plan: string;
  /** What the workspace pays for until then; null: nothing. */
  readonly currentPlan: string | null;
  /** Who ordered, for people. */
  readonly by: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Subscriptions of workspaces. */
export interface Billing {
  /** null: it never had one. */
  subscription(workspaceId: string): Promise<Subscription | null>;
  /**
   * Lets something happen. Those of one workspace wait for each other; each change is kept in its history, and the plan of
   * the workspace follows, whenever a process dies. Throws `billing.not_possible`. Null: there is no subscription.
   */
  apply(workspaceId: string, event: SubscriptionEvent, source: string): Promise<Subscription | null>;
  /** Of all workspaces, newest first; `before`: the id of the last one seen. For whoever runs the server. */
  orders(page: { readonly limit: number; readonly before?: string | undefined }): Promise<readonly OpenOrder[]>;
  /** Newest first; `before`: the id of the last one seen. */
  changes(
    workspaceId: string,
    page: { readonly limit: number; readonly before?: string | undefined },
  ): Promise<readonly SubscriptionChange[]>;
}

/** The billing service. */
export const Billing = token<Billing>('billing.billing');

/** Somebody wants a plan. */
export interface PlanOrder {
  readonly workspaceId: string;
  readonly plan: string;
  /** Who orders, for records. */
  readonly by: string;
  readonly current: Subscription | null;
}

/** What comes of an order: the provider waits for payment, wants to be visited, or has changed the plan already. */
export type OrderOutcome =
  | { readonly kind: 'ordered' }
  | { readonly kind: 'redirect'; readonly url: string }
  | { readonly kind: 'changed' };

/** Who takes payments. What happens there is told to `Billing.apply`. */
export interface PaymentProvider extends Contribution {
  readonly name: string;
  /** Whether that plan can be had here. */
  offers(plan: string): boolean;
  order(order: PlanOrder): Promise<OrderOutcome>;
  /** For providers that keep subscriptions themselves; absent: the house cancels and resumes. */
  cancel?(subscription: Subscription, options: { readonly isImmediate: boolean; readonly by: string }): Promise<void>;
  resume?(subscription: Subscription, by: string): Promise<void>;
  /** Address of a page for cards and receipts. */
  portal?(workspaceId: string): Promise<string>;
}

/** Contribute here who takes payments. */
export const PaymentProviders = extensionPoint<PaymentProvider>('billing.payment-providers');
