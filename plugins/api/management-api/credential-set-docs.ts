import { emptyAnswer, jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas, successAnswer } from '#http';
import { field, providerFailures } from './provider-docs.ts';

const { text, uuid, boolean, integer } = schemas;
const tag = 'Model providers';
const masked = { type: 'object', additionalProperties: text } as const;
const credentials = orNull({
  ...masked,
  description: 'Secrets masked; null: they can not be opened, give them again.',
});
const id = '4d3c2b1a-0f9e-4d8c-b7a6-958473625141';
const item = objectSchema('CredentialSet', {
  id: uuid,
  name: text,
  default: { ...boolean, description: 'What models are called with that name no set.' },
  credentials,
  models: {
    ...listOf(objectSchema('ModelOfSet', { type: text, model: text })),
    description: 'Those that name it.',
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
  fields: { ...listOf(field), description: "The form of the model's own fields; empty: its provider asks for none." },
  credentials,
  mode: { enum: ['single', 'failover', 'balance'] },
  credential_sets: {
    ...listOf(objectSchema('NamedCredentialSet', { id: uuid, name: text })),
    description: 'In the order they are tried; none: the default.',
  },
});
const unknownSet = { 404: ['unknown_provider', 'unknown_set'] };

/** What is told of the routes about sets of credentials, and about what single models are called with. */
export const credentialSetDocs = {
  list: {
    tag,
    answers: {
      200: jsonAnswer('In the order they were made.', objectSchema('CredentialSets', { data: listOf(item) }), {
        data: [example],
      }),
    },
    errors: { 404: ['unknown_provider'] },
  },
  create: {
    tag,
    bodyExample: { name: 'Europe', credentials: { openai_api_key: 'sk-…' } },
    answers: { 201: jsonAnswer('Its id.', objectSchema('NewCredentialSet', { id: uuid }), { id }) },
    errors: { 400: providerFailures, 404: ['unknown_provider'], 409: ['name_taken', 'too_many_sets'] },
  },
  change: {
    tag,
    description:
      'A secret given as it is shown (masked) stays as it is stored, unless an address changes. Counts in all processes within a second.',
    bodyExample: { name: 'Europe', default: true },
    answers: { 200: successAnswer },
    errors: { ...unknownSet, 400: providerFailures, 409: ['name_taken'] },
  },
  remove: {
    tag,
    description: 'Models that name it go on with the sets that are left to them, or with the default.',
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
      200: jsonAnswer('What the model is called with.', ofModel, {
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
      '`failover`: the next set is tried where one fails before anything of the answer has come (no connection, refused credentials, quota, rate limit, 5xx), and the one that failed is left alone for as long as the server asked for, or a short time. `balance`: the same, beginning with another set each time. Own fields go over those of each set; a model with an address of its own gets no secret of a set.',
    bodyExample: { type: 'llm', model: 'gpt-4o', mode: 'failover', credential_sets: [id] },
    answers: { 200: successAnswer },
    errors: {
      400: ['invalid_credentials', 'model_currently_not_support'],
      404: ['unknown_provider', 'unknown_set'],
      409: ['too_many_models'],
    },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
