import { jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas, unixSeconds } from '#http';
import { type Firing, firingStatuses, signatureSchemes, type Trigger } from './contract.ts';
/** `address`: of the runtime API, as its client reaches it. */
export function triggerItem(trigger: Trigger, address: string) {
  const { signature } = trigger;
  return {
    id: trigger.id,
    app_id: trigger.appId,
    app_name: trigger.appName,
    node_id: trigger.nodeId,
    title: trigger.title,
    kind: trigger.kind,
    enabled: trigger.enabled,
    paused_by: trigger.pausedBy,
    cron: trigger.cron,
    timezone: trigger.timezone,
    next_at: unixSeconds(trigger.nextAt),
    missed: trigger.missed,
    last: trigger.last === null ? null : firingItem(trigger.last),
    failures: trigger.failures,
    url: trigger.path === null ? null : address + trigger.path,
    signature:
      signature === null
        ? null
        : {
            scheme: signature.scheme,
            header: signature.header,
            timestamp_header: signature.timestampHeader,
            tolerance: signature.tolerance,
          },
    refused: trigger.refused,
    last_refusal: trigger.lastRefusal,
    last_refused_at: unixSeconds(trigger.lastRefusedAt),
  };
}

export function firingItem({ id, triggerId, source, dueAt, status, runId, error, finishedAt }: Firing) {
  return {
    id,
    trigger_id: triggerId,
    source,
    due_at: unixSeconds(dueAt) ?? 0,
    status,
    workflow_run_id: runId,
    error,
    finished_at: unixSeconds(finishedAt),
  };
}

/** A name of a header. */
const headerName = {
  type: 'string',
  pattern: '^[A-Za-z0-9-]{1,100}$',
  description: 'Letters, digits and hyphens.',
} as const;

export const signatureBody = {
  type: 'object',
  additionalProperties: false,
  required: ['scheme'],
  properties: {
    scheme: { type: 'string', enum: [...signatureSchemes] },
    secret: { type: 'string', minLength: 16, maxLength: 500 },
    header: headerName,
    timestamp_header: { anyOf: [headerName, { type: 'null' }] },
    tolerance: { type: 'integer', minimum: 1, maximum: 86_400 },
    revoke: { type: 'boolean' },
  },
} as const;

const { boolean, integer, text, uuid } = schemas;
const firing = objectSchema('TriggerFiring', {
  id: uuid,
  trigger_id: uuid,
  source: { type: 'string', enum: ['schedule', 'webhook', 'manual'] },
  due_at: schemas.seconds,
  status: { type: 'string', enum: [...firingStatuses] },
  workflow_run_id: orNull(uuid),
  error: orNull(text),
  finished_at: orNull(schemas.seconds),
});
const trigger = objectSchema('Trigger', {
  id: uuid,
  app_id: uuid,
  app_name: text,
  node_id: text,
  title: text,
  kind: { type: 'string', enum: ['schedule', 'webhook'] },
  enabled: boolean,
  paused_by: orNull({ type: 'string', enum: ['app', 'trigger'] }),
  cron: orNull(text),
  timezone: orNull(text),
  next_at: orNull(schemas.seconds),
  missed: integer,
  last: orNull(firing),
  failures: integer,
  url: orNull(text),
  signature: orNull(
    objectSchema('TriggerSignature', {
      scheme: { type: 'string', enum: [...signatureSchemes] },
      header: orNull(text),
      timestamp_header: orNull(text),
      tolerance: integer,
    }),
  ),
  refused: integer,
  last_refusal: orNull(text),
  last_refused_at: orNull(schemas.seconds),
});
const firingExample = {
  id: '0196f5c0-0000-7000-8000-000000000021',
  trigger_id: '0196f5c0-0000-7000-8000-000000000011',
  source: 'schedule',
  due_at: 1_795_000_000,
  status: 'succeeded',
  workflow_run_id: '0196f5c0-0000-7000-8000-000000000031',
  error: null,
  finished_at: 1_795_000_002,
};
const example = {
  id: firingExample.trigger_id,
  app_id: '0196f5c0-0000-7000-8000-000000000001',
  app_name: 'Morning report',
  node_id: '1732007415808',
  title: 'Every morning',
  kind: 'schedule',
  enabled: true,
  paused_by: null,
  cron: '30 9 * * *',
  timezone: 'Europe/Berlin',
  next_at: 1_795_086_400,
  missed: 0,
  last: firingExample,
  failures: 0,
  url: null,
  signature: null,
  refused: 0,
  last_refusal: null,
  last_refused_at: null,
};

const tag = 'Triggers';
const one = { tag, answers: { 200: jsonAnswer('The trigger.', trigger, example) } };

/** What callers are told of the routes. */
export const triggerDocs = {
  page: {
    tag,
    answers: {
      200: jsonAnswer(
        'A page of results. Pass the id of the last item as `before` to get the next page.',
        objectSchema('TriggerPage', { data: listOf(trigger), has_more: boolean }),
        { data: [example], has_more: false },
      ),
    },
  },
  list: {
    tag,
    answers: {
      200: jsonAnswer(
        'The triggers of the published version.',
        objectSchema('TriggerList', { data: listOf(trigger) }),
        {
          data: [example],
        },
      ),
    },
  },
  one,
  webhook: { ...one, errors: { 409: ['no_webhook'] } },
  run: {
    tag,
    answers: {
      202: jsonAnswer('The run was started.', firing, { ...firingExample, source: 'manual', status: 'waiting' }),
    },
    errors: { 409: ['no_schedule'] },
  },
  sign: {
    tag,
    description:
      'A secret is generated unless `secret` is sent. It is returned only in this response. The previous secret is accepted for another 24 hours, unless `revoke` is true. `header` and `timestamp_header` apply to `hmac` only.',
    answers: {
      200: jsonAnswer(
        'The trigger, and the secret to sign calls with.',
        objectSchema('SignedTrigger', { trigger, secret: text }),
        { trigger: { ...example, kind: 'webhook' }, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
      ),
    },
    errors: { 400: ['invalid_param'], 409: ['no_webhook'] },
  },
  firings: {
    tag,
    answers: {
      200: jsonAnswer(
        'A page of results. Pass the id of the last item as `before` to get the next page.',
        objectSchema('TriggerFiringPage', { data: listOf(firing), has_more: boolean }),
        { data: [firingExample], has_more: false },
      ),
    },
  },
} satisfies Readonly<Record<string, RouteDocs>>;
