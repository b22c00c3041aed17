import { listOf, objectSchema, orNull, schemas } from '#http';

const { uuid, text, integer, number, money, seconds, object } = schemas;

/** A file in a request (runtime API, file reference). */
export const fileReference = objectSchema(
  'FileReference',
  {
    type: { type: 'string', enum: ['document', 'image', 'audio', 'video', 'custom'] },
    transfer_method: { type: 'string', enum: ['local_file', 'remote_url'] },
    upload_file_id: orNull({
      type: 'string',
      description: 'For `local_file`: id of a file uploaded by the same user.',
    }),
    url: orNull({ type: 'string', description: 'For `remote_url`: address of the file.' }),
  },
  { optional: ['upload_file_id', 'url'], description: 'A file that was uploaded, or a remote file.' },
);

/** A file in an answer (runtime API, file object). */
export const fileValue = {
  title: 'FileValue',
  type: 'object',
  required: ['type', 'transfer_method'],
  properties: {
    dify_model_identity: { type: 'string', const: '__dify__file__', description: 'Identifies the value as a file.' },
    id: orNull(text),
    related_id: orNull({ type: 'string', description: 'Id of the upload.' }),
    type: text,
    transfer_method: text,
    filename: orNull(text),
    extension: orNull({ type: 'string', description: 'File extension, with the dot.' }),
    mime_type: orNull(text),
    size: orNull({ type: 'integer', description: 'Size in bytes. -1 if unknown.' }),
    url: orNull({ type: 'string', description: 'A signed link; it expires.' }),
    remote_url: orNull(text),
  },
  additionalProperties: true,
};

/** What a run cost (runtime API, usage object). */
export const usage = objectSchema('Usage', {
  prompt_tokens: integer,
  prompt_unit_price: money,
  prompt_price_unit: money,
  prompt_price: money,
  completion_tokens: integer,
  completion_unit_price: money,
  completion_price_unit: money,
  completion_price: money,
  total_tokens: integer,
  total_price: money,
  currency: text,
  latency: number,
  time_to_first_token: orNull(number),
  time_to_generate: orNull(number),
});

/** A source that was cited (runtime API, retrieved sources). */
const retrievedSource = {
  title: 'RetrievedSource',
  type: 'object',
  required: ['position'],
  properties: {
    position: { type: 'integer', description: 'Position in the list, starting at 1.' },
    dataset_id: text,
    dataset_name: text,
    document_id: text,
    document_name: text,
    segment_id: text,
    data_source_type: text,
    score: number,
    content: text,
  },
  additionalProperties: true,
};

/** What is known of an answer besides its text (runtime API, metadata). */
export const metadata = objectSchema('MessageMetadata', {
  annotation_reply: orNull(
    objectSchema('AnnotationReply', { id: text, account: objectSchema('AnnotationAuthor', { id: text, name: text }) }),
  ),
  retriever_resources: listOf(retrievedSource),
  usage,
});

/** A field of a form, and a button (runtime API, pause and human input). */
const formFields = {
  form_id: text,
  node_id: text,
  node_title: text,
  form_content: text,
  inputs: listOf(object),
  actions: listOf(object),
  resolved_default_values: { type: 'object', additionalProperties: text },
  form_token: orNull({ type: 'string', description: 'null: the form cannot be submitted with this API.' }),
  expiration_time: seconds,
};

/** The data of `human_input_required`. */
export const formRequiredData = objectSchema('FormRequiredData', {
  ...formFields,
  display_in_ui: schemas.boolean,
});

/** What a paused run waits for. */
export const pauseReason = {
  title: 'PauseReason',
  type: 'object',
  required: ['type'],
  properties: { TYPE: text, type: text, ...formFields },
  additionalProperties: true,
};

/** The data of `workflow_paused`. */
export const pausedRunData = objectSchema('PausedRunData', {
  workflow_run_id: uuid,
  paused_nodes: listOf(text),
  outputs: object,
  reasons: listOf(pauseReason),
  status: { type: 'string', const: 'paused' },
  created_at: seconds,
  elapsed_time: number,
  total_tokens: integer,
  total_steps: integer,
});
