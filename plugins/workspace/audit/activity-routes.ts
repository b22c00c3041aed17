import { json, type Route, route } from '#http';
import { AccountAccess } from '#plugins/accounts/contract.ts';
import type { ActivityStore } from './activity-store.ts';
import { auditDocs } from './audit-docs.ts';
import { actItem } from './audit-routes.ts';

/** What somebody did about themselves, for them alone. */
export function activityRoutes(log: ActivityStore): Route[] {
  return [
    route({
      id: 'audit.own',
      method: 'GET',
      path: '/console/api/account/activity',
      access: AccountAccess,
      permission: 'account.manage',
      summary: 'List your sign-ins and changes to your account, newest first',
      ids: { 'query.before': { nothing: 'a place in the order of time' } },
      noCommand: 'for a person, signed in',
      docs: auditDocs.own,
      query: {
        type: 'object',
        additionalProperties: false,
        properties: {
          limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
          before: { type: 'string', format: 'uuid' },
        },
      },
      async handle({ principal: { account }, query: { limit, before } }) {
        const found = await log.list(account.id, { limit: limit + 1, ...(before !== undefined && { before }) });
        return json({ data: found.slice(0, limit).map(actItem), has_more: found.length > limit });
      },
    }),
  ];
}
