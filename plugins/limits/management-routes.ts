import { empty, json, type Route, route } from '../../http/contract.ts';
import type { JsonSchema } from '../../kernel/index.ts';
import { ManagementAccess } from '../management-api/contract.ts';
import type { AppLimits, Limits, UseLimits } from './contract.ts';

const params: JsonSchema = { type: 'object', properties: { app_id: { type: 'string', format: 'uuid' } } };

function upTo(maximum: number, description: string): JsonSchema {
  return { type: ['integer', 'null'], minimum: 1, maximum, description: `${description}; null: any number.` };
}

const uses: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  minProperties: 1,
  properties: {
    requests_per_minute: upTo(1_000_000, 'Requests per minute'),
    concurrent_runs: upTo(100_000, 'Runs in progress at a time'),
    tokens_per_day: upTo(1_000_000_000_000, 'Tokens of models within 24 hours'),
  },
};

interface UseItem {
  readonly requests_per_minute?: number | null;
  readonly concurrent_runs?: number | null;
  readonly tokens_per_day?: number | null;
}

/** What the owner of an app allows. */
export function managementRoutes(limits: Limits): Route[] {
  const common = { path: '/console/api/apps/:app_id/limits', access: ManagementAccess, params };
  return [
    route({
      ...common,
      id: 'limits.get-app',
      method: 'GET',
      summary: "Show an app's limits",
      handle: async ({ principal, params: { app_id: id = '' } }) =>
        json(limitsItem(await limits.ofApp(principal.workspaceId, id))),
    }),
    route({
      ...common,
      id: 'limits.set-app',
      method: 'PATCH',
      summary: "Change an app's limits; what is absent stays, null lifts a limit",
      body: { type: 'object', additionalProperties: false, minProperties: 1, properties: { app: uses, user: uses } },
      async handle({ principal, params: { app_id: id = '' }, body }) {
        const { app, user } = body as { readonly app?: UseItem; readonly user?: UseItem };
        const changes = { ...(app && { app: useLimits(app) }), ...(user && { user: useLimits(user) }) };
        return json(limitsItem(await limits.setOfApp(principal.workspaceId, id, changes)));
      },
    }),
    route({
      id: 'limits.set-plan',
      method: 'PUT',
      path: '/console/api/workspace/plan',
      access: ManagementAccess,
      summary: 'Put the workspace on a plan',
      body: {
        type: 'object',
        required: ['plan'],
        additionalProperties: false,
        properties: { plan: { type: 'string', minLength: 1, maxLength: 100 } },
      },
      async handle({ principal, body }) {
        await limits.setPlan(principal.workspaceId, (body as { readonly plan: string }).plan);
        return empty();
      },
    }),
  ];
}

function useLimits(item: UseItem): Partial<UseLimits> {
  const { requests_per_minute: requests, concurrent_runs: runs, tokens_per_day: tokens } = item;
  return {
    ...(requests !== undefined && { requestsPerMinute: requests }),
    ...(runs !== undefined && { concurrentRuns: runs }),
    ...(tokens !== undefined && { tokensPerDay: tokens }),
  };
}

function limitsItem({ app, user }: AppLimits) {
  const item = ({ requestsPerMinute, concurrentRuns, tokensPerDay }: UseLimits) => ({
    requests_per_minute: requestsPerMinute,
    concurrent_runs: concurrentRuns,
    tokens_per_day: tokensPerDay,
  });
  return { app: item(app), user: item(user) };
}
