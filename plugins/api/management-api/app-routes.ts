import { empty, json, nameOf, type Route, route, text, unixSeconds } from '#http';
import type { AppKey, Apps } from '#plugins/apps/contract.ts';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import { appDocs, keyDocs } from './app-docs.ts';
import { personOf } from './app-favourite-routes.ts';
import { appItem, type ListParts, listedApps } from './app-items.ts';

const uuid = { type: 'string', format: 'uuid' } as const;
const appParams = { type: 'object', properties: { app_id: uuid } } as const;
const keyParams = { type: 'object', properties: { app_id: uuid, key_id: uuid } } as const;
const keyName = nameOf(100);

/** Managing apps over HTTP; the command line uses nothing else. */
export function appRoutes(apps: Apps, parts: ListParts): Route[] {
  const access = ManagementAccess;
  return [
    route({
      id: 'management-api.list-apps',
      method: 'GET',
      path: '/console/api/apps',
      access,
      permission: 'apps.use',
      summary: 'List apps',
      docs: appDocs.list,
      query: {
        type: 'object',
        properties: {
          mode: { type: 'string', enum: ['chat', 'agent-chat', 'advanced-chat', 'workflow', 'completion', 'agent'] },
          status: { type: 'string', enum: ['draft', 'active', 'paused'] },
          name: {
            type: 'string',
            maxLength: 200,
            description: 'Only items whose name contains this text. Case-insensitive.',
          },
          tag: {
            type: 'array',
            maxItems: 10,
            items: { type: 'string', maxLength: 100 },
            description: 'Only apps with this tag. May be repeated: apps must have all of the tags.',
          },
          id: {
            type: 'array',
            maxItems: 100,
            items: uuid,
            description: 'Only apps with these ids. Deleted apps and apps of other workspaces are omitted.',
          },
          favourite: { type: 'boolean', description: 'Only favourites of the caller.' },
          sort: { type: 'string', enum: ['updated', 'created', 'name'], default: 'updated' },
          page: { type: 'integer', minimum: 1, maximum: 100_000, default: 1 },
          limit: { type: 'integer', minimum: 1, maximum: 100, default: 100 },
        },
      },
      ids: { 'query.id': 'app' },
      async handle({ principal, query }) {
        const { tag: tags, id: ids, favourite, ...same } = query;
        const { apps: found, total } = await apps.page(principal.workspaceId, {
          ...same,
          ...(tags !== undefined && { tags }),
          ...(ids !== undefined && { ids }),
          ...(favourite === true && { favouriteOf: personOf(principal) }),
          isPublished: !principal.can('apps.edit'),
        });
        const { page, limit } = query;
        const data = await listedApps(parts, principal, found);
        return json({ data, page, limit, total, has_more: page * limit < total });
      },
    }),
    route({
      id: 'management-api.get-app',
      method: 'GET',
      path: '/console/api/apps/:app_id',
      access,
      permission: 'apps.use',
      summary: 'Show an app',
      noCommand: '`weft apps list` and `weft apps export` show it',
      docs: appDocs.get,
      params: appParams,
      handle: async ({ principal, params }) => json(appItem(await apps.get(principal.workspaceId, params.app_id))),
    }),
    route({
      id: 'management-api.export-app',
      method: 'GET',
      path: '/console/api/apps/:app_id/export',
      access,
      permission: 'apps.edit',
      summary: 'Export the draft of an app as YAML, without secrets',
      docs: appDocs.export,
      params: appParams,
      handle: async ({ principal, params }) =>
        text(await apps.export(principal.workspaceId, params.app_id), {
          contentType: 'application/yaml; charset=utf-8',
        }),
    }),
    ...endingRoutes(apps),
  ];
}

