import { jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas } from '#http';
import { subscriptionStates } from './contract.ts';

const { boolean, integer, text, uuid } = schemas;
const time = orNull(schemas.seconds);

const subscription = objectSchema('Subscription', {
  state: { type: 'string', enum: ['none', ...subscriptionStates] },
  plan: orNull(text),
  ordered_plan: orNull(text),
  provider: orNull(text),
  period_start: time,
  period_end: time,
  trial_end: time,
  grace_until: time,
  cancel_at_period_end: boolean,
});
const example = {
  state: 'active',
  plan: 'team',
  ordered_plan: null,
  provider: 'invoices',
  period_start: 1_795_000_000,
  period_end: 1_797_592_000,
  trial_end: null,
  grace_until: null,
  cancel_at_period_end: false,
};
const change = objectSchema('SubscriptionChange', {
  id: uuid,
  event: text,
  source: text,
  from_state: orNull(text),
  to_state: text,
  plan: text,
  at: schemas.seconds,
});
const offeredLimit = objectSchema('OfferedLimit', { limit: text, allowed: orNull(integer) });
const price = orNull(
  objectSchema('PlanPrice', { amount: text, currency: text, per: { type: 'string', enum: ['month', 'year'] } }),
);
const plan = objectSchema('OfferedPlan', {
  plan: text,
  name: text,
  price: { ...price, description: 'Price set by the operator of the server. null: contact the operator.' },
  limits: listOf(offeredLimit),
  providers: listOf(text),
});
const provider = objectSchema('PaymentProvider', { id: text, name: text, is_default: boolean, has_portal: boolean });
const answer = jsonAnswer('The subscription.', subscription, example);
const tag = 'Billing';

/** What is told of the routes of billing. */
export const billingDocs = {
  plans: {
    tag,
    answers: {
      200: jsonAnswer(
        'The plans, their limits, and the payment providers they can be ordered from.',
        objectSchema('OfferedPlans', { data: listOf(plan), providers: listOf(provider) }),
        {
          data: [
            {
              plan: 'team',
              name: 'Team',
              price: { amount: '159', currency: 'EUR', per: 'month' },
              limits: [{ limit: 'apps', allowed: 1000 }],
              providers: ['invoices'],
            },
          ],
          providers: [{ id: 'invoices', name: 'Invoices', is_default: true, has_portal: false }],
        },
      ),
    },
  },
  orders: {
    tag,
    answers: {
      200: jsonAnswer(
        'A page of orders. Pass the id of the last order as `before` to get the next page. Orders are removed when they are paid or canceled.',
        objectSchema('OpenOrders', {
          data: listOf(
            objectSchema('OpenOrder', {
              id: uuid,
              workspace: objectSchema('OrderingWorkspace', { id: uuid, name: text }),
              provider: text,
              plan: text,
              price,
              current_plan: orNull(text),
              ordered_by: text,
              ordered_at: schemas.seconds,
            }),
          ),
          has_more: boolean,
        }),
      ),
    },
  },
  subscription: { tag, answers: { 200: answer } },
  order: {
    tag,
    bodyExample: { plan: 'team' },
    answers: {
      200: jsonAnswer(
        'The result: `ordered` is waiting for payment, `redirect` requires a visit of `url`, `changed` took effect immediately.',
        objectSchema('PlanOrder', {
          outcome: { type: 'string', enum: ['ordered', 'redirect', 'changed'] },
          url: orNull(text),
          subscription,
        }),
        { outcome: 'ordered', url: null, subscription: { ...example, state: 'pending', ordered_plan: 'team' } },
      ),
    },
    errors: { 400: ['not_offered'], 409: ['not_possible', 'subscribed', 'order_under_way'] },
  },
  cancel: { tag, answers: { 200: answer }, errors: { 409: ['not_possible'] } },
  resume: { tag, answers: { 200: answer }, errors: { 409: ['not_possible'] } },
  portal: {
    tag,
    answers: {
      200: jsonAnswer('The link. It is valid for a few minutes.', objectSchema('BillingPortal', { url: text }), {
        url: 'https://billing.example.com/session/123',
      }),
    },
    errors: { 409: ['not_possible', 'no_portal'] },
  },
  changes: {
    tag,
    answers: {
      200: jsonAnswer(
        'A page of changes.',
        objectSchema('SubscriptionChanges', { data: listOf(change), has_more: boolean }),
        {
          data: [
            {
              id: '0196f5c0-0000-7000-8000-000000000021',
              event: 'paid',
              source: 'operator',
              from_state: 'pending',
              to_state: 'active',
              plan: 'team',
              at: 1_795_000_000,
            },
          ],
          has_more: false,
        },
      ),
    },
  },
  trial: {
    tag,
    bodyExample: { plan: 'team', days: 14 },
    answers: { 200: answer },
    errors: { 400: ['not_offered'], 409: ['not_possible'] },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
