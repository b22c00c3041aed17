import { jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas } from '#http';

const { text, integer, boolean } = schemas;
const tag = 'App';

const feature = (description: string, properties: object = {}) => ({
  type: 'object',
  required: ['enabled'],
  properties: { enabled: boolean, ...properties },
  additionalProperties: true,
  description,
});
const fileRules = {
  allowed_file_types: listOf(text),
  allowed_file_extensions: listOf(text),
  allowed_file_upload_methods: listOf({ type: 'string', enum: ['local_file', 'remote_url'] }),
};
const control = objectSchema(
  'InputControl',
  {
    variable: { type: 'string', description: 'Name of the field in `inputs`.' },
    label: text,
    required: boolean,
    type: text,
    default: {},
    description: text,
    placeholder: text,
    hint: text,
    hide: boolean,
    max_length: integer,
    options: listOf(text),
    ...fileRules,
    json_schema: {},
  },
  {
    optional: [
      ...(['type', 'default', 'description', 'placeholder', 'hint', 'hide', 'max_length', 'options'] as const),
      ...(['json_schema', 'allowed_file_types', 'allowed_file_extensions', 'allowed_file_upload_methods'] as const),
    ],
    description: 'One field of the input form.',
  },
);
const fileUpload = objectSchema(
  'FileUploadRules',
  {
    enabled: boolean,
    number_limits: integer,
    ...fileRules,
    image: objectSchema('ImageUploadRules', {
      enabled: boolean,
      number_limits: integer,
      detail: text,
      transfer_methods: listOf(text),
    }),
    fileUploadConfig: {
      type: 'object',
      additionalProperties: true,
      description: 'Sizes as set in the document. The effective limits are in `system_parameters`.',
    },
  },
  { optional: ['fileUploadConfig'] },
);
/** What an app takes and offers. */
export const parameters = objectSchema('AppParameters', {
  opening_statement: orNull(text),
  suggested_questions: listOf(text),
  suggested_questions_after_answer: feature('Whether suggested questions are available.'),
  speech_to_text: feature('Whether speech input is supported.'),
  text_to_speech: feature('Whether answers can be spoken.', { voice: text, language: text, autoPlay: text }),
  retriever_resource: feature('Whether sources are cited.'),
  annotation_reply: feature('Whether annotation replies are used.'),
  more_like_this: feature('Whether variants of answers are available.'),
  sensitive_word_avoidance: feature('Whether inputs and answers are moderated.', { type: text, configs: {} }),
  user_input_form: {
    type: 'array',
    items: { type: 'object', minProperties: 1, maxProperties: 1, additionalProperties: control },
    description: 'Objects with a single key, the type of the control: `text-input`, `select`, `file` …',
  },
  file_upload: fileUpload,
  system_parameters: objectSchema('UploadLimits', {
    image_file_size_limit: { type: 'integer', description: 'In MB, like the other sizes.' },
    video_file_size_limit: integer,
    audio_file_size_limit: integer,
    file_size_limit: integer,
    workflow_file_upload_limit: { type: 'integer', description: 'Maximum number of files per run.' },
  }),
});

/** What is told of the routes that describe an app. */
export const appDocs = {
  welcome: {
    tag,
    answers: {
      200: jsonAnswer(
        'The server.',
        objectSchema('Welcome', { welcome: text, api_version: text, server_version: text }),
        { welcome: 'Weft runtime API', api_version: 'v1', server_version: '0.1.0' },
      ),
    },
  },
  info: {
    tag,
    answers: {
      200: jsonAnswer(
        'The app.',
        objectSchema('AppInfo', { name: text, description: text, tags: listOf(text), mode: text, author_name: text }),
        {
          name: 'Fern Desk',
          description: 'Answers questions about house plants',
          tags: ['support'],
          mode: 'chat',
          author_name: 'Ada Berg',
        },
      ),
    },
    errors: { 400: ['app_unavailable'] },
  },
  parameters: {
    tag,
    answers: {
      200: jsonAnswer('Features, input form and limits.', parameters, {
        opening_statement: 'Hi, which plant is it?',
        suggested_questions: ['Why are the leaves yellow?'],
        suggested_questions_after_answer: { enabled: true },
        speech_to_text: { enabled: false },
        text_to_speech: { enabled: false },
        retriever_resource: { enabled: true },
        annotation_reply: { enabled: false },
        more_like_this: { enabled: false },
        sensitive_word_avoidance: { enabled: false, type: '', configs: [] },
        user_input_form: [
          { 'text-input': { variable: 'plant', label: 'Plant', required: true, default: '', max_length: 48 } },
        ],
        file_upload: {
          enabled: false,
          number_limits: 3,
          allowed_file_types: [],
          allowed_file_extensions: [],
          allowed_file_upload_methods: [],
          image: { enabled: false, number_limits: 3, detail: 'high', transfer_methods: ['remote_url', 'local_file'] },
        },
        system_parameters: {
          image_file_size_limit: 10,
          video_file_size_limit: 100,
          audio_file_size_limit: 50,
          file_size_limit: 15,
          workflow_file_upload_limit: 10,
        },
      }),
    },
    errors: { 400: ['app_unavailable'] },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
