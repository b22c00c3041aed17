import { jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas, successAnswer } from '#http';
import { formStatuses } from './form-items.ts';

const { uuid, text, seconds, object } = schemas;
const tag = 'Forms';

const source = { type: { type: 'string', enum: ['constant', 'variable'] }, selector: listOf(text) };

/** A field of a form. */
export const formInputSchema = objectSchema(
  'FormInput',
  {
    type: { type: 'string', enum: ['paragraph', 'select', 'file', 'file-list'] },
    output_variable_name: { type: 'string', description: 'Name of the field in the response.' },
    default: orNull(objectSchema('FormInputDefault', { ...source, value: text })),
    option_source: objectSchema('FormInputOptions', { ...source, value: listOf(text) }),
    allowed_file_types: listOf(text),
    allowed_file_extensions: listOf(text),
    allowed_file_upload_methods: listOf(text),
    number_limits: schemas.integer,
  },
  {
    optional: [
      'default',
      'option_source',
      'allowed_file_types',
      'allowed_file_extensions',
      'allowed_file_upload_methods',
      'number_limits',
    ],
  },
);

/** A button of a form. */
export const formActionSchema = objectSchema('FormAction', {
  id: text,
  title: text,
  button_style: { type: 'string', enum: ['primary', 'default', 'accent', 'ghost'] },
});

const form = {
  id: uuid,
  app_id: uuid,
  workflow_run_id: uuid,
  node_id: text,
  node_title: text,
  status: { title: 'FormStatus', type: 'string', enum: formStatuses },
};
const outcome = {
  action: orNull({ type: 'string', description: 'Id of the chosen action.' }),
  answered_by: orNull({ type: 'string', description: 'The end user. null: an operator.' }),
  created_at: seconds,
  expiration_time: seconds,
};
const example = {
  id: 'f1a2b3c4-d5e6-4f70-8192-a3b4c5d6e7f8',
  app_id: '4d3c2b1a-0f9e-4d8c-b7a6-958473625140',
  workflow_run_id: '3a6c1d1e-90f4-4a1c-8a08-7b2a3d9e4c55',
  node_id: 'approval',
  node_title: 'Approval',
  status: 'open',
  actions: ['ok'],
  inputs: ['note'],
  action: null,
  answered_by: null,
  created_at: 1767225600,
  expiration_time: 1767312000,
};

/** Codes of answers to forms that do not wait, or that do not fit. */
export const answerErrors = {
  400: ['invalid_form_data'],
  404: ['not_found'],
  412: ['human_input_form_submitted', 'human_input_form_expired'],
} as const;

/** What is told of the routes that manage forms. */
export const formDocs = {
  list: {
    tag,
    description:
      'Returns open forms, unless `status` is given. Pass the id of the last form as `before` to get the next page.',
    answers: {
      200: jsonAnswer(
        'A page of results.',
        objectSchema('FormList', {
          data: listOf(objectSchema('Form', { ...form, actions: listOf(text), inputs: listOf(text), ...outcome })),
          has_more: schemas.boolean,
          limit: schemas.integer,
        }),
        { data: [example], has_more: false, limit: 20 },
      ),
    },
  },
  get: {
    tag,
    answers: {
      200: jsonAnswer(
        'The form.',
        objectSchema('FormDetail', {
          ...form,
          actions: listOf(formActionSchema),
          inputs: listOf(formInputSchema),
          ...outcome,
          form_content: { type: 'string', description: 'Markdown.' },
          resolved_default_values: { type: 'object', additionalProperties: text },
          submitted_data: orNull(object),
        }),
      ),
    },
  },
  answer: {
    tag,
    bodyExample: { action: 'ok', inputs: { note: 'fine' } },
    answers: { 200: successAnswer },
    errors: answerErrors,
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
