import type Stripe from 'stripe';
import type { Logger } from '../../kernel/index.ts';
import { asked } from './asked.ts';

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
 * Ends what a customer pays for, and closes the pages on which he could begin to: nothing is charged any more. Done twice it
 * changes nothing.
 */
export async function endEverything(
  { stripe, logger }: { readonly stripe: Stripe; readonly logger: Logger },
  customer: string,
  signal: AbortSignal,
): Promise<void> {
  // First the pages: what is paid on one meanwhile is found among the subscriptions.
  for (const session of (await unlessMissing(openCheckouts(stripe, customer))) ?? []) {
    signal.throwIfAborted();
    await closeCheckout(stripe, session);
  }
  const all = (await unlessMissing(subscriptionsOf(stripe, customer))) ?? [];
  for (const { id } of all.filter(mayCharge)) {
    signal.throwIfAborted();
    await cancelNow(stripe, id);
    logger.info({ customer, subscription: id }, 'a subscription was canceled with its workspace');
  }
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
