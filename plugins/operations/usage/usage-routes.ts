import { attachment, json, type Route, type RouteRequest, route } from '#http';
import type { Apps } from '#plugins/apps/contract.ts';
import type { Feedbacks } from '#plugins/feedbacks/contract.ts';
import type { StorageDays, StoragePlace } from '#plugins/files/contract.ts';
import { ManagementAccess, type ManagementCaller } from '#plugins/management-access/contract.ts';
import type { Usage, UsageGrouping } from './contract.ts';
import { type AskedRange, rangeQuery, readRange } from './day-range.ts';
import type { FailuresStore } from './failures-store.ts';
import { overviewRoute } from './overview-route.ts';
import { usageDocs } from './route-docs.ts';
import { appDaysCsv, figuresCsv, modelLinesCsv } from './usage-csv.ts';
import { figuresItem, groupItem, sumItem } from './usage-items.ts';
import { totalOf } from './usage-total.ts';

const app = { type: 'string', format: 'uuid', description: 'Only usage of this app.' } as const;

export interface UsageRouteParts {
  readonly usage: Usage;
  readonly apps: Apps;
  readonly feedbacks: Feedbacks;
  readonly failures: FailuresStore;
  readonly storage: StorageDays;
}

/** What was used, for who looks after a workspace and its apps. */
export function usageRoutes(parts: UsageRouteParts): Route[] {
  return [groupsRoute(parts), overviewRoute(parts), exportRoute(parts), ...figuresRoutes(parts)];
}

function groupsRoute({ usage, apps, storage }: UsageRouteParts): Route {
  return route({
    id: 'usage.groups',
    method: 'GET',
    path: '/console/api/usage',
    access: ManagementAccess,
    permission: 'logs.view',
    summary: 'Get usage by day, app, model or app key',
    docs: usageDocs.groups,
    query: {
      type: 'object',
      properties: {
        ...rangeQuery,
        app_id: app,
        group_by: { type: 'string', enum: ['day', 'app', 'model', 'key'], default: 'day' },
        page: { type: 'integer', minimum: 1, maximum: 99_999, default: 1 },
        limit: { type: 'integer', minimum: 1, maximum: 1_000, default: 100 },
      },
    },
    async handle({ principal, query: asked }) {
      const { app_id: appId, group_by: groupBy, page, limit } = asked;
      const range = readRange(asked);
      const groups = await usage.groups(principal.workspaceId, { ...range, appId, groupBy });
      const shown = groups.slice((page - 1) * limit, page * limit);
      const ids = shown.map(({ key }) => key);
      const names = await namesOf(apps, principal.workspaceId, groupBy, ids);
      const places = placesOf(groupBy, ids, { appId: appId ?? null, day: range.to });
      const [bytes = 0, ...bytesOf] = await storage.at(principal.workspaceId, places);
      return json({
        ...range,
        group_by: groupBy,
        page,
        limit,
        groups: groups.length,
        total: sumItem(totalOf(groups)),
        storage_bytes: bytes,
        data: shown.map((group, place) => groupItem(group, names, bytesOf[place] ?? null)),
      });
    },
  });
}

/** Null: days and models have no names. */
async function namesOf(apps: Apps, workspaceId: string, groupBy: UsageGrouping, ids: readonly string[]) {
  if (groupBy === 'app') return await apps.names(workspaceId, ids);
  return groupBy === 'key' ? await apps.keyNames(workspaceId, ids) : null;
}

/** Where storage is looked up: at the end of all days, then of each group that has any. */
function placesOf(groupBy: UsageGrouping, keys: readonly string[], end: StoragePlace): readonly StoragePlace[] {
  if (groupBy === 'day') return [end, ...keys.map((day) => ({ ...end, day }))];
  return groupBy === 'app' ? [end, ...keys.map((appId) => ({ ...end, appId }))] : [end];
}

function exportRoute({ usage, apps, storage }: UsageRouteParts): Route {
  return route({
    id: 'usage.export',
    method: 'GET',
    path: '/console/api/usage/export',
    access: ManagementAccess,
    permission: 'logs.view',
    summary: 'Export usage as CSV: by day, app and model, or by app and day',
    docs: usageDocs.export,
    query: {
      type: 'object',
      properties: {
        ...rangeQuery,
        app_id: app,
        by: {
          type: 'string',
          enum: ['model', 'app-day'],
          default: 'model',
          description: 'One row per model that an app used on a day, or one row per app and day.',
        },
      },
    },
    async handle({ principal: { workspaceId }, query }) {
      const { by, ...asked } = query;
      const range = readRange(asked);
      const where = { ...range, appId: asked.app_id };
      const namesOf = (ids: readonly string[]) => apps.names(workspaceId, ids);
      const lines =
        by === 'model'
          ? modelLinesCsv(usage.lines(workspaceId, where), namesOf)
          : appDaysCsv(usage.appDays(workspaceId, where), namesOf, (days) => storage.at(workspaceId, days));
      const name = by === 'model' ? 'usage' : 'usage-of-apps';
      return attachment(`${name}-${range.from}-${range.to}.csv`, 'text/csv; charset=utf-8', lines);
    },
  });
}

type FiguresRequest = RouteRequest<ManagementCaller, AskedRange, unknown, 'app_id'>;

function figuresRoutes({ usage, apps, feedbacks, storage }: UsageRouteParts): Route[] {
  const common = {
    method: 'GET',
    access: ManagementAccess,
    permission: 'logs.view',
    params: { type: 'object', properties: { app_id: { type: 'string', format: 'uuid' } } },
    query: { type: 'object', properties: rangeQuery },
  } as const;
  async function figuresOf({ principal: { workspaceId }, params, query }: FiguresRequest) {
    const range = readRange(query);
    const { id } = await apps.get(workspaceId, params.app_id);
    const [days, ratings] = await Promise.all([
      usage.figures(workspaceId, id, range),
      feedbacks.daily(workspaceId, id, range),
    ]);
    const bytes = await storage.at(
      workspaceId,
      days.map(({ day }) => ({ appId: id, day })),
    );
    return { range, days, bytes, ratingsOf: (day: string) => ratings.get(day) ?? { like: 0, dislike: 0 } };
  }
  return [
    route({
      ...common,
      id: 'usage.figures',
      path: '/console/api/apps/:app_id/figures',
      summary: 'Get daily statistics of an app: messages, users, tokens, prices, latencies and likes',
      docs: usageDocs.figures,
      async handle(request) {
        const { range, days, bytes, ratingsOf } = await figuresOf(request);
        return json({
          ...range,
          data: days.map((day, place) => figuresItem(day, ratingsOf(day.day), bytes[place] ?? 0)),
        });
      },
    }),
    route({
      ...common,
      id: 'usage.export-figures',
      path: '/console/api/apps/:app_id/figures/export',
      summary: 'Export daily statistics of an app as CSV',
      docs: usageDocs.exportFigures,
      async handle(request) {
        const { range, days, bytes, ratingsOf } = await figuresOf(request);
        const name = `figures-${range.from}-${range.to}.csv`;
        return attachment(name, 'text/csv; charset=utf-8', figuresCsv(days, ratingsOf, bytes));
      },
    }),
  ];
}
