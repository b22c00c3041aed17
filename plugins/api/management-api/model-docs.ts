import { emptyAnswer, jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas, successAnswer } from '#http';
import { described, modelExample, modelType } from './provider-docs.ts';

const { text } = schemas;
const tag = 'Model providers';
const available = objectSchema('AvailableModel', { provider: text, provider_label: text, ...described });
const name = objectSchema('ModelName', { provider: text, model: text });
const defaults = objectSchema('DefaultModel', { type: modelType, model: orNull(name) });
const gpt = { type: 'llm', model: 'gpt-4o-mini' };
const unknown = { 404: ['unknown_provider'] };

/** What is told of the routes about the models of a workspace. */
export const modelDocs = {
  available: {
    tag,
    description: 'The models of configured providers, except those that are turned off.',
    answers: {
      200: jsonAnswer('The models.', objectSchema('AvailableModels', { data: listOf(available) }), {
        data: [{ provider: 'openai', provider_label: 'OpenAI', ...modelExample }],
      }),
    },
  },
  defaults: {
    tag,
    answers: {
      200: jsonAnswer('One per model type.', objectSchema('DefaultModels', { data: listOf(defaults) }), {
        data: [{ type: 'llm', model: { provider: 'openai', model: 'gpt-4o-mini' } }],
      }),
    },
  },
  setDefault: {
    tag,
    bodyExample: { type: 'llm', model: { provider: 'openai', model: 'gpt-4o-mini' } },
    answers: { 200: successAnswer },
    errors: { 400: ['provider_not_initialize', 'model_currently_not_support'] },
  },
  enable: {
    tag,
    description:
      'Runs that use a model that is turned off are rejected. Takes effect in all processes within a second.',
    bodyExample: { ...gpt, enabled: false },
    answers: { 200: successAnswer },
    errors: { ...unknown, 409: ['too_many_models'] },
  },
  add: {
    tag,
    bodyExample: { type: 'llm', model: 'llama-3.3-70b', context_size: 131072 },
    answers: { 201: successAnswer },
    errors: { ...unknown, 409: ['closed_catalogue', 'model_exists', 'too_many_models'] },
  },
  remove: {
    tag,
    answers: { 204: emptyAnswer('Deleted.') },
    errors: { 404: ['unknown_provider', 'unknown_model'] },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
