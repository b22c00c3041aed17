import type Stripe from 'stripe';
import type { Logger } from '#kernel';
import { asked } from './asked.ts';

/** Marks what this server paused itself: somebody may have paused others at Stripe, for reasons of theirs. */
const MARK = 'weft_paused';
const PAUSED = 'workspace_closed';

/** Over for good: Stripe never charges for it again. */
const over: readonly Stripe.Subscription.Status[] = ['canceled', 'incomplete_expired'];

/** Whether Stripe may still charge for it, now or once somebody has paid. */
export function mayCharge({ status }: Stripe.Subscription): boolean {
  return !over.includes(status);
}

/** All a customer has and had, newest first. */
export async function subscriptionsOf(stripe: Stripe, customer: string): Promise<readonly Stripe.Subscription[]> {
  return (await asked(stripe.subscriptions.list({ customer, status: 'all', limit: 100 }))).data;
}

/** Pages of Stripe on which the customer could still pay for a subscription. */
export async function openCheckouts(stripe: Stripe, customer: string): Promise<readonly Stripe.Checkout.Session[]> {
  return (await asked(stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 }))).data;
}

/** Closes a page; whoever has paid on it in this moment is told so by an error. */
export async function closeCheckout(stripe: Stripe, { id }: Stripe.Checkout.Session): Promise<void> {
  await asked(stripe.checkout.sessions.expire(id));
}

/** Cancels at once; done before, it is done. What is paid and not used is a credit of the customer's. */
export async function cancelNow(stripe: Stripe, id: string): Promise<void> {
  await unlessMissing(asked(stripe.subscriptions.cancel(id, { prorate: true })));
}

/**
 * Ends what a customer pays for, and closes the pages on which they could begin to: nothing is charged any more. Done twice it
 * changes nothing.
 */
export async function endEverything(
  { stripe, logger }: { readonly stripe: Stripe; readonly logger: Logger },
  customer: string,
  signal: AbortSignal,
): Promise<void> {
  await closeCheckouts(stripe, customer, signal);
  for (const { id } of await charging(stripe, customer)) {
    signal.throwIfAborted();
    await cancelNow(stripe, id);
    logger.info({ customer, subscription: id }, 'a subscription was canceled with its workspace');
  }
}

/**
 * Nothing is charged until `resumeEverything`: invoices that Stripe makes meanwhile are void at once, and pages on which
 * somebody could begin to pay are closed. What was open before stays owed. Done twice it changes nothing.
 */
export async function pauseEverything(stripe: Stripe, customer: string, signal: AbortSignal): Promise<void> {
  await closeCheckouts(stripe, customer, signal);
  for (const { id, pause_collection: pause } of await charging(stripe, customer)) {
    signal.throwIfAborted();
    if (pause) continue;
    const paused = { pause_collection: { behavior: 'void' }, metadata: { [MARK]: PAUSED } } as const;
    await unlessMissing(asked(stripe.subscriptions.update(id, paused)));
  }
}

/** What `pauseEverything` paused is charged again from its next period on; what somebody else paused is left alone. */
export async function resumeEverything(stripe: Stripe, customer: string, signal: AbortSignal): Promise<void> {
  for (const { id, metadata } of await charging(stripe, customer)) {
    signal.throwIfAborted();
    if (metadata[MARK] !== PAUSED) continue;
    await unlessMissing(asked(stripe.subscriptions.update(id, { pause_collection: '', metadata: { [MARK]: '' } })));
  }
}

/** Before the subscriptions are looked at: what is paid on a page meanwhile is found among them. */
async function closeCheckouts(stripe: Stripe, customer: string, signal: AbortSignal): Promise<void> {
  for (const session of (await unlessMissing(openCheckouts(stripe, customer))) ?? []) {
    signal.throwIfAborted();
    await closeCheckout(stripe, session);
  }
}

async function charging(stripe: Stripe, customer: string): Promise<readonly Stripe.Subscription[]> {
  return ((await unlessMissing(subscriptionsOf(stripe, customer))) ?? []).filter(mayCharge);
}

/** Null for what Stripe does not know: somebody removed it there. */
async function unlessMissing<Result>(request: Promise<Result>): Promise<Result | null> {
  try {
    return await request;
  } catch (error) {
    const { code } = ((error instanceof Error && error.cause) || {}) as { readonly code?: unknown };
    if (code === 'resource_missing') return null;
    throw error;
  }
}
