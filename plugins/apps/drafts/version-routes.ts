import { json, type Route, rawJson, route } from '#http';
import type { AppDrafts, Comparison } from '#plugins/apps/contract.ts';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import { draftDocs } from './draft-docs.ts';

const uuid = { type: 'string', format: 'uuid' } as const;
const state = { anyOf: [{ type: 'string', enum: ['draft', 'published'] }, uuid] } as const;

/** How states of an app differ, and what versions are called. */
export function versionRoutes(drafts: AppDrafts): Route[] {
  return [
    route({
      id: 'drafts.compare',
      method: 'GET',
      path: '/console/api/apps/:app_id/changes',
      access: ManagementAccess,
      permission: 'apps.edit',
      summary: 'Compare two versions of an app, or a version with its draft',
      docs: draftDocs.compare,
      params: { type: 'object', properties: { app_id: uuid } },
      query: {
        type: 'object',
        properties: {
          from: { ...state, default: 'published', description: '`draft`, `published`, or the id of a version.' },
          to: { ...state, default: 'draft', description: '`draft`, `published`, or the id of a version.' },
        },
      },
      async handle({ principal, params: { app_id: appId }, query }) {
        const { from, to } = query;
        const { changes, hash } = await drafts.compare(
          principal.workspaceId,
          appId,
          from.toLowerCase(),
          to.toLowerCase(),
        );
        return json({ data: changes.map(changeItem), hash });
      },
    }),
    route({
      id: 'drafts.state',
      method: 'GET',
      path: '/console/api/apps/:app_id/tree',
      access: ManagementAccess,
      permission: 'apps.edit',
      summary: 'Get a version of an app, or its draft, as a tree without secrets',
      noCommand: 'for editors; `weft apps export` and `weft apps compare` are its text',
      docs: draftDocs.state,
      params: { type: 'object', properties: { app_id: uuid } },
      query: {
        type: 'object',
        properties: {
          of: { ...state, default: 'published', description: '`draft`, `published`, or the id of a version.' },
        },
      },
      async handle({ principal, params: { app_id: appId }, query }) {
        const tree = await drafts.treeOf(principal.workspaceId, appId, query.of.toLowerCase());
        return json({ tree: rawJson(tree) });
      },
    }),
    route({
      id: 'drafts.describe-version',
      method: 'PATCH',
      path: '/console/api/apps/:app_id/versions/:version_id',
      access: ManagementAccess,
      permission: 'apps.edit',
      summary: 'Change the name or note of a version',
      audit: { body: ['name', 'note'] },
      docs: draftDocs.describe,
      params: { type: 'object', properties: { app_id: uuid, version_id: uuid } },
      body: {
        type: 'object',
        minProperties: 1,
        additionalProperties: false,
        properties: { name: { type: 'string', maxLength: 100 }, note: { type: 'string', maxLength: 1000 } },
      },
      async handle({ principal, params: { app_id: appId, version_id: versionId }, body }) {
        await drafts.describeVersion(principal.workspaceId, appId, versionId, body);
        return json({ result: 'success' });
      },
    }),
  ];
}

function changeItem({ fields, ...change }: Comparison['changes'][number]) {
  return {
    ...change,
    fields: fields.map(({ isSecret, ...field }) => ({ ...field, ...(isSecret === true && { is_secret: true }) })),
  };
}
