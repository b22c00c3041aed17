import { jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas } from '#http';
import { answerErrors, formActionSchema, formInputSchema } from '#plugins/human-input/contract.ts';

const { text, seconds, object } = schemas;
const tag = 'Forms';

const openForm = objectSchema('OpenForm', {
  form_content: { type: 'string', description: 'Markdown.' },
  inputs: listOf(formInputSchema),
  resolved_default_values: { type: 'object', additionalProperties: text },
  user_actions: listOf(formActionSchema),
  expiration_time: orNull(seconds),
});

const shownForm = jsonAnswer('The form, while it is open.', openForm, {
  form_content: 'Approve the order?',
  inputs: [{ type: 'paragraph', output_variable_name: 'note' }],
  resolved_default_values: {},
  user_actions: [{ id: 'ok', title: 'Approve', button_style: 'primary' }],
  expiration_time: 1767312000,
});
const taken = jsonAnswer('The form was submitted.', objectSchema('Nothing', {}), {});
const sentToken = { ...text, description: 'The part of the e-mail link after `#`.' };

/** What is told of the forms that runs wait for. */
export const formDocs = {
  get: {
    tag,
    description: 'The token is in the event `human_input_required` of the run.',
    answers: {
      200: shownForm,
    },
    errors: { 404: answerErrors[404], 412: answerErrors[412] },
  },
  answer: {
    tag,
    description: 'The first response counts. An invalid response is rejected and leaves the form open.',
    body: {
      title: 'FormAnswer',
      type: 'object',
      required: ['inputs', 'action', 'user'],
      properties: {
        inputs: { ...object, description: 'Values by field name.' },
        action: { type: 'string', description: 'Id of an action of the form.' },
        user: text,
      },
    },
    bodyExample: { inputs: { note: 'fine' }, action: 'ok', user: 'cust-77' },
    answers: { 200: taken },
    errors: answerErrors,
  },
  page: {
    tag,
    description:
      'Opened by the link of the e-mail. Its token is in the fragment (`#`), so it is not sent to the server.',
    answers: {
      200: { description: 'A web page.', content: { 'text/html': { schema: { type: 'string' } } } },
    },
  },
  show: {
    tag,
    description: 'The token from the e-mail identifies one recipient (delivery method `email`). No key is required.',
    body: { title: 'SentFormToken', type: 'object', required: ['token'], properties: { token: sentToken } },
    bodyExample: { token: 'mUF5bLh3TqYw8sVdRk2ZxCa7Ne9PgJ4o' },
    answers: { 200: shownForm },
    errors: { 404: answerErrors[404], 412: answerErrors[412] },
  },
  answerSent: {
    tag,
    description:
      'The first response of any recipient counts; after it, the tokens of all recipients are invalid. Fields ' +
      'that take files can only be submitted with the API of the app.',
    body: {
      title: 'SentFormAnswer',
      type: 'object',
      required: ['token', 'inputs', 'action'],
      properties: {
        token: sentToken,
        inputs: { ...object, description: 'Values by field name.' },
        action: { type: 'string', description: 'Id of an action of the form.' },
      },
    },
    bodyExample: { token: 'mUF5bLh3TqYw8sVdRk2ZxCa7Ne9PgJ4o', inputs: { note: 'fine' }, action: 'ok' },
    answers: { 200: taken },
    errors: answerErrors,
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
