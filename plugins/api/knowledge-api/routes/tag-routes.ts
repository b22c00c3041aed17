import { json, nameOf, type Route, type RouteRequest, route } from '#http';
import { deleted } from '#plugins/app-access/contract.ts';
import { DatasetKeyAccess, type DatasetKeyCaller } from '#plugins/dataset-keys/contract.ts';
import type { DatasetTag } from '#plugins/datasets/contract.ts';
import { tagDocs } from '#plugins/knowledge-api/docs/tag-docs.ts';
import { invalidParameter, type KnowledgeParts, notFound, openDataset } from '#plugins/knowledge-api/parts.ts';
import { datasetParams } from './params.ts';

const uuid = { type: 'string', format: 'uuid' } as const;
const name = nameOf(50);
const tagIds = { type: 'array', minItems: 1, maxItems: 100, items: uuid } as const;

/** Tags of bases, which belong to the workspace (runtime API, tags). */
export function tagRoutes(parts: KnowledgeParts): Route[] {
  return [...collectionRoutes(parts), ...bindingRoutes(parts)];
}

function collectionRoutes({ datasets }: KnowledgeParts): Route[] {
  const common = { access: DatasetKeyAccess, path: '/v1/datasets/tags' } as const;
  const find = async (workspaceId: string, id: string) => {
    const tag = (await datasets.tags(workspaceId)).find((each) => each.id === id);
    if (tag === undefined) throw notFound(`There is no tag ${id}.`);
    return tag;
  };
  return [
    route({
      ...common,
      id: 'knowledge-api.list-tags',
      method: 'GET',
      summary: 'List the tags of knowledge bases',
      docs: tagDocs.list,
      handle: async ({ principal }) => json((await datasets.tags(principal.workspaceId)).map(tagObject)),
    }),
    route({
      ...common,
      id: 'knowledge-api.create-tag',
      method: 'POST',
      summary: 'Create a tag',
      docs: tagDocs.create,
      body: { type: 'object', required: ['name'], properties: { name } },
      handle: async ({ principal, body }) =>
        json(tagObject(await datasets.createTag(principal.workspaceId, body.name))),
    }),
    route({
      ...common,
      id: 'knowledge-api.rename-tag',
      method: 'PATCH',
      summary: 'Rename a tag',
      docs: tagDocs.rename,
      body: { type: 'object', required: ['tag_id', 'name'], properties: { tag_id: uuid, name } },
      async handle({ principal: { workspaceId }, body }) {
        await find(workspaceId, body.tag_id);
        return json(tagObject(await datasets.renameTag(workspaceId, body.tag_id, body.name)));
      },
    }),
    route({
      ...common,
      id: 'knowledge-api.delete-tag',
      method: 'DELETE',
      summary: 'Delete a tag from all knowledge bases',
      docs: tagDocs.remove,
      body: { type: 'object', required: ['tag_id'], properties: { tag_id: uuid } },
      async handle({ principal: { workspaceId }, body }) {
        await find(workspaceId, body.tag_id);
        await datasets.deleteTag(workspaceId, body.tag_id);
        return deleted();
      },
    }),
  ];
}

function bindingRoutes(parts: KnowledgeParts): Route[] {
  const { datasets } = parts;
  const target = { target_id: { ...uuid, description: 'Id of a knowledge base.' } } as const;
  const open = ({ principal }: RouteRequest<DatasetKeyCaller>, id: string) => openDataset(parts, principal, id);
  return [
    route({
      access: DatasetKeyAccess,
      id: 'knowledge-api.bind-tags',
      method: 'POST',
      path: '/v1/datasets/tags/binding',
      summary: 'Add tags to a knowledge base',
      docs: tagDocs.bind,
      body: { type: 'object', required: ['tag_ids', 'target_id'], properties: { tag_ids: tagIds, ...target } },
      async handle(request) {
        const { workspaceId, id } = await open(request, request.body.target_id);
        await datasets.bindTags(workspaceId, id, request.body.tag_ids);
        return deleted();
      },
    }),
    route({
      access: DatasetKeyAccess,
      id: 'knowledge-api.unbind-tags',
      method: 'POST',
      path: '/v1/datasets/tags/unbinding',
      summary: 'Remove tags from a knowledge base',
      docs: tagDocs.unbind,
      body: {
        type: 'object',
        required: ['target_id'],
        properties: {
          tag_ids: tagIds,
          tag_id: { ...uuid, description: 'A single tag, as sent by older clients.' },
          ...target,
        },
      },
      async handle(request) {
        const { tag_ids: many, tag_id: one, target_id: targetId } = request.body;
        const ids = many ?? (one === undefined ? [] : [one]);
        if (ids.length === 0) throw invalidParameter('tag_ids is required', 'tag_ids');
        const { workspaceId, id } = await open(request, targetId);
        await datasets.unbindTags(workspaceId, id, ids);
        return deleted();
      },
    }),
    route({
      access: DatasetKeyAccess,
      id: 'knowledge-api.dataset-tags',
      method: 'GET',
      path: '/v1/datasets/:dataset_id/tags',
      summary: 'List the tags of a knowledge base',
      docs: tagDocs.ofDataset,
      params: datasetParams,
      async handle({ principal, params }) {
        const { workspaceId, id } = await openDataset(parts, principal, params.dataset_id);
        const tags = (await datasets.tagsOf(workspaceId, [id])).get(id) ?? [];
        return json({ data: tags.map((tag) => ({ id: tag.id, name: tag.name })), total: tags.length });
      },
    }),
  ];
}

/** The count is a text on this wire (runtime API, tags). */
function tagObject({ id, name: shown, bindings }: DatasetTag) {
  return { id, name: shown, type: 'knowledge' as const, binding_count: String(bindings) };
}
