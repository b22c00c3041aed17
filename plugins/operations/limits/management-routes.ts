import { empty, json, type Route, route, type SchemaValue } from '#http';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import { allowanceNames, type PlanAllowance } from '#plugins/workspaces/contract.ts';
import type { AppLimits, Limits, PlanStanding, UseLimits } from './contract.ts';
import { limitDocs } from './route-docs.ts';

const params = { type: 'object', properties: { app_id: { type: 'string', format: 'uuid' } } } as const;

function upTo(maximum: number, description: string) {
  return { type: ['integer', 'null'], minimum: 1, maximum, description: `${description}. null: no limit.` } as const;
}

const uses = {
  type: 'object',
  additionalProperties: false,
  minProperties: 1,
  properties: {
    requests_per_minute: upTo(1_000_000, 'Maximum requests per minute'),
    concurrent_runs: upTo(100_000, 'Maximum number of concurrent runs'),
    tokens_per_day: upTo(1_000_000_000_000, 'Maximum tokens within 24 hours'),
  },
} as const;

const allowances: Readonly<Record<keyof PlanAllowance, string>> = {
  requestsPerMinute: 'Maximum requests to the runtime API per minute',
  requestsPerDay: 'Maximum requests to the runtime API per day',
  knowledgeRequestsPerMinute: 'Maximum queries of knowledge bases, and changes made with their API keys, per minute',
  members: 'Maximum number of members, including the owner',
  apps: 'Maximum number of apps, without deleted ones',
  storageMb: 'Maximum storage of files in megabytes (1,048,576 bytes)',
  documents: 'Maximum number of documents in knowledge bases',
};

const terms = {
  type: 'object',
  additionalProperties: false,
  description: 'Limits that override those of the plan. Empty: only the limits of the plan apply.',
  properties: Object.fromEntries(
    allowanceNames.map((name) => [wireName(name), upTo(1_000_000_000_000, allowances[name])]),
  ),
} as const;

type UseItem = SchemaValue<typeof uses>;
type TermsItem = SchemaValue<typeof terms>;

/** What the owner of an app allows. */
export function managementRoutes(limits: Limits): Route[] {
  const common = { path: '/console/api/apps/:app_id/limits', access: ManagementAccess, params } as const;
  return [
    route({
      ...common,
      id: 'limits.get-app',
      method: 'GET',
      permission: 'apps.edit',
      summary: 'Get the limits of an app',
      docs: limitDocs.get,
      handle: async ({ principal, params: { app_id: id } }) =>
        json(limitsItem(await limits.ofApp(principal.workspaceId, id))),
    }),
    route({
      ...common,
      id: 'limits.set-app',
      method: 'PATCH',
      permission: 'apps.edit',
      summary: 'Change the limits of an app; omitted limits are kept, null removes a limit',
      audit: {
        body: [
          'app.requests_per_minute',
          'app.concurrent_runs',
          'app.tokens_per_day',
          'user.requests_per_minute',
          'user.concurrent_runs',
          'user.tokens_per_day',
        ],
      },
      docs: limitDocs.set,
      body: { type: 'object', additionalProperties: false, minProperties: 1, properties: { app: uses, user: uses } },
      async handle({ principal, params: { app_id: id }, body }) {
        const { app, user } = body;
        const changes = { ...(app && { app: useLimits(app) }), ...(user && { user: useLimits(user) }) };
        return json(limitsItem(await limits.setOfApp(principal.workspaceId, id, changes)));
      },
    }),
    route({
      id: 'limits.get-plan',
      method: 'GET',
      path: '/console/api/workspace/plan',
      access: ManagementAccess,
      permission: 'billing.manage',
      summary: 'Get the plan of the workspace with its limits and usage',
      docs: limitDocs.getPlan,
      handle: async ({ principal }) => json(planItem(await limits.planUse(principal.workspaceId))),
    }),
    route({
      id: 'limits.set-plan',
      method: 'PUT',
      path: '/console/api/workspace/plan',
      access: ManagementAccess,
      permission: 'installation.manage',
      summary: 'Set the plan of the workspace, optionally with its own limits',
      docs: limitDocs.plan,
      audit: { body: ['plan', ...allowanceNames.map((name) => `limits.${wireName(name)}`)] },
      body: {
        type: 'object',
        required: ['plan'],
        additionalProperties: false,
        properties: { plan: { type: 'string', minLength: 1, maxLength: 100 }, limits: terms },
      },
      async handle({ principal, body }) {
        await limits.setPlan(principal.workspaceId, body.plan, body.limits && termsOf(body.limits));
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

function wireName(name: keyof PlanAllowance): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function termsOf(item: TermsItem): Partial<PlanAllowance> {
  const given = allowanceNames.filter((name) => item[wireName(name)] !== undefined);
  return Object.fromEntries(given.map((name) => [name, item[wireName(name)]]));
}

function planItem({ plan, hasTerms, used }: PlanStanding) {
  const limits = allowanceNames.map((name) => {
    const amount = name === 'storageMb' && used[name] !== null ? megabytes(used[name]) : used[name];
    return { limit: wireName(name), allowed: plan[name], used: amount };
  });
  return { plan: plan.id, name: plan.name, has_own_terms: hasTerms, limits };
}

function megabytes(bytes: number): number {
  return Math.ceil((bytes / 1_048_576) * 100) / 100;
}

function limitsItem({ app, user }: AppLimits) {
  const item = ({ requestsPerMinute, concurrentRuns, tokensPerDay }: UseLimits) => ({
    requests_per_minute: requestsPerMinute,
    concurrent_runs: concurrentRuns,
    tokens_per_day: tokensPerDay,
  });
  return { app: item(app), user: item(user) };
}
