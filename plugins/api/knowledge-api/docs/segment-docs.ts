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
      'At most 1,000. They may be found when this answers. `answer` is required where `doc_form` is `qa_model`.',
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
    description: 'A `limit` over 100 is 100. `status` may be repeated.',
    answers: {
      200: jsonAnswer('A page, in their order.', pageSchema('KnowledgeSegmentPage', segment, { doc_form: docForm }), {
        data: [segmentExample],
        doc_form: 'text_model',
        total: 1,
        has_more: false,
        limit: 20,
        page: 1,
      }),
    },
    errors: ofOne,
  },
  get: { tag, answers: { 200: one }, errors: ofOne },
  update: {
    tag,
    description: 'What is left out stays.',
    bodyExample: { segment: { content: 'Ferns want water every evening.', enabled: true } },
    answers: { 200: one },
    errors: { ...ofOne, 400: models },
  },
  remove: { tag, answers: { 204: emptyAnswer('It is gone.') }, errors: ofOne },
} as const satisfies Readonly<Record<string, RouteDocs>>;
