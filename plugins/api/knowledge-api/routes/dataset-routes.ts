import { json, type Route, route } from '#http';
import { first, isUuid } from '#kernel';
import { deleted } from '#plugins/app-access/contract.ts';
import { DatasetKeyAccess } from '#plugins/dataset-keys/contract.ts';
import { type Dataset, keyViewer } from '#plugins/datasets/contract.ts';
import { describeDatasets } from '#plugins/knowledge-api/describe.ts';
import { datasetDocs } from '#plugins/knowledge-api/docs/dataset-docs.ts';
import { type KnowledgeParts, openDataset } from '#plugins/knowledge-api/parts.ts';
import {
  datasetChangeBody,
  datasetChangeOf,
  newDatasetBody,
  newDatasetOf,
} from '#plugins/knowledge-api/requests/dataset-body.ts';
import { settableEmbedding } from '#plugins/knowledge-api/requests/embedding.ts';
import { pageOf, pageProperties, pageReply } from '#plugins/knowledge-api/requests/paging.ts';
import { datasetParams } from './params.ts';

/** Bases of the key's workspace (runtime API, knowledge bases). */
export function datasetRoutes(parts: KnowledgeParts): Route[] {
  return [...collectionRoutes(parts), ...oneRoutes(parts)];
}

function collectionRoutes(parts: KnowledgeParts): Route[] {
  const { datasets, models } = parts;
  const common = { access: DatasetKeyAccess, path: '/v1/datasets' } as const;
  return [
    route({
      ...common,
      id: 'knowledge-api.create-dataset',
      method: 'POST',
      summary: 'Create a knowledge base',
      docs: datasetDocs.create,
      body: newDatasetBody,
      async handle({ principal: { workspaceId }, body }) {
        const embedding = await settableEmbedding(models, workspaceId, body);
        const made = await datasets.create(workspaceId, newDatasetOf(body, embedding), keyViewer);
        return json(first(await describeDatasets(parts, workspaceId, [made])));
      },
    }),
    route({
      ...common,
      id: 'knowledge-api.list-datasets',
      method: 'GET',
      summary: 'List knowledge bases, newest first',
      docs: datasetDocs.list,
      query: {
        type: 'object',
        properties: {
          ...pageProperties,
          tag_ids: { type: 'array', maxItems: 100, items: { type: 'string' } },
          include_all: { type: 'boolean', default: false },
        },
      },
      async handle({ principal: { workspaceId }, query }) {
        const asked = pageOf(query);
        const tagIds = query.tag_ids?.filter((id) => id !== '') ?? [];
        // A text that is no id is no tag's: then no base has it.
        if (tagIds.some((id) => !isUuid(id))) return json(pageReply([], asked, 0));
        const filter = { ...asked, ...(tagIds.length > 0 && { tagIds }) };
        const { datasets: found, total } = await datasets.list(workspaceId, filter, keyViewer);
        return json(pageReply(await describeDatasets(parts, workspaceId, found), asked, total));
      },
    }),
  ];
}

function oneRoutes(parts: KnowledgeParts): Route[] {
  const { datasets } = parts;
  const one = { access: DatasetKeyAccess, path: '/v1/datasets/:dataset_id', params: datasetParams } as const;
  const tellsMembers = ({ permission }: Dataset) => permission === 'partial_members';
  return [
    route({
      ...one,
      id: 'knowledge-api.get-dataset',
      method: 'GET',
      summary: 'Get a knowledge base',
      docs: datasetDocs.get,
      async handle({ principal, params }) {
        const dataset = await openDataset(parts, principal, params.dataset_id);
        return json(first(await describeDatasets(parts, principal.workspaceId, [dataset], tellsMembers)));
      },
    }),
    route({
      ...one,
      id: 'knowledge-api.update-dataset',
      method: 'PATCH',
      summary: 'Change a knowledge base',
      docs: datasetDocs.update,
      body: datasetChangeBody,
      async handle({ principal, params, body }) {
        const { workspaceId } = principal;
        const dataset = await openDataset(parts, principal, params.dataset_id);
        await changeIndexing(parts, dataset, body);
        const change = datasetChangeOf(body);
        const changed =
          Object.keys(change).length > 0
            ? await datasets.change(workspaceId, dataset.id, change, keyViewer)
            : await datasets.get(workspaceId, dataset.id, keyViewer);
        return json(first(await describeDatasets(parts, workspaceId, [changed], () => true)));
      },
    }),
    route({
      ...one,
      id: 'knowledge-api.delete-dataset',
      method: 'DELETE',
      summary: 'Delete a knowledge base that no app uses',
      docs: datasetDocs.remove,
      async handle({ principal, params }) {
        const { id } = await openDataset(parts, principal, params.dataset_id);
        await datasets.delete(principal.workspaceId, id, keyViewer, false);
        return deleted();
      },
    }),
  ];
}

type IndexingChange = Parameters<typeof settableEmbedding>[2] & {
  readonly indexing_technique?: Dataset['indexingTechnique'];
};

/** Another embedding model: the base is built anew with it, beside what answers until then. */
async function changeIndexing(
  { datasets, indexing, models }: KnowledgeParts,
  dataset: Dataset,
  body: IndexingChange,
): Promise<void> {
  const { indexingTechnique: now, workspaceId, id } = dataset;
  const embedding = await settableEmbedding(models, workspaceId, body);
  const technique = body.indexing_technique ?? (embedding === null ? null : (now ?? 'high_quality'));
  if (technique === null) return;
  if (embedding === null || technique === 'economy') {
    if (technique !== now) await datasets.change(workspaceId, id, { indexingTechnique: technique }, keyViewer);
    return;
  }
  const settled =
    now === null ? await datasets.change(workspaceId, id, { indexingTechnique: technique }, keyViewer) : dataset;
  if (!isSame(embedding, settled.embedding)) await indexing.rebuild(settled, embedding);
}

function isSame(one: NonNullable<Dataset['embedding']>, other: Dataset['embedding']): boolean {
  return one.provider === other?.provider && one.model === other.model;
}
