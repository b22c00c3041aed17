import { json, type Route, type RouteRequest, route } from '#http';
import {
  closedRetrievalSchema,
  type Dataset,
  type Datasets,
  mergeRetrieval,
  viewerOf,
} from '#plugins/datasets/contract.ts';
import { ManagementAccess, type ManagementCaller } from '#plugins/management-access/contract.ts';
import type { DatasetSearch } from './contract.ts';
import { closedConditionsSchema, filterOf } from './metadata-conditions.ts';
import { externalItem, hitItem, queryItem, searchDocs } from './search-items.ts';

const single = '/console/api/datasets/:dataset_id';
const common = {
  access: ManagementAccess,
  permission: 'knowledge.manage',
  params: { type: 'object', properties: { dataset_id: { type: 'string', format: 'uuid' } } },
  ids: { 'params.dataset_id': 'dataset' },
} as const;

interface RouteParts {
  readonly search: DatasetSearch;
  readonly datasets: Datasets;
}

/** Trying the search of a base, and what it was asked. */
export function searchRoutes({ search, datasets }: RouteParts): Route[] {
  const open = ({
    principal,
    params,
  }: Pick<RouteRequest<ManagementCaller, unknown, unknown, 'dataset_id'>, 'principal' | 'params'>): Promise<Dataset> =>
    datasets.get(principal.workspaceId, params.dataset_id.toLowerCase(), viewerOf(principal));
  return [
    route({
      ...common,
      id: 'dataset-retrieval.search',
      method: 'POST',
      path: `${single}/hit-testing`,
      summary: 'Test the retrieval of a knowledge base',
      audit: 'path',
      docs: searchDocs.search,
      body: {
        type: 'object',
        required: ['query'],
        additionalProperties: false,
        properties: {
          query: {
            type: 'string',
            minLength: 1,
            maxLength: 250,
            pattern: '^[^\\u0000]*$',
            description: 'Any text without the character U+0000.',
          },
          retrieval_model: closedRetrievalSchema,
          metadata_filtering_conditions: closedConditionsSchema,
          external_retrieval_model: {
            type: ['object', 'null'],
            additionalProperties: false,
            properties: {
              top_k: { type: 'integer', minimum: 1, maximum: 100 },
              score_threshold: { type: ['number', 'null'], minimum: 0, maximum: 1 },
            },
          },
        },
      },
      async handle(request) {
        const { principal, body, signal } = request;
        const { query, retrieval_model: sent, metadata_filtering_conditions: conditions } = body;
        const { top_k: topK, score_threshold: scoreThreshold } = body.external_retrieval_model ?? {};
        const dataset = await open(request);
        const filter = filterOf(conditions);
        const found = await search.search(dataset, {
          query,
          retrieval: mergeRetrieval(dataset.retrieval, sent),
          ...(filter !== undefined && { filter }),
          external: { ...(topK !== undefined && { topK }), ...(scoreThreshold !== undefined && { scoreThreshold }) },
          source: 'hit_testing',
          createdBy: principal.accountId,
          signal,
        });
        return json({
          query,
          records: found.hits.map(hitItem),
          external: found.external.map(externalItem),
          milliseconds: found.milliseconds,
        });
      },
    }),
    route({
      ...common,
      id: 'dataset-retrieval.queries',
      method: 'GET',
      path: `${single}/queries`,
      summary: 'List the queries of a knowledge base, newest first',
      docs: searchDocs.queries,
      query: {
        type: 'object',
        properties: {
          page: { type: 'integer', minimum: 1, maximum: 100_000, default: 1 },
          limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
        },
      },
      async handle(request) {
        const { page, limit } = request.query;
        const { queries, total } = await search.queries(await open(request), { page, limit });
        return json({ data: queries.map(queryItem), page, limit, total, has_more: page * limit < total });
      },
    }),
  ];
}
