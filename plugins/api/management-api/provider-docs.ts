import { emptyAnswer, jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas, successAnswer } from '#http';

const { text, money } = schemas;
const tag = 'Model providers';

const tokenPrices = {
  prompt: money,
  completion: money,
  cached_prompt: orNull({ ...money, description: 'Of tokens read from the cache of the provider; null: as others.' }),
  cache_write: orNull({ ...money, description: 'Of tokens written into it; null: as others.' }),
};
const price = objectSchema('ModelPrice', {
  ...tokenPrices,
  unit: { ...money, description: 'What one token is multiplied with: `0.001` for prices per thousand.' },
  currency: text,
  tiers: {
    ...listOf(objectSchema('PriceTier', { from: schemas.integer, ...tokenPrices })),
    description: 'Prices of all tokens of a call whose prompt has so many.',
  },
  as_of: orNull({ type: 'string', description: 'The day of the list price; null for a price of the workspace.' }),
});
/** What is told of a model wherever it is listed. */
export const described = {
  name: text,
  type: text,
  context_size: orNull(schemas.integer),
  max_output: orNull({ ...schemas.integer, description: 'Tokens of its longest answer.' }),
  dimensions: orNull({ ...schemas.integer, description: 'Length of its vectors.' }),
  max_batch: orNull({ ...schemas.integer, description: 'Texts it takes in one request.' }),
  max_tokens: orNull({ ...schemas.integer, description: 'Tokens it takes of one text.' }),
  voices: listOf(objectSchema('Voice', { id: text, label: text })),
  features: orNull({ ...listOf(text), description: '`vision`, `tool-call` …; null: not known.' }),
  price: orNull(price),
};
const model = objectSchema('Model', {
  ...described,
  enabled: { ...schemas.boolean, description: 'False: runs that ask for it are refused.' },
  custom: { ...schemas.boolean, description: 'Whether the workspace has added it.' },
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
  keyless: { ...schemas.boolean, description: 'Works without credentials.' },
  open_catalogue: { ...schemas.boolean, description: 'Takes names of models that are not listed.' },
  types: { ...listOf(text), description: 'What kinds of models it has or may have.' },
  credentials_schema: { ...schemas.object, description: 'JSON Schema of the credentials.' },
  fields: { ...listOf(field), description: 'The form of the credentials, made of their schema.' },
  credentials: {
    type: 'object',
    additionalProperties: text,
    description: 'The stored ones, secrets masked.',
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
      'A secret given as it is shown (masked) stays as it is stored, unless an address changes. Counts in all processes within a second.',
    bodyExample,
    answers: { 200: successAnswer },
    errors: { ...unknown, 400: providerFailures },
  },
  remove: {
    tag,
    answers: { 204: emptyAnswer('Removed.') },
    errors: { ...unknown, 409: ['provider_in_use'] },
  },
  apps: {
    tag,
    description: 'Apps whose draft or current version names a model of it.',
    answers: {
      200: jsonAnswer(
        'By name.',
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
