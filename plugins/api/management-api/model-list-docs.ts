import { jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas } from '#http';
import { described, modelExample, providerFailures } from './provider-docs.ts';

const { text, number, boolean, integer } = schemas;
const tag = 'Model providers';
const value = { type: ['string', 'number', 'boolean', 'null'] } as const;
const parameter = objectSchema('ModelParameter', {
  name: { ...text, description: 'Its key in `completion_params` of a document.' },
  label: text,
  type: { enum: ['float', 'int', 'string', 'text', 'boolean', 'select'] },
  default: { ...value, description: 'Null: the choice of the provider.' },
  min: orNull(number),
  max: orNull(number),
  precision: orNull({ ...integer, description: 'Digits after the point.' }),
  options: listOf(text),
  help: text,
});
const fetched = objectSchema('FetchedModel', {
  ...described,
  listed: { ...boolean, description: 'Apps may choose it already.' },
});
const list = objectSchema('FetchedModels', { data: listOf(fetched) });
const unknownPrice = 'A model with `price: null` costs 0 in usage, which says so: set its price with the credentials.';

/** What is told of the routes about lists of models, and about what may be set of a model. */
export const modelListDocs = {
  parameters: {
    tag,
    description: 'For forms; of a provider that is not configured as well.',
    answers: {
      200: jsonAnswer('In the order of a form.', objectSchema('ModelParameters', { data: listOf(parameter) }), {
        data: [
          {
            name: 'temperature',
            label: 'Temperature',
            type: 'float',
            default: null,
            min: 0,
            max: 2,
            precision: 2,
            options: [],
            help: 'Low: the likeliest words. High: words that surprise.',
          },
        ],
      }),
    },
    errors: { 400: ['model_currently_not_support'], 404: ['unknown_provider'] },
  },
  fetch: {
    tag,
    description: `Nothing is added. ${unknownPrice}`,
    answers: { 200: jsonAnswer('By name.', list, { data: [{ ...modelExample, listed: false }] }) },
    errors: { 400: providerFailures, 404: ['unknown_provider'], 409: ['no_model_list'] },
  },
  add: {
    tag,
    description: `Those that are there already stay as they are. ${unknownPrice}`,
    bodyExample: { models: [{ type: 'llm', model: 'gpt-4o-mini' }] },
    answers: { 201: jsonAnswer('Those that were added.', list, { data: [{ ...modelExample, listed: true }] }) },
    errors: {
      400: providerFailures,
      404: ['unknown_provider', 'unknown_model'],
      409: ['no_model_list', 'closed_catalogue', 'model_exists', 'too_many_models'],
    },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
