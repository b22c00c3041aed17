import { json, nameOf, type Route, route, text, unixSeconds } from '#http';
import { type AppChanges, type Apps, iconPattern, type VersionItem } from '#plugins/apps/contract.ts';
import { authorOf, ManagementAccess } from '#plugins/management-access/contract.ts';
import { appItem, deletedAppItem } from './app-items.ts';
import { lifecycleDocs } from './app-lifecycle-docs.ts';

const uuid = { type: 'string', format: 'uuid' } as const;
const appParams = { type: 'object', properties: { app_id: uuid } } as const;
const versionParams = { type: 'object', properties: { app_id: uuid, version_id: uuid } } as const;
const name = nameOf(255);
const short = { type: 'string', maxLength: 255 } as const;
const edit = { access: ManagementAccess, permission: 'apps.edit' } as const;

interface ChangeBody {
  readonly name?: string;
  readonly description?: string;
  readonly icon?: string;
  readonly icon_type?: string;
  readonly icon_background?: string;
  readonly tags?: readonly string[];
  readonly status?: 'active' | 'paused';
}

/** Changing, copying and bringing back apps, and their versions. */
export function appLifecycleRoutes(apps: Apps): Route[] {
  return [
    route({
      ...edit,
      id: 'management-api.change-app',
      method: 'PATCH',
      path: '/console/api/apps/:app_id',
      summary: 'Change the name, icon, tags or status of an app',
      audit: { body: ['name', 'description', 'icon', 'icon_type', 'icon_background', 'tags', 'status'] },
      docs: lifecycleDocs.change,
      params: appParams,
      body: {
        type: 'object',
        minProperties: 1,
        additionalProperties: false,
        properties: {
          name,
          description: { type: 'string', maxLength: 4000 },
          icon: { ...short, pattern: iconPattern, description: 'An emoji, or an http or https address.' },
          icon_type: { type: 'string', enum: ['emoji', 'image', 'link'] },
          icon_background: short,
          tags: {
            type: 'array',
            maxItems: 20,
            uniqueItems: true,
            items: { type: 'string', minLength: 1, maxLength: 50 },
          },
          status: { type: 'string', enum: ['active', 'paused'] },
        },
      },
      async handle({ principal, params, body }) {
        const changes = changesOf(body);
        return json(appItem(await apps.update(principal.workspaceId, params.app_id, changes)));
      },
    }),
    route({
      ...edit,
      id: 'management-api.duplicate-app',
      method: 'POST',
      path: '/console/api/apps/:app_id/duplicate',
      summary: 'Duplicate an app: copies its draft, without keys and versions',
      audit: { answer: ['id', 'name'] },
      docs: lifecycleDocs.duplicate,
      params: appParams,
      body: { type: 'object', additionalProperties: false, properties: { name } },
      bodyPresence: 'optional',
      async handle({ principal, params, body }) {
        const given = body?.name;
        const said = { ...(given !== undefined && { name: given }), ...authorOf(principal) };
        const copy = await apps.duplicate(principal.workspaceId, params.app_id, said);
        return json(appItem(copy), { status: 201 });
      },
    }),
    route({
      ...edit,
      id: 'management-api.list-deleted-apps',
      method: 'GET',
      path: '/console/api/deleted-apps',
      summary: 'List apps that were deleted in the last 30 days',
      docs: lifecycleDocs.deleted,
      handle: async ({ principal }) => json({ data: (await apps.deleted(principal.workspaceId)).map(deletedAppItem) }),
    }),
    route({
      ...edit,
      id: 'management-api.restore-app',
      method: 'POST',
      path: '/console/api/deleted-apps/:app_id/restore',
      summary: 'Restore a deleted app with its keys',
      ids: { 'params.app_id': 'deletedApp' },
      audit: 'path',
      docs: lifecycleDocs.restore,
      params: appParams,
      handle: async ({ principal, params }) => json(appItem(await apps.restore(principal.workspaceId, params.app_id))),
    }),
    ...versionRoutes(apps),
  ];
}

function versionRoutes(apps: Apps): Route[] {
  const path = '/console/api/apps/:app_id/versions';
  return [
    route({
      ...edit,
      id: 'management-api.list-versions',
      method: 'GET',
      path,
      summary: 'List the published versions of an app, newest first',
      ids: { 'query.before': { nothing: 'a number of a version' } },
      docs: lifecycleDocs.versions,
      params: appParams,
      query: {
        type: 'object',
        properties: {
          limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
          before: { type: 'integer', minimum: 1, description: 'Only versions with a number below this.' },
        },
      },
      async handle({ principal, params, query }) {
        const { limit, before } = query;
        const page = { limit: limit + 1, ...(before !== undefined && { before }) };
        const found = await apps.versions(principal.workspaceId, params.app_id, page);
        return json({ data: found.slice(0, limit).map(versionItem), has_more: found.length > limit });
      },
    }),
    route({
      ...edit,
      id: 'management-api.export-version',
      method: 'GET',
      path: `${path}/:version_id/export`,
      summary: 'Export a version as YAML, without secrets',
      docs: lifecycleDocs.exportVersion,
      params: versionParams,
      async handle({ principal, params: { app_id: appId, version_id: versionId } }) {
        const yaml = await apps.exportVersion(principal.workspaceId, appId, versionId);
        return text(yaml, { contentType: 'application/yaml; charset=utf-8' });
      },
    }),
    route({
      ...edit,
      id: 'management-api.restore-version',
      method: 'POST',
      path: `${path}/:version_id/restore`,
      summary: 'Restore a version as the draft of an app',
      audit: 'path',
      docs: lifecycleDocs.restoreVersion,
      params: versionParams,
      async handle({ principal, params: { app_id: appId, version_id: versionId } }) {
        await apps.restoreVersion(principal.workspaceId, appId, versionId, principal.name);
        return json({ result: 'success' });
      },
    }),
  ];
}

function changesOf(body: ChangeBody): AppChanges {
  const { icon_type: iconType, icon_background: iconBackground, ...same } = body;
  return {
    ...same,
    ...(iconType !== undefined && { iconType }),
    ...(iconBackground !== undefined && { iconBackground }),
  };
}

function versionItem(version: VersionItem) {
  return {
    id: version.id,
    number: version.number,
    name: version.name,
    note: version.note,
    published_by: version.publishedBy,
    published_at: unixSeconds(version.publishedAt),
    is_current: version.isCurrent,
  };
}
