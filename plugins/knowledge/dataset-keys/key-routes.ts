import {
  empty,
  emptyAnswer,
  json,
  jsonAnswer,
  listOf,
  nameOf,
  objectSchema,
  orNull,
  type Route,
  route,
  schemas,
  unixSeconds,
} from '#http';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import type { DatasetKey, DatasetKeys } from './contract.ts';

const { uuid, text, seconds } = schemas;
const tag = 'Knowledge bases';
const path = '/console/api/dataset-keys';
const key = { id: uuid, name: text, masked: text, created_at: seconds, last_used_at: orNull(seconds) };
const example = {
  id: '5e4d3c2b-1a0f-4e9d-8c7b-6a5948372615',
  name: 'importer',
  masked: 'dataset-********************x7Qp',
  created_at: 1767225600,
  last_used_at: null,
};

/** Keys of knowledge bases in the console. */
export function keyRoutes(keys: DatasetKeys): Route[] {
  return [
    route({
      id: 'dataset-keys.list',
      method: 'GET',
      path,
      access: ManagementAccess,
      permission: 'knowledge.manage',
      summary: 'List the API keys of knowledge bases, with masked secrets',
      docs: {
        tag,
        answers: {
          200: jsonAnswer(
            'The keys of the workspace, oldest first.',
            objectSchema('DatasetKeyList', { data: listOf(objectSchema('DatasetKey', key)) }),
            { data: [example] },
          ),
        },
      },
      handle: async ({ principal }) => json({ data: (await keys.list(principal.workspaceId)).map(keyItem) }),
    }),
    route({
      id: 'dataset-keys.create',
      method: 'POST',
      path,
      access: ManagementAccess,
      permission: 'workspace.manage',
      summary: 'Create an API key for knowledge bases; its secret is returned once',
      audit: { body: ['name'], answer: ['id'] },
      docs: {
        tag,
        description:
          'The key gives access to `/v1/datasets`, and so to every knowledge base of the workspace with API access turned on, including those with restricted visibility in the console. Only users who can see all knowledge bases can create one.',
        bodyExample: { name: 'importer' },
        answers: {
          201: jsonAnswer(
            'The key.',
            objectSchema('CreatedDatasetKey', {
              ...key,
              api_key: { type: 'string', description: 'The key. Returned only in this response.' },
            }),
            { ...example, api_key: 'dataset-…' },
          ),
        },
        errors: { 409: ['too_many_keys'] },
      },
      body: { type: 'object', required: ['name'], additionalProperties: false, properties: { name: nameOf(100) } },
      async handle({ principal, body }) {
        const made = await keys.create(principal.workspaceId, body.name);
        return json({ ...keyItem(made.key), api_key: made.secret }, { status: 201 });
      },
    }),
    route({
      id: 'dataset-keys.revoke',
      method: 'DELETE',
      path: `${path}/:key_id`,
      access: ManagementAccess,
      permission: 'knowledge.manage',
      summary: 'Revoke an API key of knowledge bases immediately',
      ids: { 'params.key_id': 'datasetKey' },
      audit: 'path',
      docs: { tag, answers: { 204: emptyAnswer('The key was revoked and no longer works.') } },
      params: { type: 'object', properties: { key_id: { type: 'string', format: 'uuid' } } },
      async handle({ principal, params }) {
        await keys.revoke(principal.workspaceId, params.key_id);
        return empty();
      },
    }),
  ];
}

function keyItem({ id, name, masked, createdAt, lastUsedAt }: DatasetKey) {
  const lastUsed = unixSeconds(lastUsedAt);
  return { id, name, masked, created_at: unixSeconds(createdAt), last_used_at: lastUsed };
}
