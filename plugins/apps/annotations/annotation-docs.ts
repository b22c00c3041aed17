import { emptyAnswer, jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas } from '#http';

const { uuid, text, integer, number, boolean, seconds } = schemas;
const tag = 'Annotations';

const annotation = objectSchema('Annotation', {
  id: uuid,
  question: text,
  answer: text,
  hit_count: { type: 'integer', description: 'Number of messages answered with the annotation.' },
  created_at: seconds,
});
const annotationExample = {
  id: '0b1c2d3e-4f50-4617-8283-94a5b6c7d8e9',
  question: 'Opening hours?',
  answer: '9 to 17, Monday to Friday.',
  hit_count: 2,
  created_at: 1_767_225_600,
};
const page = objectSchema('AnnotationPage', {
  data: listOf(annotation),
  has_more: boolean,
  limit: integer,
  total: integer,
  page: integer,
});
const pageExample = { data: [annotationExample], has_more: false, limit: 20, total: 1, page: 1 };
const textExample = { question: 'Opening hours?', answer: '9 to 17, Monday to Friday.' };
const list = {
  tag,
  description:
    'Values of `limit` over 100 count as 100. `keyword` is searched in questions and answers, case-insensitive.',
  answers: { 200: jsonAnswer('A page of results.', page, pageExample) },
};
const create = {
  tag,
  bodyExample: textExample,
  answers: { 201: jsonAnswer('The annotation.', annotation, { ...annotationExample, hit_count: 0 }) },
};
const update = {
  tag,
  bodyExample: textExample,
  answers: { 200: jsonAnswer('The updated annotation.', annotation, annotationExample) },
};
const remove = { tag, answers: { 204: emptyAnswer('Deleted.') } };

const jobStatus = { type: 'string', enum: ['waiting', 'processing', 'completed', 'error'] };
const jobExample = { job_id: '9e8d7c6b-5a49-4382-b716-0f1e2d3c4b5a', job_status: 'waiting' };
const replyExample = {
  score_threshold: 0.9,
  embedding_provider_name: 'openai',
  embedding_model_name: 'text-embedding-3-small',
};
const replyState = objectSchema('AnnotationReplyState', {
  enabled: boolean,
  score_threshold: orNull(number),
  embedding_provider_name: orNull(text),
  embedding_model_name: orNull(text),
  annotations: { type: 'integer', description: 'Number of annotations.' },
  embedded: { type: 'integer', description: 'Number of annotations that are embedded and can be used as answers.' },
  job: orNull(
    objectSchema('AnnotationJob', {
      id: uuid,
      action: { type: 'string', enum: ['enable', 'disable', 'embed'] },
      status: jobStatus,
      error_msg: text,
    }),
  ),
});
const stateAnswer = jsonAnswer('The current settings, and the latest job.', replyState, {
  enabled: true,
  ...replyExample,
  annotations: 120,
  embedded: 120,
  job: { id: jobExample.job_id, action: 'enable', status: 'completed', error_msg: '' },
});

const imported = objectSchema('AnnotationImport', {
  added: integer,
  changed: { type: 'integer', description: 'Number of existing questions that got a new answer.' },
  unchanged: integer,
});
const hit = objectSchema('AnnotationHit', {
  message_id: uuid,
  query: text,
  score: { type: 'number', description: 'Cosine similarity of the texts.' },
  source: text,
  created_at: seconds,
});
const hits = objectSchema('AnnotationHits', { page: integer, limit: integer, total: integer, data: listOf(hit) });
const hitExample = {
  message_id: '77a1c2de-0b63-4a54-8d0f-93f0b2c4d5e6',
  query: 'When are you open?',
  score: 0.93,
  source: 'service-api',
  created_at: 1_767_225_600,
};

/** What is told of the routes of annotations. */
export const annotationDocs = {
  list,
  create,
  update,
  remove,
  switchReply: {
    tag,
    description:
      'The questions are embedded in the background. While a job is running, another `enable` returns that job. `disable` takes effect immediately; its body requires the same fields, which have no effect.',
    bodyExample: replyExample,
    answers: {
      200: jsonAnswer(
        'The job.',
        objectSchema('AnnotationReplyJob', { job_id: uuid, job_status: jobStatus }),
        jobExample,
      ),
    },
  },
  job: {
    tag,
    answers: {
      200: jsonAnswer(
        'The job.',
        objectSchema('AnnotationReplyJobStatus', { job_id: uuid, job_status: jobStatus, error_msg: text }),
        { ...jobExample, job_status: 'completed', error_msg: '' },
      ),
    },
    errors: { 400: ['invalid_param'] },
  },
  consoleReply: { tag, answers: { 200: stateAnswer } },
  consoleEnable: { tag, bodyExample: replyExample, answers: { 200: stateAnswer } },
  import: {
    tag,
    description: 'An existing annotation with exactly the same question gets the new answer.',
    bodyExample: { csv: 'question,answer\n"Opening hours?","9 to 17, Monday to Friday."\n' },
    answers: { 200: jsonAnswer('The result.', imported, { added: 1, changed: 0, unchanged: 0 }) },
    errors: { 400: ['invalid_csv'] },
  },
  hits: {
    tag,
    answers: { 200: jsonAnswer('A page of results.', hits, { page: 1, limit: 20, total: 1, data: [hitExample] }) },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
