import { emptyAnswer, jsonAnswer, listOf, objectSchema, type RouteDocs, schemas, unixSeconds } from '#http';
import type { ExternalApi, ExternalApiUse, ExternalRecord } from './contract.ts';
/** A service, without its key. */
export function apiItem({ id, name, endpoint, maskedKey, createdAt, updatedAt }: ExternalApi) {
  return {
    id,
    name,
    endpoint,
    api_key: maskedKey,
    created_at: unixSeconds(createdAt),
    updated_at: unixSeconds(updatedAt),
  };
}

export function detailItem(api: ExternalApi, uses: readonly ExternalApiUse[]) {
  return { ...apiItem(api), used_by: uses.map(({ id, name }) => ({ id, name })) };
}

export function recordItem({ content, title, score, metadata }: ExternalRecord) {
  return { content, title, score, metadata };
}

const { number, object, text, uuid } = schemas;
const fields = {
  id: uuid,
  name: text,
  endpoint: { type: 'string', description: 'Base address; requests are sent to `<endpoint>/retrieval`.' },
  api_key: { type: 'string', description: 'The last characters of the secret.' },
  created_at: schemas.seconds,
  updated_at: schemas.seconds,
} as const;
const api = objectSchema('ExternalKnowledgeApi', fields);
const detail = objectSchema('ExternalKnowledgeApiDetail', {
  ...fields,
  used_by: listOf(objectSchema('ExternalKnowledgeApiUse', { id: uuid, name: text })),
});
const record = objectSchema('ExternalKnowledgeRecord', { content: text, title: text, score: number, metadata: object });
const example = {
  id: '0196f5c0-0000-7000-8000-000000000061',
  name: 'Handbook search',
  endpoint: 'https://knowledge.example.com/api',
  api_key: '********wxyz',
  created_at: 1_795_000_000,
  updated_at: 1_795_000_000,
};

const tag = 'External knowledge';
const unsendable = { 400: ['invalid_endpoint'], 403: ['address_refused'] } as const;

/** What the routes of these services take and answer. */
export const apiDocs = {
  list: {
    tag,
    answers: {
      200: jsonAnswer('A list, sorted by name.', objectSchema('ExternalKnowledgeApis', { data: listOf(api) }), {
        data: [example],
      }),
    },
  },
  add: {
    tag,
    description:
      'It is called with `POST <endpoint>/retrieval`, the key as a bearer token and the body `{knowledge_id, query, retrieval_setting: {top_k, score_threshold}, metadata_condition?}`. It must respond with `{records: [{content, score, title, metadata}]}`.',
    bodyExample: { name: 'Handbook search', endpoint: 'https://knowledge.example.com/api', api_key: 'secret-wxyz' },
    answers: { 201: jsonAnswer('The external knowledge API.', api, example) },
    errors: { ...unsendable, 409: ['too_many_apis'] },
  },
  get: {
    tag,
    answers: { 200: jsonAnswer('The external knowledge API.', detail, { ...example, used_by: [] }) },
    errors: { 404: ['not_found'] },
  },
  change: {
    tag,
    bodyExample: { name: 'Handbook' },
    answers: { 200: jsonAnswer('The external knowledge API.', api, { ...example, name: 'Handbook' }) },
    errors: { ...unsendable, 400: ['invalid_endpoint', 'key_needed'], 404: ['not_found'] },
  },
  remove: {
    tag,
    answers: { 204: emptyAnswer('Deleted.') },
    errors: { 404: ['not_found'], 409: ['in_use'] },
  },
  test: {
    tag,
    bodyExample: { knowledge_id: 'handbook', query: 'How many days of holiday?' },
    answers: {
      200: jsonAnswer('The results, best first.', objectSchema('ExternalKnowledgeTest', { records: listOf(record) }), {
        records: [{ content: 'Thirty days a year.', title: 'Holidays', score: 0.92, metadata: {} }],
      }),
    },
    errors: { 400: ['external_knowledge_failed'], 404: ['not_found'] },
  },
} satisfies Readonly<Record<string, RouteDocs>>;
