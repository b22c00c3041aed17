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
      summary: 'List keys of knowledge bases, masked',
      docs: {
        tag,
        answers: {
          200: jsonAnswer(
            'Keys of the workspace, oldest first.',
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
      summary: 'Create a key of knowledge bases; its secret is shown once',
      audit: { body: ['name'], answer: ['id'] },
      docs: {
        tag,
        description:
          'The key opens `/v1/datasets` and with it every knowledge base of the workspace whose API access is on, whoever may see it in the console. So who sees all of them creates it.',
        bodyExample: { name: 'importer' },
        answers: {
          201: jsonAnswer(
            'The key.',
            objectSchema('CreatedDatasetKey', {
              ...key,
              api_key: { type: 'string', description: 'The key; it is shown here only.' },
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
      summary: 'Revoke a key of knowledge bases at once',
      ids: { 'params.key_id': 'datasetKey' },
      audit: 'path',
      docs: { tag, answers: { 204: emptyAnswer('Revoked; the key does not work any more.') } },
      params: { type: 'object', properties: { key_id: { type: 'string', format: 'uuid' } } },
      async handle({ principal, params }) {
        await keys.revoke(principal.workspaceId, params.key_id);
        return empty();
      },
    }),
  ];
}

function keyItem({ id, name, masked, createdAt, lastUsedAt }: DatasetKey) {
  const lastUsed = lastUsedAt === null ? null : Math.floor(lastUsedAt / 1000);
  return { id, name, masked, created_at: Math.floor(createdAt / 1000), last_used_at: lastUsed };
}