function endingRoutes(apps: Apps): Route[] {
  const access = ManagementAccess;
  return [
    route({
      id: 'management-api.publish-app',
      method: 'POST',
      path: '/console/api/apps/:app_id/publish',
      access,
      permission: 'apps.edit',
      summary: "Publish an app's draft",
      audit: { body: ['name'], answer: ['workflow_id', 'number'] },
      docs: appDocs.publish,
      params: appParams,
      body: {
        type: 'object',
        additionalProperties: false,
        properties: {
          name: { type: 'string', maxLength: 100, description: 'Name of the version.' },
          note: {
            type: 'string',
            maxLength: 1000,
            description: 'Description of the changes, for the list of versions.',
          },
          hash: {
            type: 'string',
            pattern: '^[0-9a-f]{64}$',
            description:
              'Hash of the draft that was reviewed: the draft is published only if it still matches. Omit to publish the draft as it is.',
          },
          allow_errors: {
            type: 'boolean',
            default: true,
            description: 'false: a draft in which the check finds errors is not published (400 `draft_has_errors`).',
          },
        },
      },
      bodyPresence: 'optional',
      async handle({ principal, params, body }) {
        const { allow_errors: allowErrors, ...said } = body ?? { allow_errors: true };
        const by = { ...said, allowErrors, publishedBy: principal.name, accountId: principal.accountId };
        const { version, warnings } = await apps.publish(principal.workspaceId, params.app_id, by);
        return json({ workflow_id: version.id, number: version.number, warnings });
      },
    }),
    route({
      id: 'management-api.delete-app',
      method: 'DELETE',
      path: '/console/api/apps/:app_id',
      access,
      permission: 'apps.edit',
      summary: 'Delete an app; its keys stop working immediately. It can be restored for 30 days',
      audit: 'path',
      docs: appDocs.delete,
      params: appParams,
      async handle({ principal, params }) {
        await apps.delete(principal.workspaceId, params.app_id);
        return empty();
      },
    }),
    ...keyRoutes(apps),
  ];
}

function keyRoutes(apps: Apps): Route[] {
  const access = ManagementAccess;
  return [
    route({
      id: 'management-api.list-keys',
      method: 'GET',
      path: '/console/api/apps/:app_id/keys',
      access,
      permission: 'apps.edit',
      summary: 'List the keys of an app, with masked secrets',
      docs: keyDocs.list,
      params: appParams,
      handle: async ({ principal, params }) =>
        json({ data: (await apps.keys(principal.workspaceId, params.app_id)).map(keyItem) }),
    }),
    route({
      id: 'management-api.create-key',
      method: 'POST',
      path: '/console/api/apps/:app_id/keys',
      access,
      permission: 'apps.edit',
      summary: 'Create an app key; its secret is returned once',
      audit: { body: ['name'], answer: ['id'] },
      docs: keyDocs.create,
      params: appParams,
      body: { type: 'object', required: ['name'], additionalProperties: false, properties: { name: keyName } },
      async handle({ principal, params, body }) {
        const { key, secret } = await apps.createKey(principal.workspaceId, params.app_id, body.name);
        return json({ ...keyItem(key), api_key: secret }, { status: 201 });
      },
    }),
    route({
      id: 'management-api.revoke-key',
      method: 'DELETE',
      path: '/console/api/apps/:app_id/keys/:key_id',
      access,
      permission: 'apps.edit',
      summary: 'Revoke an app key immediately',
      ids: { 'params.key_id': 'appKey' },
      audit: 'path',
      docs: keyDocs.revoke,
      params: keyParams,
      async handle({ principal, params }) {
        await apps.revokeKey(principal.workspaceId, params.app_id, params.key_id);
        return empty();
      },
    }),
    route({
      id: 'management-api.revoke-key-by-id',
      method: 'DELETE',
      path: '/console/api/app-keys/:key_id',
      access,
      permission: 'apps.edit',
      summary: 'Revoke a key of any app immediately',
      ids: { 'params.key_id': 'appKey' },
      audit: 'path',
      docs: keyDocs.revoke,
      params: { type: 'object', properties: { key_id: uuid } },
      async handle({ principal: { workspaceId }, params }) {
        const { id } = await apps.ofKey(workspaceId, params.key_id);
        await apps.revokeKey(workspaceId, id, params.key_id);
        return empty();
      },
    }),
  ];
}

function keyItem(key: AppKey) {
  return {
    id: key.id,
    name: key.name,
    masked: key.masked,
    created_at: unixSeconds(key.createdAt),
    last_used_at: unixSeconds(key.lastUsedAt),
  };
}
