import { jsonAnswer, objectSchema, type RouteDocs, schemas } from '#http';

const tag = 'Health';
const readiness = objectSchema('Readiness', {
  status: { type: 'string', enum: ['ok', 'unavailable', 'starting', 'stopping'] },
  checks: {
    type: 'object',
    additionalProperties: objectSchema(
      'CheckState',
      { status: { type: 'string', enum: ['ok', 'warning', 'failed'] }, code: schemas.text },
      { optional: ['code'] },
    ),
  },
});

/** What is told of the routes that watch the process. */
export const healthDocs = {
  live: {
    tag,
    answers: {
      200: jsonAnswer('The process is alive.', objectSchema('Liveness', { status: { type: 'string', const: 'ok' } }), {
        status: 'ok',
      }),
    },
  },
  ready: {
    tag,
    answers: {
      200: jsonAnswer('Ready for requests.', readiness, { status: 'ok', checks: { database: { status: 'ok' } } }),
      503: jsonAnswer('Not ready: a dependency failed, or the process is starting or stopping.', readiness, {
        status: 'unavailable',
        checks: { database: { status: 'failed', code: 'database.unreachable' } },
      }),
    },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
