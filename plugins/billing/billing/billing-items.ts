import { unixSeconds } from '#http';
import { allowanceNames, type PlanLimit, type PlanPrice } from '#plugins/workspaces/contract.ts';
import type { OpenOrder, PaymentProvider, Subscription, SubscriptionChange } from './contract.ts';
/** `state` is `none` for who never had a subscription. */
export function subscriptionItem(subscription: Subscription | null) {
  return {
    state: subscription?.state ?? ('none' as const),
    plan: subscription?.plan ?? null,
    ordered_plan: subscription?.orderedPlan ?? null,
    provider: subscription?.provider ?? null,
    period_start: unixSeconds(subscription?.periodStart ?? null),
    period_end: unixSeconds(subscription?.periodEnd ?? null),
    trial_end: unixSeconds(subscription?.trialEnd ?? null),
    grace_until: unixSeconds(subscription?.graceUntil ?? null),
    cancel_at_period_end: subscription?.cancelAtPeriodEnd ?? false,
  };
}

export function changeItem({ id, event, source, fromState, toState, plan, at }: SubscriptionChange) {
  return { id, event, source, from_state: fromState, to_state: toState, plan, at: unixSeconds(at) };
}

export function planItem(plan: PlanLimit, providers: readonly string[]) {
  const limits = allowanceNames.map((name) => ({
    limit: name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    allowed: plan[name],
  }));
  return { plan: plan.id, name: plan.name, price: plan.price ?? null, limits, providers };
}

export function orderItem(order: OpenOrder, workspaceName: string, price: PlanPrice | null) {
  const { id, workspaceId, provider, plan, currentPlan, by, at } = order;
  const workspace = { id: workspaceId, name: workspaceName };
  return {
    id,
    workspace,
    provider,
    plan,
    price,
    current_plan: currentPlan,
    ordered_by: by,
    ordered_at: unixSeconds(at),
  };
}

export function providerItem({ id, name, portal }: PaymentProvider, byDefault: string) {
  return { id, name, is_default: id === byDefault, has_portal: portal !== undefined };
}
