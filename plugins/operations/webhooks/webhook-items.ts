import { jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas, unixSeconds } from '#http';
import { eventTypes, type WebhookDelivery, type WebhookEndpoint } from './contract.ts';
export function endpointItem({ id, appId, url, events, enabled, disabledReason, createdAt }: WebhookEndpoint) {
  const created = unixSeconds(createdAt);
  return { id, app_id: appId, url, events, enabled, disabled_reason: disabledReason, created_at: created };
}

export function deliveryItem(delivery: WebhookDelivery) {
  const { id, endpointId, runId, type, status, attempts, lastStatus, lastError } = delivery;
  return {
    id,
    webhook_id: endpointId,
    workflow_run_id: runId,
    type,
    status,
    attempts,
    last_status: lastStatus,
    last_error: lastError,
    created_at: unixSeconds(delivery.createdAt),
    last_attempt_at: unixSeconds(delivery.lastAttemptAt),
  };
}

/** Events as an owner names them. */
export const eventList = {
  type: 'array',
  minItems: 1,
  uniqueItems: true,
  items: { type: 'string', enum: [...eventTypes] },
} as const;

const { boolean, integer, text, uuid } = schemas;
const endpointFields = {
  id: uuid,
  app_id: uuid,
  url: text,
  events: eventList,
  enabled: boolean,
  disabled_reason: orNull(text),
  created_at: schemas.seconds,
};
const endpoint = objectSchema('Webhook', endpointFields);
const endpointExample = {
  id: '0196f5c0-0000-7000-8000-000000000011',
  app_id: '0196f5c0-0000-7000-8000-000000000001',
  url: 'https://example.com/weft',
  events: [...eventTypes],
  enabled: true,
  disabled_reason: null,
  created_at: 1_795_000_000,
};
const secretExample = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';
const delivery = objectSchema('WebhookDelivery', {
  id: uuid,
  webhook_id: uuid,
  workflow_run_id: orNull(uuid),
  type: text,
  status: { type: 'string', enum: ['pending', 'delivered', 'dead'] },
  attempts: integer,
  last_status: orNull(integer),
  last_error: orNull(text),
  created_at: schemas.seconds,
  last_attempt_at: orNull(schemas.seconds),
});
const deliveryExample = {
  id: '0196f5c0-0000-7000-8000-000000000021',
  webhook_id: endpointExample.id,
  workflow_run_id: '0196f5c0-0000-7000-8000-000000000031',
  type: 'run.succeeded',
  status: 'delivered',
  attempts: 1,
  last_status: 200,
  last_error: null,
  created_at: 1_795_000_000,
  last_attempt_at: 1_795_000_001,
};

const tag = 'Webhooks';
const one = { tag, answers: { 200: jsonAnswer('The webhook.', endpoint, endpointExample) } };
const accepted = { tag, answers: { 202: jsonAnswer('The message is being sent.', delivery, deliveryExample) } };

/** What callers are told of the routes. */
export const webhookDocs = {
  list: {
    tag,
    answers: {
      200: jsonAnswer('The webhooks of the app.', objectSchema('WebhookList', { data: listOf(endpoint) }), {
        data: [endpointExample],
      }),
    },
  },
  add: {
    tag,
    description: 'The secret is returned only in this response.',
    answers: {
      201: jsonAnswer('The webhook with its secret.', objectSchema('NewWebhook', { ...endpointFields, secret: text }), {
        ...endpointExample,
        secret: secretExample,
      }),
    },
    errors: { 400: ['invalid_url', 'address_refused'], 409: ['too_many_endpoints'] },
  },
  change: { ...one, errors: { 400: ['invalid_url', 'address_refused'] } },
  remove: { tag, answers: { 204: { description: 'Deleted.' } } },
  rotate: {
    tag,
    description: 'For 24 hours, messages are also signed with the previous secret.',
    answers: {
      200: jsonAnswer('The new secret.', objectSchema('WebhookSecret', { secret: text }), { secret: secretExample }),
    },
  },
  deliver: accepted,
  deliveries: {
    tag,
    answers: {
      200: jsonAnswer(
        'A page of results. Pass the id of the last item as `before` to get the next page.',
        objectSchema('WebhookDeliveryPage', { data: listOf(delivery), has_more: boolean }),
        { data: [deliveryExample], has_more: false },
      ),
    },
  },
} satisfies Readonly<Record<string, RouteDocs>>;
