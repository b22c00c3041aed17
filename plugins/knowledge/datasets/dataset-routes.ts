import { empty, json, type Route, route } from '#http';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import { viewerOf } from './contract.ts';
import { datasetChangeBody, datasetChangeOf, newDatasetBody, newDatasetOf } from './dataset-bodies.ts';
import { datasetDocs } from './dataset-docs.ts';
import { datasetItems, type ItemParts, wholeItem } from './dataset-items.ts';

const uuid = { type: 'string', format: 'uuid' } as const;
const all = '/console/api/datasets';
const one = `${all}/:dataset_id`;
const params = { type: 'object', properties: { dataset_id: uuid } } as const;
const manage = { access: ManagementAccess, permission: 'knowledge.manage' } as const;
/** What another system calls its knowledge is no id of a workspace's. */
const ids = { 'body.external_knowledge_id': { nothing: 'what another system calls its knowledge' } } as const;
const audited = ['name', 'permission', 'indexing_technique', 'doc_form', 'external_knowledge_api_id'];

/** Knowledge bases in the console. */
export function datasetRoutes(parts: ItemParts): Route[] {
  const { datasets } = parts;
  return [
    route({
      ...manage,
      id: 'datasets.list',
      method: 'GET',
      path: all,
      summary: 'List knowledge bases',
      ids: { 'query.tag_id': 'datasetTag' },
      docs: datasetDocs.list,
      query: {
        type: 'object',
        properties: {
          page: { type: 'integer', minimum: 1, maximum: 100_000, default: 1 },
          limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
          keyword: {
            type: 'string',
            maxLength: 200,
            description: 'Only items whose name contains this text. Case-insensitive.',
          },
          tag_id: {
            type: 'array',
            maxItems: 50,
            items: uuid,
            description: 'Only knowledge bases with one of these tags. May be repeated.',
          },
        },
      },
      async handle({ principal, query }) {
        const { workspaceId } = principal;
        const { page, limit, keyword, tag_id: tagIds } = query;
        const asked = {
          page,
          limit,
          ...(keyword !== undefined && { keyword }),
          ...(tagIds !== undefined && { tagIds }),
        };
        const { datasets: found, total } = await datasets.list(workspaceId, asked, viewerOf(principal));
        const data = await datasetItems(parts, workspaceId, found);
        return json({ data, page, limit, total, has_more: page * limit < total });
      },
    }),
    route({
      ...manage,
      id: 'datasets.create',
      method: 'POST',
      path: all,
      summary: 'Create a knowledge base',
      ids,
      audit: { body: audited, answer: ['id'] },
      docs: datasetDocs.create,
      body: newDatasetBody,
      async handle({ principal, body }) {
        const made = await datasets.create(principal.workspaceId, newDatasetOf(body), viewerOf(principal));
        return json(await wholeItem(parts, made), { status: 201 });
      },
    }),
    route({
      ...manage,
      id: 'datasets.get',
      method: 'GET',
      path: one,
      summary: 'Get a knowledge base',
      docs: datasetDocs.get,
      params,
      handle: async ({ principal, params }) =>
        json(await wholeItem(parts, await datasets.get(principal.workspaceId, params.dataset_id, viewerOf(principal)))),
    }),
    route({
      ...manage,
      id: 'datasets.change',
      method: 'PATCH',
      path: one,
      summary: 'Change a knowledge base; omitted fields are kept',
      ids,
      audit: { body: [...audited, 'enable_api', 'partial_member_list'] },
      docs: datasetDocs.change,
      params,
      body: datasetChangeBody,
      async handle({ principal, params, body }) {
        const change = datasetChangeOf(body);
        const { workspaceId } = principal;
        const changed = await datasets.change(workspaceId, params.dataset_id, change, viewerOf(principal));
        return json(await wholeItem(parts, changed));
      },
    }),
    ...endingRoutes(parts),
  ];
}

function endingRoutes({ datasets }: ItemParts): Route[] {
  return [
    route({
      ...manage,
      id: 'datasets.apps',
      method: 'GET',
      path: `${one}/apps`,
      summary: 'List the apps that use a knowledge base',
      docs: datasetDocs.apps,
      params,
      async handle({ principal, params }) {
        const { workspaceId } = principal;
        const { id } = await datasets.get(workspaceId, params.dataset_id, viewerOf(principal));
        const uses = await datasets.uses(workspaceId, [id]);
        const names = new Map(uses.map(({ appId, appName }) => [appId, appName]));
        return json({ data: [...names].map(([appId, name]) => ({ id: appId, name })) });
      },
    }),
    route({
      ...manage,
      id: 'datasets.delete',
      method: 'DELETE',
      path: one,
      summary: 'Delete a knowledge base with all its documents',
      audit: 'path',
      docs: datasetDocs.delete,
      params,
      query: {
        type: 'object',
        properties: { confirm: { type: 'boolean', description: 'Delete it even if apps use it.' } },
      },
      async handle({ principal, params, query }) {
        const isConfirmed = query.confirm === true;
        await datasets.delete(principal.workspaceId, params.dataset_id, viewerOf(principal), isConfirmed);
        return empty();
      },
    }),
  ];
}
