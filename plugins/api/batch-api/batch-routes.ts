import { json, nameOf, type Route, type RouteRequest, route, type SchemaValue } from '#http';
import { type AppCaller, AppUserAccess, deleted, requiredUser } from '#plugins/app-access/contract.ts';
import { batchOwner, requireRows } from './batch-caller.ts';
import { batchDocs } from './batch-docs.ts';
import { batchItem } from './batch-item.ts';
import type { RouteParts } from './route-parts.ts';

const params = { type: 'object', properties: { batch_id: { type: 'string', format: 'uuid' } } } as const;
const user = { user: { type: 'string' } } as const;
const userBody = { type: 'object', properties: { user: {} } } as const;

const listQuery = {
  type: 'object',
  properties: {
    ...user,
    before: { type: 'string', format: 'uuid' },
    limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
  },
} as const;

const changeBody = {
  type: 'object',
  properties: {
    user: {},
    name: nameOf(200),
    kept: { type: 'boolean' },
  },
} as const;

type Action = 'pause' | 'resume' | 'stop' | 'retry';

/** Batches of the caller's user: finding them, and how they go. */
export function batchRoutes(parts: RouteParts): Route[] {
  const { endUsers, batches } = parts;
  return [
    route({
      id: 'batch-api.list',
      method: 'GET',
      path: '/v1/batches',
      access: AppUserAccess,
      summary: 'List batches of a user',
      docs: batchDocs.list,
      query: listQuery,
      guard: guardQuery,
      async handle({ principal, query }) {
        const { limit, before } = query;
        const page = await batches.list(batchOwner(endUsers, principal, query), { limit, before });
        return json({ data: page.items.map(batchItem), has_more: page.hasMore });
      },
    }),
    route({
      id: 'batch-api.get',
      method: 'GET',
      path: '/v1/batches/:batch_id',
      access: AppUserAccess,
      summary: 'Get a batch',
      docs: batchDocs.get,
      params,
      query: { type: 'object', properties: user },
      guard: guardQuery,
      handle: async ({ principal, params, query }) =>
        json(batchItem(await batches.get(batchOwner(endUsers, principal, query), params.batch_id.toLowerCase()))),
    }),
    actionRoute(parts, 'pause', 'Pause a batch'),
    actionRoute(parts, 'resume', 'Resume a paused batch'),
    actionRoute(parts, 'stop', 'Stop a batch'),
    actionRoute(parts, 'retry', 'Retry the failed and stopped rows of a batch'),
    route({
      id: 'batch-api.change',
      method: 'PATCH',
      path: '/v1/batches/:batch_id',
      access: AppUserAccess,
      summary: 'Rename a batch, or keep it',
      docs: batchDocs.change,
      params,
      body: changeBody,
      guard: guardBody,
      handle: (request) => change(parts, request),
    }),
    route({
      id: 'batch-api.delete',
      method: 'DELETE',
      path: '/v1/batches/:batch_id',
      access: AppUserAccess,
      summary: 'Delete a batch',
      docs: batchDocs.delete,
      params,
      body: userBody,
      bodyPresence: 'optional',
      guard: ({ principal, body, query }: RouteRequest<AppCaller>) => {
        requiredUser(principal, body ?? query);
        requireRows(principal);
      },
      async handle({ principal, params, body, bodyText, query }) {
        const owner = batchOwner(endUsers, principal, body ?? query, bodyText);
        await batches.remove(owner, params.batch_id.toLowerCase());
        return deleted();
      },
    }),
  ];
}

function guardQuery({ principal, query }: RouteRequest<AppCaller>): void {
  requiredUser(principal, query);
  requireRows(principal);
}

function guardBody({ principal, body }: RouteRequest<AppCaller>): void {
  requiredUser(principal, body);
  requireRows(principal);
}

function actionRoute({ endUsers, batches }: RouteParts, action: Action, summary: string): Route {
  return route({
    id: `batch-api.${action}`,
    method: 'POST',
    path: `/v1/batches/:batch_id/${action}`,
    access: AppUserAccess,
    summary,
    docs: batchDocs[action],
    params,
    body: userBody,
    bodyPresence: 'optional',
    guard: guardBody,
    async handle({ principal, params, body, bodyText }) {
      const owner = batchOwner(endUsers, principal, body, bodyText);
      return json(batchItem(await batches[action](owner, params.batch_id.toLowerCase(), principal)));
    },
  });
}

type ChangeRequest = RouteRequest<AppCaller, unknown, SchemaValue<typeof changeBody>, 'batch_id'>;

async function change({ endUsers, batches }: RouteParts, { principal, params, body, bodyText }: ChangeRequest) {
  const owner = batchOwner(endUsers, principal, body, bodyText);
  const { name, kept } = body;
  const changes = {
    ...(name !== undefined && { name: shownName(name, 'Batch') }),
    ...(kept !== undefined && { kept }),
  };
  return json(batchItem(await batches.describe(owner, params.batch_id.toLowerCase(), changes)));
}

/** A name as it is kept. */
export function shownName(name: string, otherwise: string): string {
  return name.replaceAll('\0', '').toWellFormed().trim().slice(0, 200) || otherwise;
}
