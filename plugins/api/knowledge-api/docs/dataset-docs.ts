import { emptyAnswer, jsonAnswer, type RouteDocs } from '#http';
import { datasetExample } from './examples.ts';
import { dataset, pageSchema, KNOWLEDGE_TAG as tag } from './schemas.ts';

const ofOne = { 403: ['forbidden'], 404: ['not_found'] } as const;

/** What is told of the routes of knowledge bases. */
export const datasetDocs = {
  create: {
    tag,
    description:
      'Without an `indexing_technique` the first document says it; without an `embedding_model` the default of the workspace is taken.',
    bodyExample: { name: 'Ferns', indexing_technique: 'high_quality', permission: 'only_me' },
    answers: { 200: jsonAnswer('The knowledge base.', dataset, datasetExample) },
    errors: { 400: ['invalid_param'], 403: ['forbidden'], 409: ['dataset_name_duplicate'] },
  },
  list: {
    tag,
    description: 'A `limit` over 100 is 100. `tag_ids` may be repeated: bases that have all of them.',
    answers: {
      200: jsonAnswer('A page, newest first.', pageSchema('KnowledgeDatasetPage', dataset), {
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
      'Only what is sent changes; null says nothing. Another embedding model is built beside the one that answers, and shown when it is complete.',
    bodyExample: { name: 'Ferns and mosses', retrieval_model: { top_k: 6 } },
    answers: {
      200: jsonAnswer('The knowledge base as it is now.', dataset, {
        ...datasetExample,
        name: 'Ferns and mosses',
        partial_member_list: [],
      }),
    },
    errors: { ...ofOne, 400: ['invalid_param'], 409: ['dataset_name_duplicate'] },
  },
  remove: {
    tag,
    answers: { 204: emptyAnswer('It is gone, and its documents with it.') },
    errors: { ...ofOne, 409: ['dataset_in_use'] },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
