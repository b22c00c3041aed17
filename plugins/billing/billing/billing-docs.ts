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
  price: { ...price, description: 'As whoever runs the server has set it; null: ask them.' },
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
        'The plans, what they allow, and over which providers they can be ordered.',
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
        'A page; `before` with the last id gives the next one. An order is gone once it is paid or canceled.',
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
        'What comes of it: `ordered` waits for payment, `redirect` wants a visit of `url`, `changed` is done.',
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
      200: jsonAnswer('The address, good for a few minutes.', objectSchema('BillingPortal', { url: text }), {
        url: 'https://billing.example.com/session/123',
      }),
    },
    errors: { 409: ['not_possible', 'no_portal'] },
  },
  changes: {
    tag,
    answers: {
      200: jsonAnswer(
        'A page of the history.',
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
