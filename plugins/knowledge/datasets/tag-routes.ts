import { empty, emptyAnswer, json, jsonAnswer, listOf, nameOf, objectSchema, type Route, route, schemas } from '#http';
import { PlatformError } from '#kernel';
import { ManagementAccess, type ManagementCaller } from '#plugins/management-access/contract.ts';
import { type Datasets, type DatasetTag, viewerOf } from './contract.ts';
import { tag } from './dataset-docs.ts';
import { MAX_TAG_NAME } from './names.ts';

const { uuid, text, integer } = schemas;
const id = { type: 'string', format: 'uuid' } as const;
const all = '/console/api/dataset-tags';
const ofBase = '/console/api/datasets/:dataset_id/tags/:tag_id';
const manage = { access: ManagementAccess, permission: 'knowledge.manage' } as const;
const ids = { 'params.tag_id': 'datasetTag' } as const;
const params = { type: 'object', properties: { tag_id: id } } as const;
const bindingParams = { type: 'object', properties: { dataset_id: id, tag_id: id } } as const;
const body = {
  type: 'object',
  required: ['name'],
  additionalProperties: false,
  properties: { name: nameOf(MAX_TAG_NAME) },
} as const;
const item = objectSchema('DatasetTag', {
  id: uuid,
  name: text,
  datasets: { ...integer, description: 'Number of knowledge bases with the tag.' },
});
const example = { id: '7a900001-0000-4000-8000-000000000001', name: 'plants', datasets: 2 };

/** Tags of knowledge bases. */
export function tagRoutes(datasets: Datasets): Route[] {
  return [
    route({
      ...manage,
      id: 'datasets.list-tags',
      method: 'GET',
      path: all,
      summary: 'List the tags of knowledge bases with the number of knowledge bases',
      docs: {
        tag,
        answers: {
          200: jsonAnswer('A list, sorted by name.', objectSchema('DatasetTags', { data: listOf(item) }), {
            data: [example],
          }),
        },
      },
      handle: async ({ principal }) => json({ data: (await datasets.tags(principal.workspaceId)).map(tagItem) }),
    }),
    route({
      ...manage,
      id: 'datasets.create-tag',
      method: 'POST',
      path: all,
      summary: 'Create a tag for knowledge bases',
      audit: { body: ['name'], answer: ['id'] },
      docs: {
        tag,
        bodyExample: { name: 'plants' },
        answers: { 201: jsonAnswer('The tag.', item, { ...example, datasets: 0 }) },
      },
      body,
      handle: async ({ principal, body: { name } }) =>
        json(tagItem(await datasets.createTag(principal.workspaceId, name)), { status: 201 }),
    }),
    route({
      ...manage,
      id: 'datasets.rename-tag',
      method: 'PATCH',
      path: `${all}/:tag_id`,
      summary: 'Rename a tag of knowledge bases',
      ids,
      audit: { body: ['name'] },
      docs: {
        tag,
        bodyExample: { name: 'gardens' },
        answers: { 200: jsonAnswer('The tag.', item, { ...example, name: 'gardens' }) },
      },
      params,
      body,
      handle: async ({ principal, params: { tag_id: tagId }, body: { name } }) =>
        json(tagItem(await datasets.renameTag(principal.workspaceId, tagId, name))),
    }),
    route({
      ...manage,
      id: 'datasets.delete-tag',
      method: 'DELETE',
      path: `${all}/:tag_id`,
      summary: 'Delete a tag from all knowledge bases',
      ids,
      audit: 'path',
      docs: { tag, answers: { 204: emptyAnswer('Deleted.') } },
      params,
      async handle({ principal, params: { tag_id: tagId } }) {
        await datasets.deleteTag(principal.workspaceId, tagId);
        return empty();
      },
    }),
    ...bindingRoutes(datasets),
  ];
}

function bindingRoutes(datasets: Datasets): Route[] {
  /** Throws for a base, and for a tag, that the caller does not see. */
  async function seen(principal: ManagementCaller, datasetId: string, tagId: string): Promise<void> {
    const { workspaceId } = principal;
    await datasets.get(workspaceId, datasetId, viewerOf(principal));
    const isThere = (await datasets.tags(workspaceId)).some((each) => each.id === tagId.toLowerCase());
    if (isThere) return;
    throw new PlatformError('not-found', 'datasets.not_found', `There is no tag ${tagId} of knowledge bases.`);
  }
  return [
    route({
      ...manage,
      id: 'datasets.bind-tag',
      method: 'PUT',
      path: ofBase,
      summary: 'Add a tag to a knowledge base',
      ids,
      audit: 'path',
      docs: { tag, answers: { 204: emptyAnswer('The knowledge base has the tag.') } },
      params: bindingParams,
      async handle({ principal, params: { dataset_id: datasetId, tag_id: tagId } }) {
        await seen(principal, datasetId, tagId);
        await datasets.bindTags(principal.workspaceId, datasetId, [tagId]);
        return empty();
      },
    }),
    route({
      ...manage,
      id: 'datasets.unbind-tag',
      method: 'DELETE',
      path: ofBase,
      summary: 'Remove a tag from a knowledge base',
      ids,
      audit: 'path',
      docs: { tag, answers: { 204: emptyAnswer('The knowledge base does not have the tag.') } },
      params: bindingParams,
      async handle({ principal, params: { dataset_id: datasetId, tag_id: tagId } }) {
        await seen(principal, datasetId, tagId);
        await datasets.unbindTags(principal.workspaceId, datasetId, [tagId]);
        return empty();
      },
    }),
  ];
}

function tagItem({ id: tagId, name, bindings }: DatasetTag) {
  return { id: tagId, name, datasets: bindings };
}
