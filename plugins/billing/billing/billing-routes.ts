import { json, type Route, route } from '#http';
import { type Contributions, currentTime, PlatformError } from '#kernel';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import type { PlanLimit, Workspaces } from '#plugins/workspaces/contract.ts';
import { billingDocs } from './billing-docs.ts';
import { changeItem, orderItem, planItem, providerItem, subscriptionItem } from './billing-items.ts';
import type { Billing, PaymentProvider, Subscription } from './contract.ts';
import { isLive } from './subscription-machine.ts';

export interface BillingRouteParts {
  readonly billing: Billing;
  readonly plans: Contributions<PlanLimit>;
  readonly workspaces: Pick<Workspaces, 'get'>;
  readonly providers: Contributions<PaymentProvider>;
  /** Plans that may be ordered. */
  readonly offered: readonly string[];
  readonly defaultProvider: string;
}

const owner = { access: ManagementAccess, permission: 'billing.manage' } as const;
const path = '/console/api/billing/subscription';
const plan = { type: 'string', minLength: 1, maxLength: 50 } as const;
const DAY = 86_400_000;

/** What a workspace is subscribed to, for its owner. */
export function billingRoutes(parts: BillingRouteParts): Route[] {
  const { billing, plans, providers, offered, defaultProvider } = parts;
  const offersOf = (id: string) => providers.all().filter((each) => offered.includes(id) && each.offers(id));
  return [
    route({
      ...owner,
      id: 'billing.plans',
      method: 'GET',
      path: '/console/api/billing/plans',
      summary: 'List the available plans and how to order them',
      docs: billingDocs.plans,
      handle: () =>
        json({
          data: plans.all().map((each) =>
            planItem(
              each,
              offersOf(each.id).map(({ id }) => id),
            ),
          ),
          providers: providers.all().map((each) => providerItem(each, defaultProvider)),
        }),
    }),
    route({
      ...owner,
      id: 'billing.subscription',
      method: 'GET',
      path,
      summary: 'Get the subscription of the workspace',
      docs: billingDocs.subscription,
      handle: async ({ principal }) => json(subscriptionItem(await billing.subscription(principal.workspaceId))),
    }),
    route({
      ...owner,
      id: 'billing.order',
      method: 'POST',
      path,
      summary: 'Order a plan, or change the plan',
      audit: { body: ['plan', 'provider'], answer: ['outcome'] },
      docs: billingDocs.order,
      body: {
        type: 'object',
        required: ['plan'],
        additionalProperties: false,
        properties: { plan, provider: { type: 'string', minLength: 1, maxLength: 50 } },
      },
      async handle({ principal: { workspaceId, name: by }, body: given }) {
        const current = await billing.subscription(workspaceId);
        const isBound = current !== null && isLive(current);
        const wanted = given.provider ?? (isBound ? current.provider : defaultProvider);
        if (isBound && wanted !== current.provider) throw boundElsewhere(current);
        const provider = offersOf(given.plan).find(({ id }) => id === wanted);
        if (provider === undefined) throw notOffered(given.plan, wanted);
        const outcome = await provider.order({ workspaceId, plan: given.plan, by, current });
        const subscription = subscriptionItem(await billing.subscription(workspaceId));
        return json({ outcome: outcome.kind, url: outcome.kind === 'redirect' ? outcome.url : null, subscription });
      },
    }),
    ordersRoute(parts),
    ...endRoutes(parts),
    ...changeRoutes(parts),
  ];
}

function changeRoutes(parts: BillingRouteParts): Route[] {
  const { billing, plans, defaultProvider } = parts;
  return [
    route({
      ...owner,
      id: 'billing.changes',
      method: 'GET',
      path: '/console/api/billing/changes',
      summary: 'List changes of the subscription, newest first',
      ids: { 'query.before': 'subscriptionChange' },
      docs: billingDocs.changes,
      query: {
        type: 'object',
        properties: {
          limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
          before: { type: 'string', format: 'uuid', description: 'Id of the last item of the previous page.' },
        },
      },
      async handle({ principal, query: page }) {
        const found = await billing.changes(principal.workspaceId, { ...page, limit: page.limit + 1 });
        return json({ data: found.slice(0, page.limit).map(changeItem), has_more: found.length > page.limit });
      },
    }),
    route({
      id: 'billing.trial',
      method: 'POST',
      path: '/console/api/billing/trial',
      access: ManagementAccess,
      permission: 'installation.manage',
      summary: 'Start a trial of a plan',
      audit: { body: ['plan', 'days'] },
      docs: billingDocs.trial,
      body: {
        type: 'object',
        required: ['plan', 'days'],
        additionalProperties: false,
        properties: { plan, days: { type: 'integer', minimum: 1, maximum: 365 } },
      },
      async handle({ principal: { workspaceId, name }, body: given }) {
        if (plans.get(given.plan) === undefined) throw notOffered(given.plan, defaultProvider);
        const at = currentTime();
        const event = { type: 'trial', provider: defaultProvider, plan: given.plan, at } as const;
        return json(
          subscriptionItem(await billing.apply(workspaceId, { ...event, until: at + given.days * DAY }, name)),
        );
      },
    }),
  ];
}

