import { empty, json, type Route, route } from '#http';
import type { Datasets } from '#plugins/datasets/contract.ts';
import type { DatasetIndexing, RebuildState } from './contract.ts';
import { indexingDocs } from './route-docs.ts';
import { baseOf, basePath, embeddingProperties, manage, ofBase } from './route-parts.ts';

const path = `${basePath}/rebuild` as const;
const named = ['embedding_model', 'embedding_model_provider'] as const;

/** Routes of an index that is built anew. */
export function rebuildRoutes(parts: { readonly datasets: Datasets; readonly indexing: DatasetIndexing }): Route[] {
  const { datasets, indexing } = parts;
  return [
    route({
      ...manage,
      id: 'dataset-indexing.get-rebuild',
      method: 'GET',
      path,
      summary: 'Get the progress of rebuilding the index of a knowledge base',
      docs: indexingDocs.getRebuild,
      params: ofBase,
      async handle({ principal, params }) {
        const dataset = await baseOf(datasets, principal, params.dataset_id);
        const state = await indexing.rebuilding(dataset);
        return json({ rebuild: state === null ? null : rebuildItem(state) });
      },
    }),
    route({
      ...manage,
      id: 'dataset-indexing.estimate-rebuild',
      method: 'GET',
      path: `${path}/estimate`,
      summary: 'Estimate the cost of rebuilding the index of a knowledge base',
      docs: indexingDocs.estimateRebuild,
      params: ofBase,
      query: { type: 'object', required: named, properties: embeddingProperties },
      async handle({ principal, params, query }) {
        const dataset = await baseOf(datasets, principal, params.dataset_id);
        const embedding = { provider: query.embedding_model_provider, model: query.embedding_model };
        return json(await indexing.estimateRebuild(dataset, embedding));
      },
    }),
    route({
      ...manage,
      id: 'dataset-indexing.start-rebuild',
      method: 'POST',
      path,
      summary: 'Rebuild the index of a knowledge base with another embedding model',
      audit: { body: [...named] },
      docs: indexingDocs.startRebuild,
      params: ofBase,
      body: { type: 'object', required: named, additionalProperties: false, properties: embeddingProperties },
      async handle({ principal, params, body }) {
        const dataset = await baseOf(datasets, principal, params.dataset_id);
        const embedding = { provider: body.embedding_model_provider, model: body.embedding_model };
        return json({ rebuild: rebuildItem(await indexing.rebuild(dataset, embedding)) }, { status: 202 });
      },
    }),
    route({
      ...manage,
      id: 'dataset-indexing.cancel-rebuild',
      method: 'DELETE',
      path,
      summary: 'Cancel rebuilding the index of a knowledge base',
      audit: 'path',
      docs: indexingDocs.cancelRebuild,
      params: ofBase,
      async handle({ principal, params }) {
        await indexing.cancelRebuild(await baseOf(datasets, principal, params.dataset_id));
        return empty();
      },
    }),
  ];
}

function rebuildItem({ embedding, segments, done, error }: RebuildState) {
  const { model = null, provider = null } = embedding ?? {};
  return { embedding_model: model, embedding_model_provider: provider, segments, done, error };
}
