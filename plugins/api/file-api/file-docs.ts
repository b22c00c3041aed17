import { jsonAnswer, objectSchema, orNull, type RouteDocs, schemas } from '#http';
import { fileAnswers } from '#plugins/files/contract.ts';

const { uuid, text, seconds } = schemas;
const none = { type: 'null' };
const tag = 'Files';

const uploaded = objectSchema('UploadedFile', {
  id: { ...uuid, description: 'The `upload_file_id` for inputs.' },
  reference: none,
  name: text,
  size: { type: 'integer', description: 'Size in bytes.' },
  extension: { type: 'string', description: 'File extension, lowercase, without the dot.' },
  mime_type: text,
  created_by: {
    ...uuid,
    description: 'Id of the end user. In the console, the id of the caller as a user of the app.',
  },
  created_at: seconds,
  preview_url: none,
  source_url: { type: 'string', description: 'A signed link to the content; it expires.' },
  original_url: none,
  user_id: none,
  tenant_id: orNull(uuid),
  conversation_id: none,
  file_key: none,
});

const uploadedExample = {
  id: '5f0c6a52-3d55-4a3e-9c52-0a8b1f0d6e11',
  reference: null,
  name: 'leaf.png',
  size: 48211,
  extension: 'png',
  mime_type: 'image/png',
  created_by: 'b2b0c8d4-7f0e-4c0b-8f57-5e1d8a9c3f20',
  created_at: 1767225600,
  preview_url: null,
  source_url: 'https://weft.example.com/files/5f0c6a52-3d55-4a3e-9c52-0a8b1f0d6e11/file-preview?timestamp=…',
  original_url: null,
  user_id: null,
  tenant_id: '0d1e2f30-4152-4637-8495-a6b7c8d9e0f1',
  conversation_id: null,
  file_key: null,
};
const refusals = {
  400: ['invalid_param', 'no_file_uploaded', 'too_many_files', 'filename_not_exists_error', 'file_extension_blocked'],
  413: ['file_too_large'],
  415: ['unsupported_file_type'],
} as const;

/** What is told of uploading and reading files. */
export const fileDocs = {
  consoleUpload: {
    tag,
    description:
      'One file per request, with the same rules as `POST /v1/files/upload`. Use its id as `upload_file_id` of ' +
      '`inputs` and `files`; only the user who uploaded it can use it. Whether the app accepts the file is ' +
      'checked when it is used.',
    body: {
      title: 'ConsoleFileUpload',
      type: 'object',
      required: ['file'],
      properties: { file: { type: 'string', format: 'binary' } },
    },
    answers: { 201: jsonAnswer('The file.', uploaded, uploadedExample) },
    errors: refusals,
  },
  upload: {
    tag,
    description: 'One file per request. Whether the app accepts the file is checked when it is used.',
    requestHeaders: { 'Idempotency-Key': 'Identifies the upload: repeating it within 24 hours returns the first one.' },
    body: {
      title: 'FileUpload',
      type: 'object',
      required: ['file'],
      properties: {
        file: { type: 'string', format: 'binary' },
        user: { type: 'string', description: 'Identifier of the end user.' },
      },
    },
    answers: {
      201: {
        ...jsonAnswer('The file.', uploaded, uploadedExample),
        headers: { 'Idempotency-Replayed': '`true` if the file was uploaded by an earlier request with the same key.' },
      },
    },
    errors: { ...refusals, 409: ['idempotency_key_reused', 'request_in_progress'] },
  },
  preview: {
    tag,
    description: 'Only files that were used in a message or run of this app.',
    query: {
      type: 'object',
      properties: {
        as_attachment: { type: 'boolean', default: false, description: 'Return the file as a download.' },
        user: { type: 'string', description: 'Ignored.' },
      },
    },
    requestHeaders: { Range: 'A byte range of the file, such as `bytes=0-1023`.' },
    answers: fileAnswers,
    errors: { 403: ['file_access_denied'], 404: ['file_not_found'] },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
