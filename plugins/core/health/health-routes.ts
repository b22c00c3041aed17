import { json, jsonAnswer, listOf, objectSchema, orNull, type Route, route, schemas } from '#http';
import { type Contributions, type HealthCheck, runHealthChecks } from '#kernel';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import { healthAnswer } from './health-answer.ts';

const { text } = schemas;
const seconds = { type: 'integer', description: 'When the check was run, as a Unix timestamp in seconds.' };
const state = { enum: ['ok', 'warning', 'failed'] };
const check = objectSchema('HealthCheck', {
  id: text,
  title: text,
  state,
  is_required: { type: 'boolean', description: 'Whether `/readyz` fails while this check fails.' },
  code: { ...orNull(text), description: 'Error code of the problem. null: no problem.' },
  summary: { ...text, description: 'The result in one sentence.' },
  next: { ...orNull(text), description: 'Remedy: a command or a setting. null: not needed.' },
  facts: {
    type: 'object',
    additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
    description: 'Details for programs.',
  },
  elapsed_ms: { type: 'integer', minimum: 0 },
});
const example = {
  state: 'failed',
  looked_at: 1767225600,
  data: [
    {
      id: 'database',
      title: 'Database',
      state: 'failed',
      is_required: true,
      code: 'database.unreachable',
      summary: 'The database can not be reached.',
      next: 'Start the PostgreSQL server that DATABASE_URL names, or correct DATABASE_URL.',
      facts: { kind: 'postgres' },
      elapsed_ms: 12,
    },
  ],
};

/** For whoever runs the server: what of the installation is well, and what to do about the rest. */
export function healthRoutes(checks: Contributions<HealthCheck>): Route {
  return route({
    id: 'health.checks',
    method: 'GET',
    path: '/console/api/installation/health',
    access: ManagementAccess,
    permission: 'installation.manage',
    summary: 'Check everything the installation depends on, with a remedy for each problem',
    docs: {
      tag: 'Installation',
      answers: {
        200: jsonAnswer(
          'The results of all checks, worst first. `state` is the worst of them.',
          objectSchema('InstallationHealth', { state, looked_at: seconds, data: listOf(check) }),
          example,
        ),
      },
    },
    async handle() {
      return json(healthAnswer(await runHealthChecks(checks.all())));
    },
  });
}
