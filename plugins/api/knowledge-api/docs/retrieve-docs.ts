import { jsonAnswer, listOf, objectSchema, schemas } from '#http';
import { recordExample } from './examples.ts';
import { record, KNOWLEDGE_TAG as tag } from './schemas.ts';

const { text, number, object } = schemas;
const externalRecord = objectSchema('RetrievedExternalRecord', {
  content: text,
  title: text,
  score: number,
  metadata: object,
});

/** What is told of questions to knowledge bases. */
export const retrieveDocs = {
  tag,
  description:
    'Without `retrieval_model`, the settings of the knowledge base are used; they are also the defaults of fields that it omits. `metadata_filtering_conditions` restrict the search to matching documents.',
  bodyExample: { query: 'When do ferns want water?', retrieval_model: { search_method: 'hybrid_search', top_k: 3 } },
  answers: {
    200: jsonAnswer(
      'The results, best first.',
      objectSchema('KnowledgeRetrievalAnswer', {
        query: objectSchema('KnowledgeQuery', { content: text }),
        records: listOf({ anyOf: [record, externalRecord] }),
      }),
      { query: { content: 'When do ferns want water?' }, records: [recordExample] },
    ),
  },
  errors: {
    400: [
      'dataset_not_initialized',
      'provider_not_initialize',
      'provider_quota_exceeded',
      'model_currently_not_support',
      'completion_request_error',
    ],
    403: ['forbidden'],
    404: ['not_found'],
  },
};
