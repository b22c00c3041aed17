import {
  bytesAnswer,
  emptyAnswer,
  jsonAnswer,
  listOf,
  objectSchema,
  orNull,
  type RouteDocs,
  schemas,
  successAnswer,
} from '#http';
import { processRuleSchema } from '#plugins/chunking/contract.ts';
import { settingProperties } from '#plugins/knowledge-api/requests/document-settings.ts';
import { documentDetailExample, documentExample, fileExample, ids } from './examples.ts';
import { document, documentDetail, fileFields, pageSchema, DOCUMENT_TAG as tag } from './schemas.ts';

const { uuid, text, integer, seconds } = schemas;
const time = orNull(seconds);
const ofOne = { 403: ['forbidden'], 404: ['not_found'] } as const;
const models = ['provider_not_initialize', 'model_currently_not_support'];
const files = {
  413: ['file_too_large'],
  415: ['unsupported_file_type'],
} as const;
const fileErrors = [
  'invalid_param',
  'no_file_uploaded',
  'too_many_files',
  'filename_not_exists_error',
  'file_extension_blocked',
];
const batch = '20260101000000418273';
const written = jsonAnswer(
  'The document, which is waiting to be indexed, and its batch.',
  objectSchema('WrittenKnowledgeDocument', { document, batch: text }),
  { document: documentExample, batch },
);
const settings = { ...settingProperties, process_rule: orNull(processRuleSchema) };
const name = { type: 'string', minLength: 1, maxLength: 255 };
const formOf = (title: string, required: readonly string[]) => ({
  title,
  type: 'object',
  required,
  properties: {
    file: { type: 'string', format: 'binary' },
    data: {
      type: 'string',
      description: 'JSON with the fields of `create-by-text` except `text`: `{"process_rule": {"mode": "automatic"}}`.',
    },
  },
});
const immutable = { ...ofOne, 403: ['forbidden', 'archived_document_immutable'] } as const;

const createByText = {
  tag,
  description:
    'Returns before indexing; use `GET …/documents/{batch}/indexing-status` to get the progress. The first document of a knowledge base sets `indexing_technique`, `doc_form` and the embedding model if the knowledge base has none. For later documents, `process_rule` defaults to that of the newest document.',
  body: {
    title: 'NewKnowledgeText',
    type: 'object',
    required: ['name', 'text'],
    properties: { name, text: { type: 'string', minLength: 1 }, ...settings },
  },
  bodyExample: {
    name: 'watering.txt',
    text: 'Ferns want water every morning.',
    indexing_technique: 'high_quality',
    process_rule: { mode: 'automatic' },
  },
  answers: { 200: written },
  errors: { ...ofOne, 400: models, 413: ['file_too_large'] },
};
const updateByText = {
  tag,
  description: 'Searches use the previous text until the new one is indexed. `name` is required with `text`.',
  body: { title: 'ChangedKnowledgeText', type: 'object', properties: { name, text, ...settings } },
  bodyExample: { name: 'watering.txt', text: 'Ferns want water every evening.' },
  answers: { 200: written },
  errors: { ...immutable, 400: ['document_indexing', ...models], 413: ['file_too_large'] },
};
const createByFile = {
  tag,
  description:
    'One file per request, with the settings in `data`, in any order. Returns before indexing, like `create-by-text`.',
  body: formOf('NewKnowledgeFile', ['file']),
  answers: { 200: written },
  errors: { ...ofOne, 400: [...fileErrors, ...models], ...files },
};
const updateByFile = {
  tag,
  description:
    'A new file, a new `name` or `process_rule` in `data`, or both. Searches use the previous content until the new one is indexed.',
  body: formOf('ChangedKnowledgeFile', []),
  answers: { 200: written },
  errors: { ...immutable, 400: ['document_indexing', ...fileErrors, ...models], ...files },
};

const status = objectSchema('KnowledgeIndexingStatus', {
  id: uuid,
  indexing_status: text,
  processing_started_at: time,
  parsing_completed_at: time,
  cleaning_completed_at: time,
  splitting_completed_at: time,
  completed_at: time,
  paused_at: time,
  error: orNull(text),
  stopped_at: time,
  completed_segments: integer,
  total_segments: integer,
});
const at = documentExample.created_at;
const url = 'https://weft.example.com/…';

/** What is told of documents. */
export const documentDocs = {
  createByText,
  updateByText,
  createByFile,
  updateByFile,
  list: {
    tag,
    description: 'Values of `limit` over 100 count as 100. `keyword` is searched in names.',
    answers: {
      200: jsonAnswer('A page of results.', pageSchema('KnowledgeDocumentPage', document), {
        data: [documentExample],
        has_more: false,
        limit: 20,
        total: 1,
        page: 1,
      }),
    },
    errors: ofOne,
  },
  status: {
    tag,
    answers: {
      200: jsonAnswer(
        'The documents of the batch.',
        objectSchema('KnowledgeIndexingStatuses', { data: listOf(status) }),
        {
          data: [
            {
              id: ids.document,
              indexing_status: 'indexing',
              processing_started_at: at,
              parsing_completed_at: at,
              cleaning_completed_at: at,
              splitting_completed_at: at + 1,
              completed_at: null,
              paused_at: null,
              error: null,
              stopped_at: null,
              completed_segments: 2,
              total_segments: 5,
            },
          ],
        },
      ),
    },
    errors: ofOne,
  },
  setStatus: {
    tag,
    description: 'Applies to all of the documents, or to none if one of them is unknown.',
    bodyExample: { document_ids: [ids.document] },
    answers: { 200: successAnswer },
    errors: { ...ofOne, 400: ['invalid_action'] },
  },
  get: {
    tag,
    description: '`metadata=only` returns only id, type and metadata; `metadata=without` omits type and metadata.',
    query: {
      type: 'object',
      properties: { metadata: { type: 'string', enum: ['all', 'only', 'without'], default: 'all' } },
    },
    answers: { 200: jsonAnswer('The document.', documentDetail, documentDetailExample) },
    errors: { ...ofOne, 400: ['invalid_metadata'] },
  },
  remove: {
    tag,
    answers: { 204: emptyAnswer('Deleted.') },
    errors: { ...immutable, 400: ['document_indexing'] },
  },
  download: {
    tag,
    answers: {
      200: jsonAnswer('A signed link to the content; it expires.', objectSchema('KnowledgeDownload', { url: text }), {
        url,
      }),
    },
    errors: ofOne,
  },
  file: {
    tag,
    answers: {
      200: jsonAnswer(
        'The file, with signed links that expire.',
        objectSchema('KnowledgeFileDownload', { ...fileFields, url: text, download_url: text }),
        { ...fileExample, url, download_url: url },
      ),
    },
    errors: ofOne,
  },
  downloadZip: {
    tag,
    description: 'At most 100 documents.',
    bodyExample: { document_ids: [ids.document] },
    answers: { 200: bytesAnswer('The archive.', 'application/zip') },
    errors: ofOne,
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
