import { bytesAnswer, jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas } from '#http';

const { boolean, integer, seconds, text, uuid } = schemas;
const tag = 'Audit';

const act = {
  id: uuid,
  at: seconds,
  actor: { ...text, description: 'The e-mail address as it was then, or `operator`.' },
  address: text,
  action: { ...text, description: 'Id of a route, or `accounts.signed-in`, `accounts.sign-in-failed` and the like.' },
  summary: text,
  targets: {
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Ids of what it was done to.',
  },
  details: {
    type: 'object',
    additionalProperties: { type: 'string' },
    description:
      'What else is known of it: whom an invitation is for, a new role, the id of what was made. No secrets.',
  },
  request_id: { ...orNull(text), description: 'As in `X-Request-Id` of the answer.' },
  status: orNull(integer),
};
const auditEntry = objectSchema('AuditEntry', {
  ...act,
  account_id: { ...orNull(uuid), description: 'null: whoever holds the management token.' },
});

export const auditDocs = {
  list: {
    tag,
    answers: {
      200: jsonAnswer(
        'A page; `before` with the last id gives the next one.',
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
    description: 'No one else reads it: it is in the log of no workspace.',
    answers: {
      200: jsonAnswer(
        'A page; `before` with the last id gives the next one.',
        objectSchema('ActivityPage', { data: listOf(objectSchema('AccountAct', act)), has_more: boolean }),
      ),
    },
  },
  export: { tag, answers: { 200: bytesAnswer('The entries, newest first.', 'text/csv') } },
} as const satisfies Readonly<Record<string, RouteDocs>>;
