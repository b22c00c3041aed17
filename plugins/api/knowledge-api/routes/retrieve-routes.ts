import { json, type Route, type RouteRequest, route, type SchemaValue } from '#http';
import type { JsonSchema } from '#kernel';
import { DatasetKeyAccess, type DatasetKeyCaller } from '#plugins/dataset-keys/contract.ts';
import { filterOf } from '#plugins/dataset-retrieval/contract.ts';
import { retrieveDocs } from '#plugins/knowledge-api/docs/retrieve-docs.ts';
import { type KnowledgeParts, openDataset } from '#plugins/knowledge-api/parts.ts';
import { externalRetrievalSchema } from '#plugins/knowledge-api/requests/dataset-body.ts';
import { askedRetrievalSchema, retrievalOf } from '#plugins/knowledge-api/wire/retrieval-input.ts';
import { recordObject } from '#plugins/knowledge-api/wire/segment-object.ts';
import { datasetParams } from './params.ts';

const retrieveBody = {
  type: 'object',
  required: ['query'],
  properties: {
    query: { type: 'string', minLength: 1, maxLength: 250 },
    retrieval_model: askedRetrievalSchema,
    external_retrieval_model: externalRetrievalSchema,
  },
} as const satisfies JsonSchema;

type RetrieveRequest = RouteRequest<DatasetKeyCaller, unknown, SchemaValue<typeof retrieveBody>, 'dataset_id'>;

/** Questions to a base (runtime API, retrieve), under both of its names. */
export function retrieveRoutes(parts: KnowledgeParts): Route[] {
  const common = {
    access: DatasetKeyAccess,
    method: 'POST',
    params: datasetParams,
    docs: retrieveDocs,
    body: retrieveBody,
    handle: (request: RetrieveRequest) => retrieve(parts, request),
  } as const;
  return [
    route({
      ...common,
      id: 'knowledge-api.retrieve',
      path: '/v1/datasets/:dataset_id/retrieve',
      summary: 'Search the segments of a knowledge base',
    }),
    route({
      ...common,
      id: 'knowledge-api.hit-testing',
      path: '/v1/datasets/:dataset_id/hit-testing',
      summary: 'Search the segments of a knowledge base: older name of `retrieve`',
    }),
  ];
}

async function retrieve(parts: KnowledgeParts, { principal, params, body, signal }: RetrieveRequest) {
  const dataset = await openDataset(parts, principal, params.dataset_id);
  const { query, retrieval_model: sent, external_retrieval_model: external } = body;
  const retrieval = retrievalOf(sent, dataset.retrieval);
  const filter = filterOf(sent?.metadata_filtering_conditions);
  const { hits, external: found } = await parts.search.search(dataset, {
    query,
    source: 'api',
    signal,
    ...(retrieval !== undefined && { retrieval }),
    ...(filter !== undefined && { filter }),
    ...(external != null && { external: externalSettings(external) }),
  });
  const fields = await parts.datasets.fields(dataset.workspaceId, dataset.id);
  const records =
    dataset.provider === 'external'
      ? found.map(({ content, title, score, metadata }) => ({ content, title, score, metadata }))
      : hits.map((hit) => recordObject(hit, fields));
  return json({ query: { content: query }, records });
}

type ExternalSent = NonNullable<SchemaValue<typeof externalRetrievalSchema>>;

function externalSettings({ top_k: topK, score_threshold: threshold, score_threshold_enabled: isOn }: ExternalSent) {
  return {
    ...(topK != null && { topK }),
    ...(isOn === false && { scoreThreshold: null }),
    ...(isOn !== false && threshold != null && { scoreThreshold: threshold }),
  };
}
