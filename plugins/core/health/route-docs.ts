import { jsonAnswer, objectSchema, type RouteDocs, schemas } from '#http';

const tag = 'Health';
const readiness = objectSchema('Readiness', {
  status: { type: 'string', enum: ['ok', 'unavailable', 'starting', 'stopping'] },
  checks: {
    type: 'object',
    additionalProperties: objectSchema(
      'CheckState',
      { status: { type: 'string', enum: ['ok', 'failed'] }, message: schemas.text },
      { optional: ['message'] },
    ),
  },
});

/** What is told of the routes that watch the process. */
export const healthDocs = {
  live: {
    tag,
    answers: {
      200: jsonAnswer('It lives.', objectSchema('Liveness', { status: { type: 'string', const: 'ok' } }), {
        status: 'ok',
      }),
    },
  },
  ready: {
    tag,
    answers: {
      200: jsonAnswer('Send requests.', readiness, { status: 'ok', checks: { database: { status: 'ok' } } }),
      503: jsonAnswer('Send none: something it needs failed, or it is starting or stopping.', readiness, {
        status: 'unavailable',
        checks: { database: { status: 'failed', message: 'no answer within 2000 ms' } },
      }),
    },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
