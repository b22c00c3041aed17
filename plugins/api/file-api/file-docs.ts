import { jsonAnswer, objectSchema, orNull, type RouteDocs, schemas } from '#http';
import { fileAnswers } from '#plugins/files/contract.ts';

const { uuid, text, seconds } = schemas;
const none = { type: 'null' };
const tag = 'Files';

const uploaded = objectSchema('UploadedFile', {
  id: { ...uuid, description: 'The `upload_file_id` of inputs.' },
  reference: none,
  name: text,
  size: { type: 'integer', description: 'Bytes.' },
  extension: { type: 'string', description: 'In lower case, without a dot.' },
  mime_type: text,
  created_by: { ...uuid, description: 'The end user; in the console, whoever calls as a user of the app.' },
  created_at: seconds,
  preview_url: none,
  source_url: { type: 'string', description: 'A signed address of its content; it expires.' },
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
      'One file per request, taken as `POST /v1/files/upload` takes it. Its id is the `upload_file_id` of `inputs` and ' +
      '`files` in runs of whoever uploads it: nobody else can name it. The app decides when the file is used whether it ' +
      'takes such files.',
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
    description: 'One file per request. The app decides when the file is used whether it takes such files.',
    requestHeaders: { 'Idempotency-Key': 'A name for this upload: repeated within 24 hours it is made once.' },
    body: {
      title: 'FileUpload',
      type: 'object',
      required: ['file'],
      properties: { file: { type: 'string', format: 'binary' }, user: { type: 'string', description: 'Whose it is.' } },
    },
    answers: {
      201: {
        ...jsonAnswer('The file.', uploaded, uploadedExample),
        headers: { 'Idempotency-Replayed': '`true`: this upload was made before.' },
      },
    },
    errors: { ...refusals, 409: ['idempotency_key_reused', 'request_in_progress'] },
  },
  preview: {
    tag,
    description: 'Files that a message or run of this app has taken.',
    query: {
      type: 'object',
      properties: {
        as_attachment: { type: 'boolean', default: false, description: 'To save it, not to show it.' },
        user: { type: 'string', description: 'Not looked at.' },
      },
    },
    requestHeaders: { Range: 'A part of the file: `bytes=0-1023`.' },
    answers: fileAnswers,
    errors: { 403: ['file_access_denied'], 404: ['file_not_found'] },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
