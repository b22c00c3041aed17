import { emptyAnswer, jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas, successAnswer } from '#http';
import { field, providerFailures } from './provider-docs.ts';

const { text, uuid, boolean, integer } = schemas;
const tag = 'Model providers';
const masked = { type: 'object', additionalProperties: text } as const;
const credentials = orNull({
  ...masked,
  description: 'The credentials, with masked secrets. null: they cannot be decrypted and must be entered again.',
});
const id = '4d3c2b1a-0f9e-4d8c-b7a6-958473625141';
const item = objectSchema('CredentialSet', {
  id: uuid,
  name: text,
  default: { ...boolean, description: 'What models are called with that name no set.' },
  credentials,
  models: {
    ...listOf(objectSchema('ModelOfSet', { type: text, model: text })),
    description: 'The models that use it.',
  },
  created_at: integer,
  updated_at: integer,
});
const example = {
  id,
  name: 'Europe',
  default: false,
  credentials: { openai_api_key: '••••' },
  models: [{ type: 'llm', model: 'gpt-4o' }],
  created_at: 1_767_225_600,
  updated_at: 1_767_225_600,
};
const ofModel = objectSchema('ModelCredentials', {
  fields: {
    ...listOf(field),
    description: "The form of the model's own credentials. Empty: the provider defines none.",
  },
  credentials,
  mode: { enum: ['single', 'failover', 'balance'] },
  credential_sets: {
    ...listOf(objectSchema('NamedCredentialSet', { id: uuid, name: text })),
    description: 'Credential sets in the order they are tried. Empty: the default.',
  },
});
const unknownSet = { 404: ['unknown_provider', 'unknown_set'] };

/** What is told of the routes about sets of credentials, and about what single models are called with. */
export const credentialSetDocs = {
  list: {
    tag,
    answers: {
      200: jsonAnswer(
        'The credential sets, in order of creation.',
        objectSchema('CredentialSets', { data: listOf(item) }),
        {
          data: [example],
        },
      ),
    },
    errors: { 404: ['unknown_provider'] },
  },
  create: {
    tag,
    bodyExample: { name: 'Europe', credentials: { openai_api_key: 'sk-…' } },
    answers: {
      201: jsonAnswer('The id of the credential set.', objectSchema('NewCredentialSet', { id: uuid }), { id }),
    },
    errors: { 400: providerFailures, 404: ['unknown_provider'], 409: ['name_taken', 'too_many_sets'] },
  },
  change: {
    tag,
    description:
      'Masked secrets that are sent back unchanged keep their stored value, unless an address changes. Takes effect in all processes within a second.',
    bodyExample: { name: 'Europe', default: true },
    answers: { 200: successAnswer },
    errors: { ...unknownSet, 400: providerFailures, 409: ['name_taken'] },
  },
  remove: {
    tag,
    description: 'Models that use it fall back to their remaining credential sets, or to the default.',
    answers: { 204: emptyAnswer('Deleted.') },
    errors: { ...unknownSet, 409: ['set_in_use', 'default_set'] },
  },
  test: {
    tag,
    bodyExample: {},
    answers: { 200: successAnswer },
    errors: { ...unknownSet, 400: providerFailures },
  },
  ofModel: {
    tag,
    answers: {
      200: jsonAnswer('The credentials of the model.', ofModel, {
        fields: [],
        credentials: {},
        mode: 'failover',
        credential_sets: [{ id, name: 'Europe' }],
      }),
    },
    errors: { 404: ['unknown_provider'] },
  },
  setOfModel: {
    tag,
    description:
      '`failover`: if a credential set fails before any part of the response has arrived (no connection, rejected credentials, quota, rate limit, 5xx), the next one is tried, and the failed one is skipped for as long as the server requested, or for a short time. `balance`: the same, starting with a different set each time. Fields of the model override those of each set. A model with its own address gets no secrets of a set.',
    bodyExample: { type: 'llm', model: 'gpt-4o', mode: 'failover', credential_sets: [id] },
    answers: { 200: successAnswer },
    errors: {
      400: ['invalid_credentials', 'model_currently_not_support'],
      404: ['unknown_provider', 'unknown_set'],
      409: ['too_many_models'],
    },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
