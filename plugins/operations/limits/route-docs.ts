import { emptyAnswer, jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas } from '#http';

const amount = orNull(schemas.integer);
const uses = objectSchema('UseLimits', {
  requests_per_minute: amount,
  concurrent_runs: amount,
  tokens_per_day: amount,
});
const answer = jsonAnswer(
  'The limits of all end users together, and of each end user. null: no limit.',
  objectSchema('AppLimits', { app: uses, user: uses }),
  {
    app: { requests_per_minute: 600, concurrent_runs: 20, tokens_per_day: null },
    user: { requests_per_minute: 30, concurrent_runs: 2, tokens_per_day: 100_000 },
  },
);

const limit = objectSchema('PlanLimit', { limit: schemas.text, allowed: amount, used: orNull(schemas.number) });
const plan = objectSchema('WorkspacePlan', {
  plan: schemas.text,
  name: schemas.text,
  has_own_terms: schemas.boolean,
  limits: listOf(limit),
});

/** What is told of the routes that manage limits. */
export const limitDocs = {
  get: { tag: 'Apps', answers: { 200: answer } },
  set: { tag: 'Apps', bodyExample: { user: { requests_per_minute: 30 } }, answers: { 200: answer } },
  getPlan: {
    tag: 'Billing',
    answers: {
      200: jsonAnswer(
        'The plan, and for each limit the maximum (null: no limit) and the usage (null: not counted).',
        plan,
        {
          plan: 'team',
          name: 'Team',
          has_own_terms: false,
          limits: [
            { limit: 'apps', allowed: 1000, used: 12 },
            { limit: 'storage_mb', allowed: 51_200, used: 20.5 },
          ],
        },
      ),
    },
  },
  plan: {
    tag: 'Billing',
    bodyExample: { plan: 'enterprise', limits: { members: 200, requests_per_minute: 5_000 } },
    answers: { 204: emptyAnswer('The plan was set.') },
    errors: { 400: ['unknown_plan'] },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
