import { jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas } from '../../http/contract.ts';
import { answerErrors, formActionSchema, formInputSchema } from '../human-input/contract.ts';

const { text, seconds, object } = schemas;
const tag = 'Forms';

const openForm = objectSchema('OpenForm', {
  form_content: { type: 'string', description: 'Markdown.' },
  inputs: listOf(formInputSchema),
  resolved_default_values: { type: 'object', additionalProperties: text },
  user_actions: listOf(formActionSchema),
  expiration_time: orNull(seconds),
});

/** What is told of the forms that runs wait for. */
export const formDocs = {
  get: {
    tag,
    description: 'The token is told by the event `human_input_required` of the run.',
    answers: {
      200: jsonAnswer('The form, while it is open.', openForm, {
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
      }),
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
    answers: { 200: jsonAnswer('Taken.', objectSchema('Nothing', {}), {}) },
    errors: answerErrors,
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
