import { json, type Route, route } from '#http';
import type { Apps } from '#plugins/apps/contract.ts';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import type { Usage, UsageGroup } from './contract.ts';
import { rangeQuery, readRange } from './day-range.ts';
import type { FailuresStore } from './failures-store.ts';
import { usageDocs } from './route-docs.ts';
import { groupItem, sumItem } from './usage-items.ts';
import { totalOf } from './usage-total.ts';

export interface OverviewParts {
  readonly usage: Usage;
  readonly apps: Apps;
  readonly failures: FailuresStore;
}

/** A time of a workspace at a glance. */
export function overviewRoute({ usage, apps, failures }: OverviewParts): Route {
  return route({
    id: 'usage.overview',
    method: 'GET',
    path: '/console/api/usage/overview',
    access: ManagementAccess,
    permission: 'logs.view',
    summary: 'Get an overview of a period: totals, most used apps and models, and errors',
    docs: usageDocs.overview,
    query: {
      type: 'object',
      additionalProperties: false,
      properties: {
        ...rangeQuery,
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: 100,
          default: 10,
          description: 'Maximum number of items of each list.',
        },
      },
    },
    async handle({ principal: { workspaceId }, query }) {
      const { limit, ...asked } = query;
      const range = readRange(asked);
      // First: it waits until all that had ended is counted.
      const byApp = await usage.groups(workspaceId, { ...range, groupBy: 'app' });
      const [byModel, errors] = await Promise.all([
        usage.groups(workspaceId, { ...range, groupBy: 'model' }),
        failures.byCode(workspaceId, range, limit),
      ]);
      // Not those that only hold files.
      const top = byApp.filter(({ runs, calls, requests }) => runs + calls + requests > 0).slice(0, limit);
      const names = await apps.names(
        workspaceId,
        top.map(({ key }) => key),
      );
      return json({
        ...range,
        total: sumItem(totalOf(byApp)),
        apps: top.map((group) => appItem(group, names)),
        models: byModel.slice(0, limit).map((group) => groupItem(group, null)),
        errors: errors.map(({ code, runs }) => ({ code, runs })),
      });
    },
  });
}

function appItem({ key, ...sum }: UsageGroup, names: ReadonlyMap<string, string>) {
  return { app_id: key, app_name: names.get(key) ?? null, ...sumItem(sum) };
}
