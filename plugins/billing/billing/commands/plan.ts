import { type Command, routeCommand, type Schemas, timeOf } from '#plugins/commands/contract.ts';

const path = '/console/api/billing/subscription';

/** The subscription of the workspace; `weft plan show` tells what its plan allows. */
export const commands: readonly Command[] = [
  routeCommand('plan subscription', 'GET', path, { say: subscriptionLine }),
  routeCommand('plan list', 'GET', '/console/api/billing/plans', {
    table: {
      PLAN: 'plan',
      NAME: 'name',
      PROVIDERS: ({ providers }) => providers.join(' ') || '-',
      PRICE: ({ price }) => (price === null ? '-' : `${price.amount} ${price.currency}/${price.per}`),
    },
  }),
  routeCommand('plan changes', 'GET', '/console/api/billing/changes', {
    table: {
      TIME: ({ at }) => timeOf(at),
      EVENT: 'event',
      STATE: 'to_state',
      PLAN: 'plan',
      BY: 'source',
    },
  }),
  routeCommand('plan portal', 'POST', '/console/api/billing/portal', { say: ({ url }) => url }),
  routeCommand('plan trial', 'POST', '/console/api/billing/trial', {
    summary: 'let the workspace try a plan; for whoever runs the server',
    takes: { plan: 'PLAN' },
    say: subscriptionLine,
  }),
  routeCommand('plan change', 'POST', path, {
    summary: 'order a plan, or change to another; shows where to pay, if anywhere',
    takes: { plan: 'PLAN' },
    say: ({ url, subscription }) => (url === null ? subscriptionLine(subscription) : `Go on here: ${url}`),
  }),
  routeCommand('plan cancel', 'DELETE', path, {
    confirm: ({ now }) => `Cancel the subscription ${now === true ? 'at once' : 'when its period is over'}?`,
    isUndoable: ({ now }) => now !== true,
    say: subscriptionLine,
  }),
  routeCommand('plan resume', 'POST', '/console/api/billing/subscription/resume', { say: subscriptionLine }),
];

function subscriptionLine(subscription: Schemas['Subscription']): string {
  const { state, plan, provider, cancel_at_period_end: isCanceled } = subscription;
  const end = state === 'trialing' ? subscription.trial_end : subscription.period_end;
  if (state === 'none') return 'No subscription: weft plan change PLAN';
  const until = end === null ? '' : ` until ${timeOf(end).slice(0, 10)}`;
  const after = isCanceled ? ', then it ends' : '';
  return `Subscription: ${state}, ${plan ?? '-'}${until}${after}, over ${provider ?? '-'}`;
}
