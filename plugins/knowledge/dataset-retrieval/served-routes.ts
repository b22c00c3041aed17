import { json, jsonAnswer, listOf, objectSchema, type Route, route, schemas } from '#http';
import { isUuid, PlatformError } from '#kernel';
import { DatasetKeyAccess } from '#plugins/dataset-keys/contract.ts';
import { type Dataset, type Datasets, keyViewer } from '#plugins/datasets/contract.ts';
import type { DatasetSearch, Hit } from './contract.ts';
import { promptText } from './found-hit.ts';
import { conditionsSchema, filterOf } from './metadata-conditions.ts';

const { number, object, text } = schemas;
const record = objectSchema('ServedRecord', { content: text, score: number, title: text, metadata: object });

/** The contract of external knowledge APIs, served: other systems use the bases of a workspace, with one of its keys. */
export function servedRoutes({
  search,
  datasets,
}: {
  readonly search: DatasetSearch;
  readonly datasets: Datasets;
}): Route[] {
  return [
    route({
      id: 'dataset-retrieval.served',
      method: 'POST',
      path: '/v1/external-knowledge/retrieval',
      access: DatasetKeyAccess,
      summary: 'Search a knowledge base as an external knowledge API of another system',
      ids: { 'body.knowledge_id': 'dataset' },
      docs: {
        tag: 'Knowledge bases',
        description:
          'Configure the other system with the endpoint `<origin>/v1/external-knowledge`, an API key of knowledge bases, and the id of a knowledge base.',
        bodyExample: {
          knowledge_id: '0196f5c0-0000-7000-8000-000000000072',
          query: 'How often is it watered?',
          retrieval_setting: { top_k: 2, score_threshold: 0.5 },
        },
        answers: {
          200: jsonAnswer('The results, best first.', objectSchema('ServedRecords', { records: listOf(record) }), {
            records: [{ content: 'Water twice a week.', score: 0.83, title: 'care.txt', metadata: { page: 1 } }],
          }),
        },
        errors: { 400: ['invalid_param', 'dataset_not_initialized'], 403: ['forbidden'], 404: ['not_found'] },
      },
      body: {
        type: 'object',
        required: ['knowledge_id', 'query'],
        properties: {
          knowledge_id: { type: 'string', minLength: 1, maxLength: 100 },
          query: { type: 'string', minLength: 1, maxLength: 2_000 },
          retrieval_setting: {
            type: ['object', 'null'],
            properties: {
              top_k: { type: ['integer', 'null'], minimum: 1, maximum: 100 },
              score_threshold: { type: ['number', 'null'], minimum: 0, maximum: 1 },
            },
          },
          metadata_condition: conditionsSchema,
        },
      },
      async handle({ principal: { workspaceId }, body, signal }) {
        const { knowledge_id: id, query, retrieval_setting: setting, metadata_condition: conditions } = body;
        const dataset = await opened(datasets, workspaceId, id);
        const { top_k: topK, score_threshold: threshold } = setting ?? {};
        const filter = filterOf(conditions);
        const { hits, external } = await search.search(dataset, {
          query,
          retrieval: {
            ...dataset.retrieval,
            ...(typeof topK === 'number' && { top_k: topK }),
            // 0 stands for none in this contract.
            ...(typeof threshold === 'number' && {
              score_threshold_enabled: threshold > 0,
              score_threshold: threshold,
            }),
          },
          external: {
            ...(typeof topK === 'number' && { topK }),
            ...(typeof threshold === 'number' && { scoreThreshold: threshold > 0 ? threshold : null }),
          },
          ...(filter !== undefined && { filter }),
          source: 'api',
          signal,
        });
        const others = external.map(({ content, score, title, metadata }) => ({ content, score, title, metadata }));
        return json({ records: [...(await served(datasets, dataset, hits)), ...others] });
      },
    }),
  ];
}

/** The base behind an id, which other systems keep as text. */
async function opened(datasets: Datasets, workspaceId: string, id: string): Promise<Dataset> {
  const wanted = id.trim().toLowerCase();
  if (!isUuid(wanted)) {
    throw new PlatformError('not-found', 'dataset-retrieval.not_found', 'There is no knowledge base with this id.');
  }
  const dataset = await datasets.get(workspaceId, wanted, keyViewer);
  if (dataset.apiEnabled) return dataset;
  const message = `The knowledge base ${JSON.stringify(dataset.name)} is closed to programs: switch its API access on.`;
  throw new PlatformError('forbidden', 'dataset-retrieval.forbidden', message);
}

async function served(datasets: Datasets, dataset: Dataset, hits: readonly Hit[]) {
  const fields = hits.length === 0 ? [] : await datasets.fields(dataset.workspaceId, dataset.id);
  return hits.map(({ segment, score }) => {
    const { document } = segment;
    const known = fields.flatMap(({ id, name }) => {
      const value = document.metadata[id];
      return value === undefined || value === null ? [] : [[name, value] as const];
    });
    return {
      content: promptText(segment),
      score,
      title: document.name,
      metadata: {
        ...Object.fromEntries(known),
        dataset_id: dataset.id,
        document_id: document.id,
        document_name: document.name,
        segment_id: segment.id,
        segment_position: segment.position,
        page: segment.page,
      },
    };
  });
}
