import { emptyAnswer, jsonAnswer, type RouteDocs } from '#http';
import { datasetExample } from './examples.ts';
import { dataset, pageSchema, KNOWLEDGE_TAG as tag } from './schemas.ts';

const ofOne = { 403: ['forbidden'], 404: ['not_found'] } as const;

/** What is told of the routes of knowledge bases. */
export const datasetDocs = {
  create: {
    tag,
    description:
      'Without `indexing_technique`, it is set by the first document. `embedding_model` defaults to the default of the workspace.',
    bodyExample: { name: 'Ferns', indexing_technique: 'high_quality', permission: 'only_me' },
    answers: { 200: jsonAnswer('The knowledge base.', dataset, datasetExample) },
    errors: { 400: ['invalid_param'], 403: ['forbidden'], 409: ['dataset_name_duplicate'] },
  },
  list: {
    tag,
    description:
      'Values of `limit` over 100 count as 100. `tag_ids` may be repeated: returns knowledge bases with all of the tags.',
    answers: {
      200: jsonAnswer('A page of results, newest first.', pageSchema('KnowledgeDatasetPage', dataset), {
        data: [datasetExample],
        has_more: false,
        limit: 20,
        total: 1,
        page: 1,
      }),
    },
  },
  get: { tag, answers: { 200: jsonAnswer('The knowledge base.', dataset, datasetExample) }, errors: ofOne },
  update: {
    tag,
    description:
      'Only fields that are sent are changed; null has no effect. For a new embedding model, an index is built in the background; it is used and returned when it is complete.',
    bodyExample: { name: 'Ferns and mosses', retrieval_model: { top_k: 6 } },
    answers: {
      200: jsonAnswer('The updated knowledge base.', dataset, {
        ...datasetExample,
        name: 'Ferns and mosses',
        partial_member_list: [],
      }),
    },
    errors: { ...ofOne, 400: ['invalid_param'], 409: ['dataset_name_duplicate'] },
  },
  remove: {
    tag,
    answers: { 204: emptyAnswer('The knowledge base was deleted with its documents.') },
    errors: { ...ofOne, 409: ['dataset_in_use'] },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
