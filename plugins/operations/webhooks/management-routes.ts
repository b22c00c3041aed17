import { empty, json, type Route, type RouteRequest, route } from '#http';
import { ManagementAccess, type ManagementCaller } from '#plugins/management-access/contract.ts';
import { type EndpointName, eventTypes, type Webhooks } from './contract.ts';
import { deliveryItem, endpointItem, eventList, webhookDocs } from './webhook-items.ts';

const uuid = { type: 'string', format: 'uuid' } as const;
const params = { type: 'object', properties: { app_id: uuid, id: uuid } } as const;
const settings = {
  url: { type: 'string', minLength: 1, maxLength: 2_000 },
  events: eventList,
  enabled: { type: 'boolean' },
} as const;
const common = { access: ManagementAccess, params };
const edit = { ...common, permission: 'apps.edit' } as const;
const view = { ...common, permission: 'logs.view' } as const;
const all = '/console/api/apps/:app_id/webhooks';
const single = `${all}/:id`;
const deliveries = '/console/api/apps/:app_id/webhook-deliveries';

/** Endpoints of an app, and what became of messages to them. */
export function managementRoutes(webhooks: Webhooks): Route[] {
  return [...endpointRoutes(webhooks), ...deliveryRoutes(webhooks)];
}

function endpointRoutes(webhooks: Webhooks): Route[] {
  return [
    route({
      ...edit,
      id: 'webhooks.list',
      method: 'GET',
      path: all,
      summary: 'List the webhooks of an app',
      docs: webhookDocs.list,
      handle: async ({ principal, params: { app_id: appId } }) =>
        json({ data: (await webhooks.list(principal.workspaceId, appId)).map(endpointItem) }),
    }),
    route({
      ...edit,
      id: 'webhooks.add',
      method: 'POST',
      path: all,
      summary: 'Create a webhook; its secret is returned once',
      audit: { body: ['events', 'enabled'], answer: ['id'] },
      docs: webhookDocs.add,
      body: { type: 'object', required: ['url'], additionalProperties: false, properties: settings },
      async handle({ principal, params: { app_id: appId }, body }) {
        const { url, events = eventTypes, enabled = true } = body;
        const added = await webhooks.add(principal.workspaceId, appId, { url, events, enabled });
        return json({ ...endpointItem(added.endpoint), secret: added.secret }, { status: 201 });
      },
    }),
    route({
      ...edit,
      id: 'webhooks.change',
      method: 'PATCH',
      path: single,
      summary: 'Change a webhook; omitted fields are kept',
      audit: { body: ['events', 'enabled'] },
      ids: { 'params.id': 'webhook' },
      docs: webhookDocs.change,
      body: { type: 'object', additionalProperties: false, minProperties: 1, properties: settings },
      handle: async (request) => json(endpointItem(await webhooks.change(named(request), request.body))),
    }),
    route({
      ...edit,
      id: 'webhooks.remove',
      method: 'DELETE',
      path: single,
      summary: 'Delete a webhook with its deliveries',
      ids: { 'params.id': 'webhook' },
      audit: 'path',
      docs: webhookDocs.remove,
      async handle(request) {
        await webhooks.remove(named(request));
        return empty();
      },
    }),
    route({
      ...edit,
      id: 'webhooks.rotate',
      method: 'POST',
      path: `${single}/rotate`,
      summary: 'Replace the secret of a webhook; the new one is returned once',
      ids: { 'params.id': 'webhook' },
      audit: 'path',
      docs: webhookDocs.rotate,
      handle: async (request) => json({ secret: await webhooks.rotate(named(request)) }),
    }),
    route({
      ...edit,
      id: 'webhooks.test',
      method: 'POST',
      path: `${single}/test`,
      summary: 'Send a test message to a webhook',
      audit: { answer: ['id'] },
      ids: { 'params.id': 'webhook' },
      docs: webhookDocs.deliver,
      handle: async (request) => json(deliveryItem(await webhooks.test(named(request))), { status: 202 }),
    }),
  ];
}

function deliveryRoutes(webhooks: Webhooks): Route[] {
  return [
    route({
      ...view,
      id: 'webhooks.deliveries',
      method: 'GET',
      path: deliveries,
      summary: 'List the webhook deliveries of an app, newest first',
      ids: { 'query.before': 'delivery' },
      docs: webhookDocs.deliveries,
      query: {
        type: 'object',
        additionalProperties: false,
        properties: {
          webhook_id: uuid,
          status: { type: 'string', enum: ['pending', 'delivered', 'dead'] },
          limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
          before: uuid,
        },
      },
      async handle({ principal, params: { app_id: appId }, query }) {
        const { webhook_id: endpointId, status, limit, before } = query;
        const asked = { endpointId, status, limit: limit + 1, before };
        const found = await webhooks.deliveries(principal.workspaceId, appId, asked);
        return json({ data: found.slice(0, limit).map(deliveryItem), has_more: found.length > limit });
      },
    }),
    route({
      ...edit,
      id: 'webhooks.redeliver',
      method: 'POST',
      path: `${deliveries}/:id/redeliver`,
      summary: 'Send a webhook message again, with the same id',
      ids: { 'params.id': 'delivery' },
      audit: 'path',
      docs: webhookDocs.deliver,
      async handle({ principal, params: { app_id: appId, id } }) {
        return json(deliveryItem(await webhooks.redeliver(principal.workspaceId, appId, id)), { status: 202 });
      },
    }),
  ];
}

type EndpointRequest = RouteRequest<ManagementCaller, unknown, unknown, 'app_id' | 'id'>;

function named({ principal, params: { app_id: appId, id } }: EndpointRequest): EndpointName {
  return { workspaceId: principal.workspaceId, appId, endpointId: id };
}
