import { bytesAnswer, jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas } from '#http';

const { boolean, integer, seconds, text, uuid } = schemas;
const tag = 'Audit';

const act = {
  id: uuid,
  at: seconds,
  actor: { ...text, description: 'The e-mail address at the time, or `operator`.' },
  address: text,
  action: { ...text, description: 'Id of a route, or `accounts.signed-in`, `accounts.sign-in-failed` and similar.' },
  summary: text,
  targets: {
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Ids of the affected objects.',
  },
  details: {
    type: 'object',
    additionalProperties: { type: 'string' },
    description:
      'Further details, such as the invited address, a new role or the id of a created object. Contains no secrets.',
  },
  request_id: { ...orNull(text), description: 'The `X-Request-Id` of the response.' },
  status: orNull(integer),
};
const auditEntry = objectSchema('AuditEntry', {
  ...act,
  account_id: { ...orNull(uuid), description: 'null: the management token was used.' },
});

export const auditDocs = {
  list: {
    tag,
    answers: {
      200: jsonAnswer(
        'A page of results. Pass the id of the last item as `before` to get the next page.',
        objectSchema('AuditPage', { data: listOf(auditEntry), has_more: boolean }),
        {
          data: [
            {
              id: '0196f5c0-0000-7000-8000-000000000001',
              at: 1_795_000_000,
              account_id: '0196f5c0-0000-7000-8000-000000000002',
              actor: 'ada@example.com',
              address: '203.0.113.7',
              action: 'management-api.create-key',
              summary: 'Make an app key; its secret is shown once',
              targets: { app_id: '0196f5c0-0000-7000-8000-000000000003' },
              details: { name: 'Website', id: '0196f5c0-0000-7000-8000-000000000004' },
              request_id: 'f2b0a3de-6a43-4f5e-9d83-6a7c8a0c5b11',
              status: 201,
            },
          ],
          has_more: false,
        },
      ),
    },
  },
  own: {
    tag,
    description: 'Only you can read this list. It is not part of the audit log of any workspace.',
    answers: {
      200: jsonAnswer(
        'A page of results. Pass the id of the last item as `before` to get the next page.',
        objectSchema('ActivityPage', { data: listOf(objectSchema('AccountAct', act)), has_more: boolean }),
      ),
    },
  },
  export: { tag, answers: { 200: bytesAnswer('The entries, newest first.', 'text/csv') } },
} as const satisfies Readonly<Record<string, RouteDocs>>;
