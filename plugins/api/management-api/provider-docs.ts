import { emptyAnswer, jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas, successAnswer } from '#http';
import { MODEL_TYPES } from '#plugins/models/contract.ts';

const { text, money } = schemas;
const tag = 'Model providers';

const tokenPrices = {
  prompt: money,
  completion: money,
  cached_prompt: orNull({
    ...money,
    description: 'Price of tokens read from the cache of the provider. null: same as other input tokens.',
  }),
  cache_write: orNull({
    ...money,
    description: 'Price of tokens written to the cache of the provider. null: same as other input tokens.',
  }),
};
const price = objectSchema('ModelPrice', {
  ...tokenPrices,
  unit: { ...money, description: 'Multiplier for one token: `0.001` for prices per thousand tokens.' },
  currency: text,
  tiers: {
    ...listOf(objectSchema('PriceTier', { from: schemas.integer, ...tokenPrices })),
    description: 'Prices that apply to all tokens of a call from a number of input tokens on.',
  },
  as_of: orNull({ type: 'string', description: 'Date of the list price. null: the price was set by the workspace.' }),
});
/** What a model is for. */
export const modelType = { enum: [...MODEL_TYPES] } as const;
/** What is told of a model wherever it is listed. */
export const described = {
  name: text,
  type: modelType,
  context_size: orNull(schemas.integer),
  max_output: orNull({ ...schemas.integer, description: 'Maximum output tokens.' }),
  dimensions: orNull({ ...schemas.integer, description: 'Number of dimensions of its embeddings.' }),
  max_batch: orNull({ ...schemas.integer, description: 'Maximum number of texts per request.' }),
  max_tokens: orNull({ ...schemas.integer, description: 'Maximum tokens per text.' }),
  voices: listOf(objectSchema('Voice', { id: text, label: text })),
  features: orNull({ ...listOf(text), description: '`vision`, `tool-call` …; null: unknown.' }),
  price: orNull(price),
};
const model = objectSchema('Model', {
  ...described,
  enabled: { ...schemas.boolean, description: 'false: runs that use it are rejected.' },
  custom: { ...schemas.boolean, description: 'Whether it was added by the workspace.' },
});
/** A field of a form of credentials. */
export const field = objectSchema('CredentialField', {
  name: text,
  label: text,
  type: { enum: ['text', 'secret', 'select', 'url', 'json'] },
  required: schemas.boolean,
  secret: schemas.boolean,
  options: listOf(text),
  placeholder: text,
  help: text,
});
const provider = objectSchema('ModelProvider', {
  id: text,
  label: text,
  configured: schemas.boolean,
  unreadable: {
    ...schemas.boolean,
    description: 'Its credentials cannot be decrypted because the master key is missing. They must be entered again.',
  },
  keyless: { ...schemas.boolean, description: 'Whether it works without credentials.' },
  open_catalogue: { ...schemas.boolean, description: 'Whether it accepts names of models that are not listed.' },
  types: { ...listOf(modelType), description: 'Types of models it offers, or accepts.' },
  credentials_schema: { ...schemas.object, description: 'JSON Schema of the credentials.' },
  fields: { ...listOf(field), description: 'The credentials form, derived from the schema.' },
  credentials: {
    type: 'object',
    additionalProperties: text,
    description: 'The stored credentials, with masked secrets.',
  },
  models: listOf(model),
});
export const modelExample = {
  name: 'gpt-4o-mini',
  type: 'llm',
  context_size: 128000,
  max_output: 16384,
  dimensions: null,
  max_batch: null,
  max_tokens: null,
  voices: [],
  features: ['vision', 'tool-call'],
  price: {
    prompt: '0.15',
    completion: '0.6',
    cached_prompt: '0.075',
    cache_write: null,
    unit: '0.000001',
    currency: 'USD',
    tiers: [],
    as_of: '2026-01-01',
  },
};
const example = {
  id: 'openai',
  label: 'OpenAI',
  configured: true,
  unreadable: false,
  keyless: false,
  open_catalogue: true,
  types: ['llm', 'embedding'],
  credentials_schema: { type: 'object', properties: { openai_api_key: { type: 'string' } } },
  fields: [
    {
      name: 'openai_api_key',
      label: 'API key',
      type: 'secret',
      required: true,
      secret: true,
      options: [],
      placeholder: 'sk-…',
      help: '',
    },
  ],
  credentials: { openai_api_key: '••••' },
  models: [{ ...modelExample, enabled: true, custom: false }],
};
const bodyExample = { credentials: { openai_api_key: 'sk-…' } };
/** Codes of calls that try credentials. */
export const providerFailures = [
  'invalid_credentials',
  'provider_not_initialize',
  'provider_quota_exceeded',
  'model_currently_not_support',
  'completion_request_error',
] as const;
const unknown = { 404: ['unknown_provider'] };

/** What is told of the routes that manage model providers. */
export const providerDocs = {
  list: {
    tag,
    answers: {
      200: jsonAnswer('The installed providers.', objectSchema('ModelProviderList', { data: listOf(provider) }), {
        data: [example],
      }),
    },
  },
  set: {
    tag,
    description:
      'Masked secrets that are sent back unchanged keep their stored value, unless an address changes. Takes effect in all processes within a second.',
    bodyExample,
    answers: { 200: successAnswer },
    errors: { ...unknown, 400: providerFailures },
  },
  remove: {
    tag,
    answers: { 204: emptyAnswer('Deleted.') },
    errors: { ...unknown, 409: ['provider_in_use'] },
  },
  apps: {
    tag,
    description: 'The apps whose draft or current version uses a model of the provider.',
    answers: {
      200: jsonAnswer(
        'A list, sorted by name.',
        objectSchema('ProviderApps', { data: listOf(objectSchema('ProviderApp', { id: schemas.uuid, name: text })) }),
      ),
    },
  },
  test: {
    tag,
    bodyExample,
    answers: { 200: successAnswer },
    errors: {
      ...unknown,
      400: providerFailures,
    },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
