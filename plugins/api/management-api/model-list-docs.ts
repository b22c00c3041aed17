import { jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas } from '#http';
import { described, modelExample, providerFailures } from './provider-docs.ts';

const { text, number, boolean, integer } = schemas;
const tag = 'Model providers';
const value = { type: ['string', 'number', 'boolean', 'null'] } as const;
const parameter = objectSchema('ModelParameter', {
  name: { ...text, description: 'Key in `completion_params` of a document.' },
  label: text,
  type: { enum: ['float', 'int', 'string', 'text', 'boolean', 'select'] },
  default: { ...value, description: 'Null: the choice of the provider.' },
  min: orNull(number),
  max: orNull(number),
  precision: orNull({ ...integer, description: 'Number of decimals.' }),
  options: listOf(text),
  help: text,
});
const fetched = objectSchema('FetchedModel', {
  ...described,
  listed: { ...boolean, description: 'Whether apps can already use the model.' },
});
const list = objectSchema('FetchedModels', { data: listOf(fetched) });
const unknownPrice =
  'A model with `price: null` counts as 0 in usage, marked as unpriced: set its price with its credentials.';

/** What is told of the routes about lists of models, and about what may be set of a model. */
export const modelListDocs = {
  parameters: {
    tag,
    description: 'For forms. Also available for providers that are not configured.',
    answers: {
      200: jsonAnswer('The parameters, in form order.', objectSchema('ModelParameters', { data: listOf(parameter) }), {
        data: [
          {
            name: 'thinking',
            label: 'Thinking',
            type: 'boolean',
            default: false,
            min: null,
            max: null,
            precision: null,
            options: [],
            help: 'The model reasons before it answers.',
          },
        ],
      }),
    },
    errors: { 400: ['model_currently_not_support'], 404: ['unknown_provider'] },
  },
  fetch: {
    tag,
    description: `Nothing is added. ${unknownPrice}`,
    answers: { 200: jsonAnswer('A list, sorted by name.', list, { data: [{ ...modelExample, listed: false }] }) },
    errors: { 400: providerFailures, 404: ['unknown_provider'], 409: ['no_model_list'] },
  },
  add: {
    tag,
    description: `Models that exist are not changed. ${unknownPrice}`,
    bodyExample: { models: [{ type: 'llm', model: 'gpt-4o-mini' }] },
    answers: { 201: jsonAnswer('The added models.', list, { data: [{ ...modelExample, listed: true }] }) },
    errors: {
      400: providerFailures,
      404: ['unknown_provider', 'unknown_model'],
      409: ['no_model_list', 'closed_catalogue', 'model_exists', 'too_many_models'],
    },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
