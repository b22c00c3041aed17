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
  inputs: [
    {
      type: 'paragraph',
      output_variable_name: 'note',
      default: { type: 'constant', selector: [], value: '' },
    },
  ],
  resolved_default_values: { note: '' },
  user_actions: [{ id: 'ok', title: 'Approve', button_style: 'primary' }],
  expiration_time: 1767312000,
});
const taken = jsonAnswer('Taken.', objectSchema('Nothing', {}), {});
const sentToken = { ...text, description: 'What follows `#` in the link of the e-mail.' };

/** What is told of the forms that runs wait for. */
export const formDocs = {
  get: {
    tag,
    description: 'The token is told by the event `human_input_required` of the run.',
    answers: {
      200: shownForm,
    },
    errors: { 404: answerErrors[404], 412: answerErrors[412] },
  },
  answer: {
    tag,
    description: 'The first answer counts. An answer that does not fit leaves the form open.',
    body: {
      title: 'FormAnswer',
      type: 'object',
      required: ['inputs', 'action', 'user'],
      properties: {
        inputs: { ...object, description: 'By the names of the fields.' },
        action: { type: 'string', description: 'The id of an action of the form.' },
        user: text,
      },
    },
    bodyExample: { inputs: { note: 'fine' }, action: 'ok', user: 'cust-77' },
    answers: { 200: taken },
    errors: answerErrors,
  },
  page: {
    tag,
    description: 'The link of an e-mail leads here; its token stands behind `#`, so it is not sent.',
    answers: { 200: { description: 'A page.', content: { 'text/html': { schema: { type: 'string' } } } } },
  },
  show: {
    tag,
    description: 'By the token of an e-mail, which is of one receiver (delivery method `email`). Needs no key.',
    body: { title: 'SentFormToken', type: 'object', required: ['token'], properties: { token: sentToken } },
    bodyExample: { token: 'mUF5bLh3TqYw8sVdRk2ZxCa7Ne9PgJ4o' },
    answers: { 200: shownForm },
    errors: { 404: answerErrors[404], 412: answerErrors[412] },
  },
  answerSent: {
    tag,
    description:
      'The first answer to a form counts, whoever of its receivers gives it; the tokens of all are used up then. Fields ' +
      "that take files are answered over the app's API only.",
    body: {
      title: 'SentFormAnswer',
      type: 'object',
      required: ['token', 'inputs', 'action'],
      properties: {
        token: sentToken,
        inputs: { ...object, description: 'By the names of the fields.' },
        action: { type: 'string', description: 'The id of an action of the form.' },
      },
    },
    bodyExample: { token: 'mUF5bLh3TqYw8sVdRk2ZxCa7Ne9PgJ4o', inputs: { note: 'fine' }, action: 'ok' },
    answers: { 200: taken },
    errors: answerErrors,
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
