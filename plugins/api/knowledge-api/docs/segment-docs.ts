import { emptyAnswer, jsonAnswer, listOf, objectSchema, type RouteDocs } from '#http';
import { segmentExample } from './examples.ts';
import { docForm, pageSchema, segment, DOCUMENT_TAG as tag } from './schemas.ts';

const ofOne = { 403: ['forbidden'], 404: ['not_found'] } as const;
const models = [
  'provider_not_initialize',
  'provider_quota_exceeded',
  'model_currently_not_support',
  'completion_request_error',
];
const one = jsonAnswer('The segment.', objectSchema('KnowledgeSegmentAnswer', { data: segment, doc_form: docForm }), {
  data: segmentExample,
  doc_form: 'text_model',
});

/** What is told of segments. */
export const segmentDocs = {
  create: {
    tag,
    description:
      'At most 1,000 segments. They can be found as soon as the response is sent. `answer` is required if `doc_form` is `qa_model`.',
    bodyExample: { segments: [{ content: 'Ferns want water every morning.', keywords: ['fern', 'water'] }] },
    answers: {
      200: jsonAnswer(
        'The segments.',
        objectSchema('KnowledgeSegments', { data: listOf(segment), doc_form: docForm }),
        { data: [segmentExample], doc_form: 'text_model' },
      ),
    },
    errors: { ...ofOne, 400: models },
  },
  list: {
    tag,
    description: 'Values of `limit` over 100 count as 100. `status` may be repeated.',
    answers: {
      200: jsonAnswer(
        'A page of results, in document order.',
        pageSchema('KnowledgeSegmentPage', segment, { doc_form: docForm }),
        {
          data: [segmentExample],
          doc_form: 'text_model',
          total: 1,
          has_more: false,
          limit: 20,
          page: 1,
        },
      ),
    },
    errors: ofOne,
  },
  get: { tag, answers: { 200: one }, errors: ofOne },
  update: {
    tag,
    description: 'Omitted fields are kept.',
    bodyExample: { segment: { content: 'Ferns want water every evening.', enabled: true } },
    answers: { 200: one },
    errors: { ...ofOne, 400: models },
  },
  remove: { tag, answers: { 204: emptyAnswer('Deleted.') }, errors: ofOne },
} as const satisfies Readonly<Record<string, RouteDocs>>;
