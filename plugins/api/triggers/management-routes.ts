import { type HttpServer, json, type Route, type RouteRequest, route } from '#http';
import { ManagementAccess, type ManagementCaller } from '#plugins/management-access/contract.ts';
import { firingStatuses, type Trigger, type TriggerName, type Triggers } from './contract.ts';
import { firingItem, signatureBody, triggerDocs, triggerItem } from './trigger-items.ts';

const uuid = { type: 'string', format: 'uuid' } as const;
const params = { type: 'object', properties: { app_id: uuid, id: uuid } } as const;
const edit = { access: ManagementAccess, permission: 'apps.edit' } as const;
const ids = { 'params.app_id': 'appWithTriggers', 'params.id': 'trigger' } as const;
const all = '/console/api/apps/:app_id/triggers';
const single = `${all}/:id`;
const limit = { type: 'integer', minimum: 1, maximum: 100, default: 20 } as const;

/** Triggers of apps. Addresses of webhooks are told to those who edit apps. */
export function managementRoutes(triggers: Triggers, server: Pick<HttpServer, 'publicUrl'>): Route[] {
  const item = (trigger: Trigger, origin: string | undefined) =>
    triggerItem(trigger, server.publicUrl('runtime', origin));
  return [...listRoutes(triggers, item), ...changingRoutes(triggers, item), ...signatureRoutes(triggers, item)];
}

type Item = (trigger: Trigger, origin: string | undefined) => ReturnType<typeof triggerItem>;

function listRoutes(triggers: Triggers, item: Item): Route[] {
  return [
    route({
      ...edit,
      id: 'triggers.page',
      method: 'GET',
      path: '/console/api/triggers',
      summary: 'List the triggers of the workspace, newest first',
      ids: { 'query.before': 'trigger' },
      docs: triggerDocs.page,
      query: { type: 'object', additionalProperties: false, properties: { limit, before: uuid } },
      async handle({ principal, query, origin }) {
        const asked = { limit: query.limit + 1, before: query.before };
        const found = await triggers.page(principal.workspaceId, asked);
        const data = found.slice(0, query.limit).map((trigger) => item(trigger, origin));
        return json({ data, has_more: found.length > query.limit });
      },
    }),
    route({
      ...edit,
      id: 'triggers.list',
      method: 'GET',
      path: all,
      summary: 'List the triggers of an app: schedules and webhooks of its published version',
      docs: triggerDocs.list,
      params,
      async handle({ principal, params: { app_id: appId }, origin }) {
        const found = await triggers.list(principal.workspaceId, appId);
        return json({ data: found.map((trigger) => item(trigger, origin)) });
      },
    }),
    route({
      access: ManagementAccess,
      permission: 'logs.view',
      id: 'triggers.firings',
      method: 'GET',
      path: `${single}/firings`,
      summary: 'List the firings of a trigger, newest first',
      ids: { ...ids, 'query.before': 'firing' },
      docs: triggerDocs.firings,
      params,
      query: {
        type: 'object',
        additionalProperties: false,
        properties: { status: { type: 'string', enum: [...firingStatuses] }, limit, before: uuid },
      },
      async handle(request) {
        const { query } = request;
        const { status, before } = query;
        const found = await triggers.firings(named(request), { limit: query.limit + 1, status, before });
        return json({ data: found.slice(0, query.limit).map(firingItem), has_more: found.length > query.limit });
      },
    }),
  ];
}

function changingRoutes(triggers: Triggers, item: Item): Route[] {
  return [
    route({
      ...edit,
      id: 'triggers.change',
      method: 'PATCH',
      path: single,
      summary: 'Pause or resume a trigger',
      audit: { body: ['enabled'] },
      ids,
      docs: triggerDocs.one,
      params,
      body: {
        type: 'object',
        additionalProperties: false,
        required: ['enabled'],
        properties: { enabled: { type: 'boolean' } },
      },
      handle: async (request) =>
        json(item(await triggers.setEnabled(named(request), request.body.enabled), request.origin)),
    }),
    route({
      ...edit,
      id: 'triggers.run',
      method: 'POST',
      path: `${single}/run`,
      summary: 'Fire a schedule now',
      audit: { answer: ['id'] },
      ids,
      docs: triggerDocs.run,
      params,
      handle: async (request) => json(firingItem(await triggers.runNow(named(request))), { status: 202 }),
    }),
    route({
      ...edit,
      id: 'triggers.rotate',
      method: 'POST',
      path: `${single}/rotate`,
      summary: 'Replace the address of a webhook trigger; the previous address stops working immediately',
      audit: 'path',
      ids,
      docs: triggerDocs.webhook,
      params,
      handle: async (request) => json(item(await triggers.rotate(named(request)), request.origin)),
    }),
  ];
}

function signatureRoutes(triggers: Triggers, item: Item): Route[] {
  return [
    route({
      ...edit,
      id: 'triggers.sign',
      method: 'PUT',
      path: `${single}/signature`,
      summary: 'Require signed calls for a webhook trigger; the secret is returned once',
      audit: { body: ['scheme', 'header', 'timestamp_header', 'tolerance', 'revoke'] },
      ids,
      docs: triggerDocs.sign,
      params,
      body: signatureBody,
      async handle(request) {
        const { timestamp_header: timestampHeader, ...given } = request.body;
        const settings = { ...given, ...(timestampHeader !== undefined && { timestampHeader }) };
        const { trigger, secret } = await triggers.setSignature(named(request), settings);
        return json({ trigger: item(trigger, request.origin), secret });
      },
    }),
    route({
      ...edit,
      id: 'triggers.unsign',
      method: 'DELETE',
      path: `${single}/signature`,
      summary: 'Accept unsigned calls for a webhook trigger',
      audit: 'path',
      ids,
      docs: triggerDocs.webhook,
      params,
      handle: async (request) => json(item(await triggers.removeSignature(named(request)), request.origin)),
    }),
  ];
}

type TriggerRequest = RouteRequest<ManagementCaller, unknown, unknown, 'app_id' | 'id'>;

function named({ principal, params: { app_id: appId, id } }: TriggerRequest): TriggerName {
  return { workspaceId: principal.workspaceId, appId, triggerId: id };
}