/** For whoever runs the server: what is to be billed. */
function ordersRoute({ billing, plans, workspaces }: BillingRouteParts): Route {
  return route({
    id: 'billing.orders',
    method: 'GET',
    path: '/console/api/installation/orders',
    access: ManagementAccess,
    permission: 'installation.manage',
    summary: 'List unpaid plan orders of all workspaces, newest first',
    ids: { 'query.before': { nothing: 'a place in the order of time' } },
    docs: billingDocs.orders,
    query: {
      type: 'object',
      additionalProperties: false,
      properties: {
        limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
        before: { type: 'string', format: 'uuid', description: 'Id of the last item of the previous page.' },
      },
    },
    async handle({ query: { limit, before } }) {
      const found = await billing.orders({ limit: limit + 1, before });
      const data = found.slice(0, limit).map(async (order) => {
        const workspace = await workspaces.get(order.workspaceId);
        return orderItem(order, workspace?.name ?? '', plans.get(order.plan)?.price ?? null);
      });
      return json({ data: await Promise.all(data), has_more: found.length > limit });
    },
  });
}

/** Canceling, taking that back, and the provider's own page. */
function endRoutes({ billing, providers }: BillingRouteParts): Route[] {
  async function found(workspaceId: string) {
    const subscription = await billing.subscription(workspaceId);
    if (subscription === null) {
      throw new PlatformError('conflict', 'billing.not_possible', 'There is no subscription; order a plan first.');
    }
    return { subscription, provider: providers.get(subscription.provider) };
  }

  return [
    route({
      ...owner,
      id: 'billing.cancel',
      method: 'DELETE',
      path,
      summary: 'Cancel the subscription at the end of its period, or immediately',
      audit: { query: ['now'] },
      docs: billingDocs.cancel,
      query: { type: 'object', properties: { now: { type: 'boolean', default: false } } },
      async handle({ principal: { workspaceId, name: by }, query }) {
        const { subscription, provider } = await found(workspaceId);
        const isImmediate = query.now === true;
        if (provider?.cancel !== undefined && isLive(subscription)) {
          await provider.cancel(subscription, { isImmediate, by });
        } else {
          await billing.apply(workspaceId, { type: 'cancel', isImmediate, at: currentTime() }, by);
        }
        return json(subscriptionItem(await billing.subscription(workspaceId)));
      },
    }),
    route({
      ...owner,
      id: 'billing.resume',
      method: 'POST',
      path: `${path}/resume`,
      summary: 'Resume a subscription before its cancelation takes effect',
      audit: 'path',
      docs: billingDocs.resume,
      async handle({ principal: { workspaceId, name: by } }) {
        const { subscription, provider } = await found(workspaceId);
        if (provider?.resume !== undefined && isLive(subscription)) await provider.resume(subscription, by);
        else await billing.apply(workspaceId, { type: 'resume', at: currentTime() }, by);
        return json(subscriptionItem(await billing.subscription(workspaceId)));
      },
    }),
    route({
      ...owner,
      id: 'billing.portal',
      method: 'POST',
      path: '/console/api/billing/portal',
      summary: 'Get a link to the billing portal, for payment methods and receipts',
      audit: 'path',
      docs: billingDocs.portal,
      async handle({ principal: { workspaceId } }) {
        const { provider } = await found(workspaceId);
        if (provider?.portal !== undefined) return json({ url: await provider.portal(workspaceId) });
        throw new PlatformError('conflict', 'billing.no_portal', 'Who takes the payments here has no page of its own.');
      },
    }),
  ];
}

function boundElsewhere({ provider }: Subscription): PlatformError {
  const message = `The subscription goes over '${provider}'; cancel it first, or change the plan there.`;
  return new PlatformError('conflict', 'billing.not_possible', message);
}

function notOffered(plan: string, provider: string): PlatformError {
  const message = `The plan '${plan}' can't be ordered over '${provider}'; GET /console/api/billing/plans lists what can.`;
  return new PlatformError('invalid', 'billing.not_offered', message);
}
